-- Deleted replies of a thread, and old versions of its replies, which go with their root when that is removed for good.
CREATE INDEX posts_thread_deleted ON posts (root_id) WHERE delete_at > 0;
