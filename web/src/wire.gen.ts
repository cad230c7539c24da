// Generated from crates/wire by `cargo xtask wire-types`. Do not edit.

/** Text that holds a `T` as JSON, as most event data do. */
export type JsonText<T> = string & { readonly __holds?: T };

/** A personal access token. */
export interface AccessToken {
  id: string;
  /** The secret: sent in the answer that creates it and never again. */
  token?: string;
  user_id: string;
  description: string;
  is_active: boolean;
}

/** Body of `POST /users/{user_id}/tokens`. */
export interface AccessTokenForm {
  description: string;
}

/** Body of `POST /users/tokens/{revoke,disable,enable}`. */
export interface AccessTokenRef {
  token_id: string;
}

/** Body of `POST /oauth/access_token`, form-encoded. */
export interface AccessTokenRequest {
  /** `authorization_code` or `refresh_token`. */
  grant_type: string;
  client_id: string;
  client_secret: string;
  code: string;
  redirect_uri: string;
  refresh_token: string;
  code_verifier: string;
  resource: string;
}

/** Answer of `POST /oauth/access_token`. */
export interface AccessTokenResponse {
  access_token: string;
  /** Always `bearer`. */
  token_type: string;
  /** Seconds. */
  expires_in: number;
  scope: string;
  refresh_token: string;
  id_token?: string;
}

/** Body of `POST /users/tokens/search`. */
export interface AccessTokenSearch {
  term: string;
}

/** Somebody confirmed to have read a post. */
export interface Acknowledgement {
  user_id: string;
  post_id: string;
  acknowledged_at: number;
  channel_id: string;
}

/** `post_acknowledgement_added`, `post_acknowledgement_removed`. */
export interface AcknowledgementData {
  acknowledgement: JsonText<Acknowledgement>;
}

/** What an integration answers to an `ActionCall`. */
export interface ActionAnswer {
  update: unknown | null;
  ephemeral_text: string;
  skip_slack_parsing: boolean;
}

/** What the server sends to an integration whose button was clicked. */
export interface ActionCall {
  user_id: string;
  user_name: string;
  channel_id: string;
  channel_name: string;
  team_id: string;
  team_domain: string;
  post_id: string;
  trigger_id: string;
  type: string;
  data_source: string;
  context?: Record<string, unknown>;
}

/** Answer of a click. */
export interface ActionDone {
  status: string;
  trigger_id: string;
}

/** Body of `POST /posts/{post_id}/actions/{action_id}`. */
export interface ActionForm {
  selected_option: string;
  query: string;
  cookie: string;
}

/** Where a click on a `PostAction` goes, and what is sent along. */
export interface ActionIntegration {
  url: string;
  context?: Record<string, unknown>;
}

/** One line of a menu. */
export interface ActionOption {
  text: string;
  value: string;
}

/** Body of `PUT /users/{user_id}/active`. */
export interface ActiveForm {
  /** Absent is refused, so it is told apart from `false`. */
  active: boolean | null;
}

/** Data of `ACTION_USER_UPDATE_ACTIVE_STATUS`. */
export interface ActiveStatus {
  /** Absent is refused. */
  user_is_active: boolean | null;
  manual: boolean;
}

/** One row of `GET /analytics/old`. */
export interface AnalyticsRow {
  name: string;
  value: number;
}

export interface AssertionResponse {
  clientDataJSON: string;
  authenticatorData: string;
  signature: string;
  /** The id of the account, which authenticators keep with a passkey; missing with older ones. */
  userHandle: string | null;
}

/** A box under a post that an integration filled in. */
export interface Attachment {
  id: number;
  fallback: string;
  color: string;
  pretext: string;
  author_name: string;
  author_link: string;
  author_icon: string;
  title: string;
  title_link: string;
  text: string;
  fields: AttachmentField[] | null;
  image_url: string;
  thumb_url: string;
  footer: string;
  footer_icon: string;
  /** A number or text, as the integration sent it. */
  ts: unknown | null;
  actions?: PostAction[];
}

/** One cell of an attachment's table. */
export interface AttachmentField {
  title: string;
  /** Text or a number. */
  value: unknown | null;
  /** Two short cells stand side by side. Integrations send `"true"` as well as `true`. */
  short: boolean;
}

export interface AttestationResponse {
  clientDataJSON: string;
  attestationObject: string;
  transports: string[];
}

/** A field of every profile. */
export interface AttributeField {
  id: string;
  group_id: string;
  name: string;
  /** `text`, `select`, `multiselect`, `date`, `user` or `multiuser`. */
  type: string;
  attrs: Record<string, unknown>;
  target_id: string;
  target_type: string;
  create_at: number;
  update_at: number;
  delete_at: number;
}

/** `custom_profile_attributes_field_created`, `custom_profile_attributes_field_updated`: the field is an object, not text. */
export interface AttributeFieldData {
  field: AttributeField;
  /** Set when the values of everybody went with the change. */
  delete_values?: boolean;
}

/** Body of `PATCH /custom_profile_attributes/fields/{field_id}`: absent fields stay as they are. */
export interface AttributeFieldPatch {
  name?: string;
  type?: string;
  attrs?: Record<string, unknown>;
}

/** `custom_profile_attributes_field_deleted`. */
export interface AttributeFieldRef {
  field_id: string;
}

/** Answer to `GET /custom_profile_attributes/group`. */
export interface AttributeGroup {
  id: string;
}

/** `custom_profile_attributes_values_updated`: the values that changed. */
export interface AttributeValuesData {
  user_id: string;
  values: Record<string, unknown>;
}

/** One thing that somebody did. */
export interface Audit {
  id: string;
  create_at: number;
  user_id: string;
  /** The path that was called. */
  action: string;
  extra_info: string;
  ip_address: string;
  session_id: string;
}

/** Body of `PUT /users/{user_id}/auth`. */
export interface AuthForm {
  auth_data: string | null;
  auth_service: string;
  password: string;
}

/** Data of `ACTION_AUTHENTICATION_CHALLENGE`. */
export interface AuthenticationChallenge {
  token: string;
}

export interface AuthenticatorSelection {
  residentKey: string;
  userVerification: string;
}

/** A code on its way from the browser to the application; stored, never listed. */
export interface AuthorizationCode {
  client_id: string;
  user_id: string;
  code: string;
  /** Seconds. */
  expires_in: number;
  create_at: number;
  redirect_uri: string;
  state: string;
  scope: string;
  code_challenge: string;
  code_challenge_method: string;
}

/** Body of `POST /oauth/authorize`. */
export interface AuthorizeForm {
  response_type: string;
  client_id: string;
  redirect_uri: string;
  scope: string;
  state: string;
  code_challenge: string;
  code_challenge_method: string;
  resource: string;
}

/** The coloured line on top of a channel. */
export interface BannerInfo {
  enabled: boolean | null;
  text: string | null;
  background_color: string | null;
}

/** A link or a file above a channel. */
export interface Bookmark {
  id: string;
  create_at: number;
  update_at: number;
  delete_at: number;
  channel_id: string;
  owner_id: string;
  file_id: string;
  display_name: string;
  /** Counts from 0 without gaps. */
  sort_order: number;
  link_url?: string;
  image_url?: string;
  emoji?: string;
  type: string;
  original_id?: string;
  parent_id?: string;
  file?: FileInfo;
}

/** `channel_bookmark_created`, `channel_bookmark_deleted`. */
export interface BookmarkData {
  bookmark: JsonText<Bookmark>;
}

/** Body of `PATCH /channels/{channel_id}/bookmarks/{bookmark_id}`: absent fields stay as they are. */
export interface BookmarkPatch {
  file_id?: string;
  display_name?: string;
  sort_order?: number;
  link_url?: string;
  image_url?: string;
  emoji?: string;
}

/** Answer of a patch. A bookmark changed by another user than its owner is replaced by a new one. */
export interface BookmarkUpdate {
  updated: Bookmark | null;
  deleted?: Bookmark;
}

/** `channel_bookmark_updated`. */
export interface BookmarkUpdateData {
  bookmarks: JsonText<BookmarkUpdate>;
}

/** `channel_bookmark_sorted`. */
export interface BookmarksData {
  bookmarks: JsonText<Bookmark[]>;
}

/** What is known of a bot beyond its `User`(crate::users::User), which has the same id. */
export interface Bot {
  user_id: string;
  username: string;
  display_name?: string;
  description?: string;
  owner_id: string;
  last_icon_update?: number;
  create_at: number;
  update_at: number;
  /** When the bot was disabled. */
  delete_at: number;
}

/** Body of `PUT /bots/{bot_user_id}`: absent fields stay as they are. */
export interface BotPatch {
  username?: string;
  display_name?: string;
  description?: string;
}

/** Who an event is for. Empty fields do not restrict; with none set it is for everyone. */
export interface Broadcast {
  omit_users: Record<string, boolean> | null;
  user_id: string;
  channel_id: string;
  team_id: string;
  connection_id: string;
  omit_connection_id: string;
  /** The variant for those who may not see everything; system administrators are skipped. */
  contains_sanitized_data?: boolean;
  /** The variant for system administrators alone. */
  contains_sensitive_data?: boolean;
}

/** A browser that is remembered. */
export interface Browser {
  id: string;
  /** Name and version: `Firefox/128.0`. */
  name: string;
  /** Empty where the browser does not say. */
  os: string;
  create_at: number;
  last_used_at: number;
}

/** Answer of `GET .../channels/categories`. */
export interface Categories {
  categories: Category[];
  order: string[];
}

/** `sidebar_category_updated`. */
export interface CategoriesUpdated {
  /** Absent when a preference caused the change: clients then load the categories again. */
  updatedCategories?: JsonText<unknown>;
}

/** One section of a user's sidebar. */
export interface Category {
  /** An id for custom categories, `{kind}_{user}_{team}` for the three that are always there. */
  id: string;
  user_id: string;
  team_id: string;
  sort_order: number;
  sorting: string;
  type: string;
  display_name: string;
  muted: boolean;
  collapsed: boolean;
  channel_ids: string[];
}

/** `sidebar_category_order_updated`. */
export interface CategoryOrder {
  order: string[];
}

/** `sidebar_category_created`, `sidebar_category_deleted`. */
export interface CategoryRef {
  category_id: string;
}

/** A place where posts are written. */
export interface Channel {
  id: string;
  create_at: number;
  update_at: number;
  delete_at: number;
  /** Empty for direct and group channels. */
  team_id: string;
  /** `OPEN`, `PRIVATE`, `DIRECT` or `GROUP`. */
  type: string;
  display_name: string;
  name: string;
  header: string;
  purpose: string;
  last_post_at: number;
  total_msg_count: number;
  extra_update_at: number;
  creator_id: string;
  scheme_id: string | null;
  props: Record<string, unknown> | null;
  group_constrained: boolean | null;
  /** `Some(false)` for direct and group channels, `None` for the others. */
  shared: boolean | null;
  total_msg_count_root: number;
  policy_id: string | null;
  last_root_post_at: number;
  banner_info: BannerInfo | null;
  policy_enforced: boolean;
  default_category_name: string;
}

/** `channel_created`. */
export interface ChannelCreated {
  channel_id: string;
  team_id: string;
}

/** `channel_updated`. */
export interface ChannelData {
  channel: JsonText<Channel>;
}

/** `channel_deleted`. */
export interface ChannelDeleted {
  channel_id: string;
  delete_at: number;
}

/** A user's membership of a channel, with what the user has read of it. */
export interface ChannelMember {
  channel_id: string;
  user_id: string;
  /** Explicit roles and those of the scheme flags, separated by spaces. */
  roles: string;
  last_viewed_at: number;
  /** Posts of the channel that the user has seen. */
  msg_count: number;
  mention_count: number;
  mention_count_root: number;
  urgent_mention_count: number;
  msg_count_root: number;
  notify_props: Record<string, string>;
  last_update_at: number;
  scheme_guest: boolean;
  scheme_user: boolean;
  scheme_admin: boolean;
  explicit_roles: string;
}

/** One line of the answer to `GET /channels/{channel_id}/member_counts_by_group`. */
export interface ChannelMemberCount {
  group_id: string;
  channel_member_count: number;
  channel_member_timezones_count: number;
}

/** `channel_member_updated`. */
export interface ChannelMemberData {
  channelMember: JsonText<ChannelMember>;
}

/** Body of `POST /channels/{channel_id}/members`: one user or many. */
export interface ChannelMemberForm {
  user_id: string;
  /** Present, even if empty, makes the answer a list. */
  user_ids: string[] | null;
  post_root_id: string;
}

/** A membership in a list that spans teams. */
export interface ChannelMemberWithTeam extends ChannelMember {
  team_display_name: string;
  team_name: string;
  team_update_at: number;
}

/** Body of `POST /channels/{channel_id}/move`. */
export interface ChannelMove {
  team_id: string;
  force: boolean;
}

/** Body of `PUT /channels/{channel_id}/patch`: absent fields stay as they are. */
export interface ChannelPatch {
  display_name?: string;
  name?: string;
  header?: string;
  purpose?: string;
  group_constrained?: boolean;
  banner_info?: BannerInfo;
}

/** `channel_converted`, `channel_restored`. */
export interface ChannelRef {
  channel_id: string;
}

/** Body of the channel searches. */
export interface ChannelSearch {
  term: string;
  exclude_default_channels: boolean;
  not_associated_to_group: string;
  team_ids: string[];
  group_constrained: boolean;
  exclude_group_constrained: boolean;
  exclude_policy_constrained: boolean;
  public: boolean;
  private: boolean;
  include_deleted: boolean;
  include_search_by_id: boolean;
  exclude_remote: boolean;
  deleted: boolean;
  /** Both paging fields present make the answer a `ChannelsWithCount`. */
  page: number | null;
  per_page: number | null;
}

/** How far a member has read a channel, as told to others. */
export interface ChannelSeen {
  user_id: string;
  last_viewed_at: number;
}

/** Answer of `GET /channels/{channel_id}/stats`. */
export interface ChannelStats {
  channel_id: string;
  member_count: number;
  guest_count: number;
  pinnedpost_count: number;
  /** -1 when the caller asked not to count files. */
  files_count: number;
}

/** Answer of `GET /users/{user_id}/channels/{channel_id}/unread`; counts are differences. */
export interface ChannelUnread {
  team_id: string;
  channel_id: string;
  msg_count: number;
  mention_count: number;
  mention_count_root: number;
  urgent_mention_count: number;
  msg_count_root: number;
}

/** Answer of `POST /users/{user_id}/posts/{post_id}/set_unread`. */
export interface ChannelUnreadAt {
  team_id: string;
  user_id: string;
  channel_id: string;
  msg_count: number;
  mention_count: number;
  mention_count_root: number;
  urgent_mention_count: number;
  msg_count_root: number;
  last_viewed_at: number;
}

/** Body of `POST /channels/members/{user_id}/view`. */
export interface ChannelView {
  /** Empty when the window lost the focus. */
  channel_id: string;
  prev_channel_id: string;
  collapsed_threads_supported: boolean;
}

/** Answer of `view` and `mark_read`. */
export interface ChannelViewed {
  status: string;
  last_viewed_at_times: Record<string, number>;
}

/** A channel in a list that spans teams. */
export interface ChannelWithTeam extends Channel {
  team_display_name: string;
  team_name: string;
  team_update_at: number;
}

/** `channels_seen`: how far a member has read channels, as told to others. */
export interface ChannelsSeen {
  user_id: string;
  channel_times: Record<string, number>;
}

/** `multiple_channels_viewed`. */
export interface ChannelsViewed {
  channel_times: Record<string, number>;
}

/** Answer of channel lists that were asked for a total. */
export interface ChannelsWithCount {
  channels: ChannelWithTeam[];
  total_count: number;
}

/** Body and answer of `POST /logs`. */
export interface ClientLog {
  level: string;
  message: string;
}

/** One measurement of a `PerformanceReport`. */
export interface ClientMetric {
  metric: string;
  value: number;
  timestamp?: number;
  labels?: Record<string, string>;
}

/** A request over the socket. */
export interface ClientRequest {
  /** At least 1; the reply carries it back. */
  seq: number;
  action: string;
  data: Record<string, unknown>;
}

/** One row of `GET /cluster/status`. */
export interface ClusterNode {
  id: string;
  version: string;
  schema_version: string;
  config_hash: string;
  ipaddress: string;
  hostname: string;
}

/** A slash command. Built-in ones have no id, no team and no address. */
export interface Command {
  id: string;
  /** Proves to the integration that this server asks. */
  token: string;
  create_at: number;
  update_at: number;
  delete_at: number;
  creator_id: string;
  team_id: string;
  /** Without the leading slash. */
  trigger: string;
  method: string;
  username: string;
  icon_url: string;
  auto_complete: boolean;
  auto_complete_desc: string;
  auto_complete_hint: string;
  display_name: string;
  description: string;
  url: string;
  plugin_id: string;
  /** Describes the arguments; built-in commands only. */
  autocomplete_data?: unknown;
  autocomplete_icon_data?: string;
}

/** What is sent to the integration behind a command, form-encoded. */
export interface CommandCall {
  token: string;
  team_id: string;
  team_domain: string;
  channel_id: string;
  channel_name: string;
  user_id: string;
  user_name: string;
  /** With the leading slash. */
  command: string;
  text: string;
  trigger_id: string;
  root_id: string;
  /** Where late answers go. */
  response_url: string;
}

/** Body of `POST /commands/execute`. */
export interface CommandForm {
  command: string;
  channel_id: string;
  team_id: string;
  root_id: string;
}

/** Body of `PUT /commands/{command_id}/move`. */
export interface CommandMove {
  team_id: string;
}

/** What a command answers, to the client and from an integration. */
export interface CommandResponse {
  response_type: string;
  text: string;
  username: string;
  channel_id: string;
  icon_url: string;
  type: string;
  props: Record<string, unknown> | null;
  /** An address that the client opens. */
  goto_location: string;
  trigger_id: string;
  skip_slack_parsing: boolean;
  attachments: Attachment[] | null;
  extra_responses: CommandResponse[] | null;
}

/** One row of `GET /teams/{team_id}/commands/autocomplete_suggestions`. */
export interface CommandSuggestion {
  Complete: string;
  Suggestion: string;
  Hint: string;
  Description: string;
  IconData: string;
}

/** `config_changed`. */
export interface ConfigChanged {
  config: Record<string, string>;
}

/** What a browser makes a passkey by (`PublicKeyCredentialCreationOptionsJSON`). */
export interface CreationOptions {
  rp: RelyingParty;
  user: PasskeyUser;
  challenge: string;
  pubKeyCredParams: KeyParameters[];
  /** Milliseconds. */
  timeout: number;
  excludeCredentials: CredentialDescriptor[];
  authenticatorSelection: AuthenticatorSelection;
  attestation: string;
}

export interface CredentialDescriptor {
  type: string;
  id: string;
  transports: string[];
}

/** A line of the user's own about what he or she is doing. */
export interface CustomStatus {
  emoji: string;
  text: string;
  /** Empty for no end, else one of `DURATIONS`. */
  duration: string;
  /** RFC 3339; `NEVER` when there is no end. */
  expires_at: string;
}

/** Body of `POST /oauth/deauthorize`. */
export interface DeauthorizeForm {
  client_id: string;
}

/** Body of `PUT /users/sessions/device`. */
export interface DeviceForm {
  device_id: string;
  device_notification_disabled: string;
  mobile_version: string;
}

/** A form that an integration asks a user to fill in. */
export interface Dialog {
  callback_id: string;
  title: string;
  introduction_text: string;
  icon_url: string;
  elements: DialogElement[] | null;
  submit_label: string;
  notify_on_cancel: boolean;
  state: string;
  source_url?: string;
}

/** What an integration answers to a submission, and so does the server. */
export interface DialogAnswer {
  error?: string;
  errors?: Record<string, string>;
  type?: string;
  form?: Dialog;
}

/** `open_dialog`. */
export interface DialogData {
  dialog: JsonText<OpenDialog>;
}

/** One field of a `Dialog`. */
export interface DialogElement {
  display_name: string;
  name: string;
  /** `text`, `textarea`, `select`, `bool`, `radio`, `date` or `datetime`. */
  type: string;
  subtype: string;
  default: string;
  placeholder: string;
  help_text: string;
  optional: boolean;
  min_length: number;
  max_length: number;
  data_source: string;
  data_source_url?: string;
  options: ActionOption[] | null;
  multiselect?: boolean;
  refresh?: boolean;
}

/** Body of `POST /actions/dialogs/submit` and `lookup`, and what the integration receives. */
export interface DialogSubmission {
  type: string;
  url?: string;
  callback_id: string;
  state: string;
  user_id: string;
  channel_id: string;
  team_id: string;
  submission: Record<string, unknown>;
  cancelled: boolean;
}

/** `direct_added`. */
export interface DirectAdded {
  creator_id: string;
  teammate_id: string;
}

/** A group of a directory, and the one here that follows it. */
export interface DirectoryGroup {
  /** `null` while the group is not linked. */
  mattermost_group_id: string | null;
  primary_key: string;
  name: string;
  has_syncables: boolean | null;
}

/** Answer to `GET /ldap/groups`: one page and the number of all. */
export interface DirectoryGroups {
  count: number;
  groups: DirectoryGroup[];
}

/** An unfinished post, at most one per user, channel and thread. */
export interface Draft {
  create_at: number;
  update_at: number;
  delete_at: number;
  user_id: string;
  channel_id: string;
  root_id: string;
  message: string;
  type?: string;
  props: Record<string, unknown>;
  /** As the client named them, which may be what is no id: nothing is attached before the post is sent. */
  file_ids?: string[];
  metadata?: PostMetadata;
  priority?: Record<string, unknown>;
}

/** `draft_created` (which also tells of changes), `draft_deleted`. */
export interface DraftData {
  draft: JsonText<Draft>;
}

/** Body of requests that name an account by its address. */
export interface EmailForm {
  email: string;
}

/** A preview under a post. */
export interface Embed {
  type: string;
  url?: string;
  data?: unknown;
}

/** A picture that users gave a name. */
export interface Emoji {
  id: string;
  create_at: number;
  update_at: number;
  delete_at: number;
  creator_id: string;
  name: string;
}

/** `emoji_added`. */
export interface EmojiData {
  emoji: JsonText<Emoji>;
}

/** Body of `POST /emoji/search`. */
export interface EmojiSearch {
  term: string;
  prefix_only: boolean;
}

/** Body of `POST /posts/ephemeral`. */
export interface EphemeralForm {
  user_id: string;
  post: Post | null;
}

/** What every failed request is answered with. */
export interface ErrorBody {
  /** One of `ids`. */
  id: string;
  /** For people, in their language. */
  message: string;
  /** Empty unless the server runs for developers. */
  detailed_error: string;
  /** Absent in replies over a WebSocket. */
  request_id?: string;
  /** Equals the status of the answer. */
  status_code: number;
}

/** An event as a client reads it. */
export interface Event {
  event: string;
  data: Record<string, unknown>;
  broadcast: Broadcast;
  seq: number;
}

/** When an account ends by itself: body and answer of `/users/{user_id}/expiry`. */
export interface Expiry {
  /** 0 when it does not. */
  expires_at: number;
}

/** What is known of a stored file. Where it lies is never sent. */
export interface FileInfo {
  id: string;
  user_id: string;
  /** Empty until the file is posted. */
  post_id?: string;
  channel_id: string;
  create_at: number;
  update_at: number;
  delete_at: number;
  name: string;
  /** Lower case, without the dot. */
  extension: string;
  size: number;
  mime_type: string;
  width?: number;
  height?: number;
  has_preview_image?: boolean;
  /** A tiny JPEG, base64, shown while the file loads. */
  mini_preview: string | null;
  remote_id: string;
  archived: boolean;
}

/** Answer of the file searches. */
export interface FileInfoList {
  order: string[];
  file_infos: Record<string, FileInfo>;
  next_file_info_id: string;
  prev_file_info_id: string;
  first_inaccessible_file_time: number;
}

/** Answer of `GET /files/{file_id}/link`. */
export interface FileLink {
  link: string;
}

/** Answer of `POST /files`. */
export interface FileUpload {
  file_infos: FileInfo[];
  /** The names by which the client knows its uploads, echoed; `null` for a raw body without one. */
  client_ids: string[] | null;
}

/** Answer of `POST /users/login/switch`. */
export interface FollowLink {
  follow_link: string;
}

/** What one recipient of `posted` and `post_edited` is told beyond the others. */
export interface ForRecipient {
  /** A list with the recipient's own id, when mentioned. */
  mentions?: JsonText<unknown>;
  /** The same, when the recipient follows the thread. */
  followers?: JsonText<unknown>;
  /** The connection asked to confirm, and this post wants it. */
  should_ack?: boolean;
}

/** An animated picture, which is posted by its address. */
export interface Gif {
  /** The provider's name for it. */
  id: string;
  /** What it shows, in words; may be empty. */
  title: string;
  /** In pixels, of the picture at `url`. */
  width: number;
  height: number;
  url: string;
  /** A small one for lists. */
  preview_url: string;
  /** A small one at rest, for those who want no motion; empty where the provider has none. */
  still_url: string;
}

/** Answer to `GET /data_retention/policy`: what is older than its cutoff is removed, if it is removed at all. */
export interface GlobalRetention {
  message_deletion_enabled: boolean;
  file_deletion_enabled: boolean;
  message_retention_cutoff: number;
  file_retention_cutoff: number;
}

/** A group. Custom ones are made here; others come from a directory (`source`) and keep its id. */
export interface Group {
  id: string;
  /** What follows the `@`; a group of a directory has none until it may be mentioned. */
  name: string | null;
  display_name: string;
  description: string;
  source: string;
  remote_id: string | null;
  create_at: number;
  update_at: number;
  delete_at: number;
  /** Whether teams or channels take their members from it. */
  has_syncables: boolean;
  member_count?: number;
  allow_reference: boolean;
}

/** `group_added`. */
export interface GroupAdded {
  teammate_ids: JsonText<string[]>;
}

/** Body of `POST /channels/{channel_id}/convert_to_channel`. */
export interface GroupConversion {
  channel_id: string;
  team_id: string;
  name: string;
  display_name: string;
}

/** `received_group`. */
export interface GroupData {
  group: JsonText<Group>;
}

/** Someone's place in a group. */
export interface GroupMember {
  group_id: string;
  user_id: string;
  create_at: number;
  delete_at: number;
}

/** `group_member_add`, `group_member_deleted`. */
export interface GroupMemberData {
  group_member: JsonText<GroupMember>;
}

/** Body of `POST` and `DELETE /groups/{group_id}/members`. */
export interface GroupMemberIds {
  user_ids: string[];
}

/** Answer to `GET /groups/{group_id}/members`: one page and the number of all. */
export interface GroupMembers {
  members: User[];
  total_member_count: number;
}

/** Body of `PUT /groups/{group_id}/patch`; what is absent stays. */
export interface GroupPatch {
  name?: string;
  display_name?: string;
  description?: string;
  allow_reference?: boolean;
}

/** Answer to `GET /groups/{group_id}/stats`. */
export interface GroupStats {
  group_id: string;
  total_member_count: number;
}

/** `hello`: the first event of every new connection. */
export interface Hello {
  server_version: string;
  connection_id: string;
  server_hostname: string;
}

/** Size of an image that a post refers to, known before it is loaded. */
export interface ImageSize {
  height: number;
  width: number;
  format: string;
  frame_count: number;
}

/** An address to which programs post. */
export interface IncomingHook {
  id: string;
  create_at: number;
  update_at: number;
  delete_at: number;
  user_id: string;
  channel_id: string;
  team_id: string;
  display_name: string;
  description: string;
  username: string;
  icon_url: string;
  /** Posts elsewhere are refused. */
  channel_locked: boolean;
}

/** Body of `POST /hooks/{hook_id}`, alone or in the form field `payload`. */
export interface IncomingHookForm {
  text: string;
  username: string;
  icon_url: string;
  icon_emoji: string;
  /** `name`, `#name` or `@user`; empty for the hook's own channel. */
  channel: string;
  attachments: Attachment[];
  props: Record<string, unknown>;
  type: string;
  priority: Priority | null;
}

/** Answer of `GET /hooks/incoming?include_total_count=true`. */
export interface IncomingHooksWithCount {
  incoming_webhooks: IncomingHook[];
  total_count: number;
}

/** One row of a graceful invitation's answer. */
export interface InviteAttempt {
  email: string;
  error: ErrorBody | null;
}

/** The long form of `InviteForm`; the only one for guests. */
export interface InviteWithChannels {
  emails: string[];
  channelIds: string[];
  message: string;
  /** Of our own: when the accounts of invited guests end; 0 when they do not. */
  expires_at: number;
}

/** A piece of slow work. */
export interface Job {
  id: string;
  type: string;
  priority: number;
  create_at: number;
  start_at: number;
  last_activity_at: number;
  status: string;
  /** 0 to 100. */
  progress: number;
  data: Record<string, string> | null;
}

/** Body of `POST /jobs`. */
export interface JobForm {
  type: string;
  data: Record<string, string> | null;
}

/** Body of `PATCH /jobs/{job_id}/status`. */
export interface JobStatusForm {
  status: string;
  force: boolean;
}

export interface KeyParameters {
  type: string;
  /** A number of the registry *COSE Algorithms*. */
  alg: number;
}

/** `license_changed`. */
export interface LicenseChanged {
  license: Record<string, string>;
}

/** Body of `POST /users/login`. Every value is text, flags as well. */
export interface LoginForm {
  /** Wins over `login_id` when both are given. */
  id: string;
  login_id: string;
  password: string;
  /** The second factor. */
  token: string;
  device_id: string;
  ldap_only: string;
  magic_link_token: string;
  /** Of our own: this browser is not asked for the second factor again for a while. */
  remember_browser: string;
}

/** Answer of `POST /users/login/type`. */
export interface LoginType {
  auth_service: string;
  is_deactivated: boolean;
}

/** One row of `GET /plugins/webapp`. */
export interface Manifest {
  id: string;
  name: string;
  version: string;
  webapp?: ManifestWebapp;
}

/** Where the web part of a plugin lies. */
export interface ManifestWebapp {
  bundle_path: string;
}

/** `first_admin_visit_marketplace_status_received`. */
export interface MarketplaceVisited {
  firstAdminVisitMarketplaceStatus: string;
}

/** Body of `PUT /users/{user_id}/mfa`. */
export interface MfaForm {
  activate: boolean | null;
  code: string;
}

/** Answer of `POST /users/{user_id}/mfa/generate`. */
export interface MfaSecret {
  secret: string;
  /** A PNG image, base64. */
  qr_code: string;
}

export interface ModeratedRole {
  /** Whether they may. */
  value: boolean;
  /** Whether the channel decides; not so when the wider role lacks the right. */
  enabled: boolean;
}

export interface ModeratedRoles {
  /** Absent where guests never have the right. */
  guests?: ModeratedRole;
  members: ModeratedRole;
}

export interface ModeratedRolesPatch {
  guests?: boolean;
  members?: boolean;
}

/** One switch of a channel's moderation, as answered. */
export interface Moderation {
  name: string;
  roles: ModeratedRoles;
}

/** One switch in the body of `PUT /channels/{channel_id}/moderations/patch`. */
export interface ModerationPatch {
  name: string;
  roles: ModeratedRolesPatch;
}

/** A passkey that was made (`RegistrationResponseJSON`). */
export interface NewCredential {
  id: string;
  type: string;
  response: AttestationResponse;
}

/** Body of `POST /groups`. */
export interface NewGroup extends Group {
  user_ids: string[];
}

/** Answer where a new secret was made. */
export interface NewToken {
  token: string;
}

/** A registered application. Its id is the client id. */
export interface OAuthApp {
  id: string;
  creator_id: string;
  create_at: number;
  update_at: number;
  /** Blank for those who do not manage the application. */
  client_secret: string;
  name: string;
  description: string;
  icon_url: string;
  callback_urls: string[];
  homepage: string;
  /** Users are not asked before it gets in. */
  is_trusted: boolean;
  mattermost_app_id: string;
  is_dynamically_registered?: boolean;
}

/** An application let in by a user; stored, never listed. */
export interface OAuthGrant {
  client_id: string;
  user_id: string;
  token: string;
  refresh_token: string;
  redirect_uri: string;
  expires_at: number;
  scope: string;
}

/** Body of `POST /actions/dialogs/open`, and what the user's client receives. */
export interface OpenDialog {
  trigger_id: string;
  url: string;
  dialog: Dialog;
}

/** Words that make the server call other programs. */
export interface OutgoingHook {
  id: string;
  /** Proves to the program that this server calls. */
  token: string;
  create_at: number;
  update_at: number;
  delete_at: number;
  creator_id: string;
  channel_id: string;
  team_id: string;
  trigger_words: string[];
  trigger_when: number;
  callback_urls: string[];
  display_name: string;
  description: string;
  /** `application/json`, or form-encoded when empty. */
  content_type: string;
  username: string;
  icon_url: string;
}

/** What a program answers to a call: a post. */
export interface OutgoingHookAnswer {
  text: string | null;
  username: string;
  icon_url: string;
  props: Record<string, unknown>;
  attachments: Attachment[];
  type: string;
  response_type: string;
  priority: Priority | null;
}

/** What is sent to the programs behind an outgoing webhook. */
export interface OutgoingHookCall {
  token: string;
  team_id: string;
  team_domain: string;
  channel_id: string;
  channel_name: string;
  /** Milliseconds as JSON, seconds as a form. */
  timestamp: number;
  user_id: string;
  user_name: string;
  post_id: string;
  text: string;
  trigger_word: string;
  /** Separated by commas. */
  file_ids: string;
}

/** A passkey of an account. */
export interface Passkey {
  id: string;
  user_id: string;
  /** What the owner calls it. */
  name: string;
  create_at: number;
  /** 0 until it was used. */
  last_used_at: number;
  /** Whether copies are kept elsewhere, as by a password manager. */
  is_backed_up: boolean;
  /** How a browser reaches it: `internal`, `usb`, `hybrid`. */
  transports: string[];
}

/** Answer of `POST /users/{user_id}/passkeys/begin`. */
export interface PasskeyBegun {
  /** Comes back with the credential. */
  state: string;
  options: CreationOptions;
}

/** Body of `POST /users/{user_id}/passkeys`. */
export interface PasskeyForm {
  name: string;
  state: string;
  credential: NewCredential;
}

/** Body of `POST /users/login/passkey`. */
export interface PasskeyLogin {
  device_id: string;
  /** This browser is not asked for the second factor again for a while. */
  remember_browser: boolean;
  credential: UsedCredential;
}

/** Body of `PUT /users/{user_id}/passkeys/{passkey_id}`. */
export interface PasskeyName {
  name: string;
}

export interface PasskeyUser {
  id: string;
  name: string;
  displayName: string;
}

/** Body of `PUT /users/{user_id}/password`. */
export interface PasswordChange {
  current_password: string;
  new_password: string;
  /** `new_password` is a hash that another server made: PBKDF2 in its PHC form, or bcrypt. */
  already_hashed: boolean;
}

/** Body of `POST /users/{user_id}/passkeys/begin` and `POST /users/{user_id}/recovery_codes`. */
export interface PasswordProof {
  /** The account's password; not needed shortly after the sign-in. */
  password: string;
}

/** Body of `POST /users/password/reset`. */
export interface PasswordReset {
  token: string;
  new_password: string;
}

/** Body of `POST /client_perf`: what a client measured of itself. */
export interface PerformanceReport {
  version: string;
  client_id: string;
  labels: Record<string, string>;
  /** Milliseconds, with a fraction. */
  start: number;
  end: number;
  counters: ClientMetric[];
  histograms: ClientMetric[];
}

/** Answer of `GET /system/ping`. */
export interface Ping {
  /** `OK` or `UNHEALTHY`. */
  status: string;
  ActiveSearchBackend: string;
  AndroidLatestVersion: string;
  AndroidMinVersion: string;
  IosLatestVersion: string;
  IosMinVersion: string;
  /** This and the next on `get_server_status=true`. */
  database_status?: string;
  filestore_status?: string;
  /** Whether the server runs as root; told to administrators. */
  root_status?: boolean;
  /** `true`, `false` or `unknown`, on `device_id`. */
  CanReceiveNotifications?: string;
}

/** Answer to `ACTION_PING`. */
export interface Pong {
  text: string;
  version: string;
  server_time: number;
  node_id: string;
}

/** Something said in a channel. */
export interface Post {
  id: string;
  create_at: number;
  update_at: number;
  edit_at: number;
  delete_at: number;
  is_pinned: boolean;
  user_id: string;
  channel_id: string;
  /** The thread's first post; empty for posts that begin one. */
  root_id: string;
  /** For a kept old version, the post it was a version of. */
  original_id: string;
  message: string;
  message_source?: string;
  type: string;
  props: Record<string, unknown>;
  /** Separated by spaces. */
  hashtags: string;
  /** `null` for ephemeral posts and where none of the named files could be attached. */
  file_ids: string[] | null;
  /** Chosen by the author's client, so that it knows its post again. */
  pending_post_id: string;
  has_reactions?: boolean;
  /** `Some("")` for posts of people; absent where the server or an integration wrote. */
  remote_id?: string;
  reply_count: number;
  last_reply_at: number;
  /** Filled in only for clients that collapse threads. */
  participants: User[] | null;
  is_following?: boolean;
  metadata?: PostMetadata;
}

/** A button or a menu. */
export interface PostAction {
  id?: string;
  /** `button` or `select`. */
  type?: string;
  name?: string;
  tooltip?: string;
  disabled?: boolean;
  style?: string;
  /** `users` or `channels`; empty when `options` say it all. */
  data_source?: string;
  options?: ActionOption[];
  default_option?: string;
  /** Where a click goes. Never sent to clients: see `PostAction::for_clients`. */
  integration?: ActionIntegration;
  /** Stands for the integration on posts that are not stored. */
  cookie?: string;
}

/** `post_edited`, `ephemeral_message`. */
export interface PostData {
  post: JsonText<Post>;
}

/** `post_deleted`. */
export interface PostDeleted {
  post: JsonText<unknown>;
  /** Told to system administrators only. */
  delete_by?: string;
}

/** Answer of `GET /posts/{post_id}/info`: what to join in order to read. */
export interface PostInfo {
  channel_id: string;
  channel_type: string;
  channel_display_name: string;
  has_joined_channel: boolean;
  team_id: string;
  team_type: string;
  team_display_name: string;
  has_joined_team: boolean;
}

/** Posts with their order. */
export interface PostList {
  /** Newest first, except in threads. */
  order: string[];
  /** May hold roots and replies that are not in `order`. */
  posts: Record<string, Post>;
  next_post_id: string;
  prev_post_id: string;
  has_next?: boolean;
  first_inaccessible_post_time: number;
}

/** What clients draw around a post without asking again. */
export interface PostMetadata {
  embeds?: Embed[];
  emojis?: Emoji[];
  files?: FileInfo[];
  images?: Record<string, ImageSize>;
  reactions?: Reaction[];
  priority?: Priority;
  acknowledgements?: Acknowledgement[];
}

/** Body of `POST /posts/{post_id}/move`. */
export interface PostMove {
  channel_id: string;
}

/** Body of `PUT /posts/{post_id}/patch`: absent fields stay as they are. */
export interface PostPatch {
  is_pinned?: boolean;
  message?: string;
  props?: Record<string, unknown>;
  file_ids?: string[];
  has_reactions?: boolean;
}

/** `post_unread`. */
export interface PostUnread {
  msg_count: number;
  msg_count_root: number;
  mention_count: number;
  mention_count_root: number;
  urgent_mention_count: number;
  last_viewed_at: number;
  post_id: string;
}

/** `posted`, without what only some recipients are told: see `ForRecipient`. */
export interface Posted {
  channel_type: string;
  /** Names of the members for group channels, `@user` for direct ones. */
  channel_display_name: string;
  channel_name: string;
  /** With a leading `@`. */
  sender_name: string;
  team_id: string;
  set_online: boolean;
  post: JsonText<unknown>;
  /** `"true"` when files came along. */
  otherFile?: string;
  /** `"true"` when one of them is an image. */
  image?: string;
}

/** Data of `ACTION_POSTED_NOTIFY_ACK`. */
export interface PostedAck {
  post_id: string;
  user_agent: string;
  status: string;
  reason: string;
  data: string;
}

/** Answer of `GET /usage/posts`. */
export interface PostsUsage {
  count: number;
}

/** One setting of one user. */
export interface Preference {
  user_id: string;
  category: string;
  name: string;
  value: string;
}

/** `preference_changed`. */
export interface PreferenceData {
  preference: JsonText<Preference>;
}

/** `preferences_changed`, `preferences_deleted`. */
export interface PreferencesData {
  preferences: JsonText<Preference[]>;
}

/** Data of `ACTION_PRESENCE`: what the connection looks at. Absent fields stay as they were. */
export interface Presence {
  channel_id?: string;
  team_id?: string;
  thread_channel_id?: string;
  is_thread_view: boolean;
}

/** Answer of `POST /sign_in/{service}/preview`: somebody, and what becomes of the sign-in. */
export interface Preview {
  /** `known` and `taken_over` with an account that is there, `new`, or `refused`. */
  outcome: string;
  /** The reason of a refusal, as the sign-in page and the log have it. */
  why: string;
  /** The same in English. */
  text: string;
  /** The username of an account that is there. */
  account: string;
  account_id: string;
  /** What the service calls the person. */
  subject: string;
  username: string;
  email: string;
  /** Whether the service vouches for the address. */
  is_vouched: boolean;
  first_name: string;
  last_name: string;
  nickname: string;
  position: string;
  groups: string[];
  /** Of a new account; one that is there keeps roles that no group gives. */
  roles: string[];
  teams: string[];
}

/** `Embed::data` of a permalink. */
export interface PreviewPost {
  post_id: string;
  post: Post;
  team_name: string;
  channel_display_name: string;
  channel_type: string;
  channel_id: string;
}

/** The label of a root post. */
export interface Priority {
  /** Empty, `important` or `URGENT`. */
  priority: string | null;
  requested_ack: boolean | null;
  persistent_notifications: boolean | null;
}

/** Body of `PUT /teams/{team_id}/privacy` and `PUT /channels/{channel_id}/privacy`. */
export interface PrivacyForm {
  privacy: string;
}

/** A token of a provisioning program. */
export interface ProvisioningToken {
  id: string;
  /** The secret: sent in the answer that creates it and never again. */
  token?: string;
  /** Which program has it. */
  description: string;
  create_at: number;
  /** 0 until it was used; to the minute. */
  last_used_at: number;
}

/** Body of `POST /provisioning/tokens`. */
export interface ProvisioningTokenForm {
  description: string;
}

/** What a proxy answers. */
export interface PushAnswer {
  status: string;
  error?: string;
}

/** Body of a proxy's `POST /api/v1/send_push`, and the answer to the receipt of a message without contents. */
export interface PushNotification {
  ack_id: string;
  platform: string;
  server_id: string;
  device_id: string;
  post_id: string;
  category?: string;
  sound?: string;
  message?: string;
  badge?: number;
  /** 1 wakes the application and shows nothing by itself. */
  cont_ava?: number;
  team_id?: string;
  channel_id?: string;
  root_id?: string;
  channel_name?: string;
  type?: string;
  sender_id?: string;
  sender_name?: string;
  override_username?: string;
  override_icon_url?: string;
  /** `true`, or nothing. */
  from_webhook?: string;
  version?: string;
  is_crt_enabled: boolean;
  is_id_loaded: boolean;
  signature: string;
}

/** Body of `POST /notifications/ack`: a phone received a push. */
export interface PushReceipt {
  id: string;
  received_at: number;
  platform: string;
  type: string;
  post_id: string;
  is_id_loaded: boolean;
}

/** An emoji that a user put under a post. */
export interface Reaction {
  user_id: string;
  post_id: string;
  emoji_name: string;
  create_at: number;
  update_at: number;
  delete_at: number;
  remote_id: string;
  channel_id: string;
}

/** `reaction_added`, `reaction_removed`. */
export interface ReactionData {
  reaction: JsonText<Reaction>;
}

/** Answer of `POST /users/{user_id}/recovery_codes`. */
export interface RecoveryCodes {
  /** Sent in this answer and never again. */
  codes: string[];
}

/** Answer of `GET /users/{user_id}/recovery_codes`. */
export interface RecoveryCodesLeft {
  left: number;
}

/** Answer of `POST /oauth/authorize`: where the browser goes next. */
export interface Redirect {
  redirect: string;
}

/** Answer of `GET /redirect_location`. */
export interface RedirectLocation {
  location: string;
}

export interface RelyingParty {
  id: string;
  name: string;
}

/** Body of `POST /users/{user_id}/posts/{post_id}/reminder`. */
export interface ReminderForm {
  /** Seconds, not milliseconds. */
  target_time: number;
}

/** `user_removed` as the removed user receives it. */
export interface RemovedFromChannel {
  channel_id: string;
  remover_id: string;
}

/** The answer to a request over the socket. */
export interface Reply {
  /** `OK` or `FAIL`. */
  status: string;
  data?: unknown;
  /** Absent for requests without a usable number. */
  seq_reply?: number;
  error?: ErrorBody;
}

/** What a browser uses a passkey by (`PublicKeyCredentialRequestOptionsJSON`): the answer of `POST /users/login/passkey/begin`. */
export interface RequestOptions {
  challenge: string;
  /** Milliseconds. */
  timeout: number;
  rpId: string;
  /** Empty where the person chooses among the passkeys for this site. */
  allowCredentials: CredentialDescriptor[];
  userVerification: string;
}

/** A named set of permissions. */
export interface Role {
  id: string;
  name: string;
  display_name: string;
  description: string;
  create_at: number;
  update_at: number;
  delete_at: number;
  permissions: string[];
  scheme_managed: boolean;
  built_in: boolean;
}

/** `role_updated`. */
export interface RoleData {
  role: JsonText<Role>;
}

/** Body of `PUT /roles/{role_id}/patch`. */
export interface RolePatch {
  permissions?: string[];
}

/** Body of `PUT /users/{user_id}/roles` and of the like for members. */
export interface RolesForm {
  roles: string;
}

/** A post that is sent later. */
export interface ScheduledPost {
  id: string;
  create_at: number;
  update_at: number;
  delete_at: number;
  user_id: string;
  channel_id: string;
  root_id: string;
  message: string;
  type?: string;
  props: Record<string, unknown>;
  /** As the client named them, which may be what is no id: nothing is attached before the post is sent. */
  file_ids?: string[];
  metadata?: PostMetadata;
  priority?: Record<string, unknown>;
  scheduled_at: number;
  /** When sending was tried; 0 before. */
  processed_at: number;
  /** Why it was not sent, one of the `ERROR_` names; empty otherwise. */
  error_code: string;
}

/** `scheduled_post_created`, `scheduled_post_updated`, `scheduled_post_deleted`. */
export interface ScheduledPostData {
  scheduledPost: JsonText<ScheduledPost>;
}

/** The role names behind a member's flags, for the scope and the narrower ones. */
export interface Scheme {
  id: string;
  name: string;
  display_name: string;
  description: string;
  create_at: number;
  update_at: number;
  delete_at: number;
  /** `team`, `channel`, `playbook` or `run`. */
  scope: string;
  default_team_admin_role: string;
  default_team_user_role: string;
  default_team_guest_role: string;
  default_channel_admin_role: string;
  default_channel_user_role: string;
  default_channel_guest_role: string;
  default_playbook_admin_role: string;
  default_playbook_member_role: string;
  default_run_admin_role: string;
  default_run_member_role: string;
}

/** Body of `PUT /teams/{team_id}/scheme` and `PUT /channels/{channel_id}/scheme`. */
export interface SchemeForm {
  scheme_id: string | null;
}

/** Body of `PUT /schemes/{scheme_id}/patch`; what is absent stays. */
export interface SchemePatch {
  name?: string;
  display_name?: string;
  description?: string;
}

/** Body of `PUT .../members/{user_id}/schemeRoles` of teams and channels. */
export interface SchemeRoles {
  scheme_admin: boolean;
  scheme_user: boolean;
  scheme_guest: boolean;
}

/** Body of the post and file searches. */
export interface SearchForm {
  terms: string;
  /** Any word is enough. */
  is_or_search: boolean;
  /** Seconds east of Greenwich, for dates in the terms. */
  time_zone_offset: number;
  page: number;
  /** 0 for the default length of a page. */
  per_page: number;
  include_deleted_channels: boolean;
}

/** Answer of the post searches. */
export interface SearchResults extends PostList {
  /** Which words of which post matched; `null` where the engine does not say. */
  matches: Record<string, string[]> | null;
}

/** Answer of `GET /server_busy`. */
export interface ServerBusy {
  busy: boolean;
  /** Seconds since 1970. */
  expires: number;
  expires_ts?: string;
}

/** Answer of `GET /limits/server`; zeros for those who do not administer. */
export interface ServerLimits {
  maxUsersLimit: number;
  maxUsersHardLimit: number;
  activeUserCount: number;
  postHistoryLimit: number;
  lastAccessiblePostTime: number;
}

/** Somebody signed in, on one device or by one token. */
export interface Session {
  id: string;
  /** Blank whenever a session is listed. */
  token: string;
  create_at: number;
  /** 0 for sessions that never end. */
  expires_at: number;
  last_activity_at: number;
  user_id: string;
  device_id: string;
  roles: string;
  is_oauth: boolean;
  expired_notify: boolean;
  props: Record<string, string>;
  team_members: TeamMember[];
  local: boolean;
}

/** Body of `POST /users/{user_id}/sessions/revoke`. */
export interface SessionForm {
  session_id: string;
}

/** Body of `POST /users/{user_id}/posts/{post_id}/set_unread`. */
export interface SetUnreadForm {
  collapsed_threads_supported: boolean;
}

/** Whether a user is there. */
export interface Status {
  user_id: string;
  status: string;
  /** Chosen by the user, so activity does not change it. */
  manual: boolean;
  last_activity_at: number;
  active_channel?: string;
  /** Seconds, not milliseconds; 0 for no end. */
  dnd_end_time: number;
}

/** The answer of requests that succeed and have nothing to say. */
export interface StatusBody {
  status: string;
}

/** `status_change`. */
export interface StatusChange {
  status: string;
  user_id: string;
}

/** Body of `PUT /users/{user_id}/status`. */
export interface StatusForm {
  user_id: string;
  status: string;
  /** Seconds. */
  dnd_end_time: number;
}

/** Data of `ACTION_GET_STATUSES_BY_IDS`. */
export interface StatusIds {
  /** Absent is refused. */
  user_ids: string[] | null;
}

/** One step of a trial. */
export interface Step {
  /** `site`, `name`, `answer`, `certificate`, `key`, `description`, `keys`, `client`, `reader`, `people` or `groups`. */
  name: string;
  is_fine: boolean;
  /** What was found, or what is wrong and what can be done, in English. */
  text: string;
}

/** Answer of `GET /usage/storage`. */
export interface StorageUsage {
  bytes: number;
}

/** Body of `POST /users/login/switch`. */
export interface SwitchForm {
  current_service: string;
  new_service: string;
  email: string;
  password: string;
  new_password: string;
  mfa_code: string;
  ldap_id: string;
}

/** Body of a link and of its patch; what is absent stays, or is false. */
export interface SyncableForm {
  auto_add?: boolean;
  scheme_admin?: boolean;
}

/** A named setting of the whole server, as the onboarding state is. */
export interface SystemValue {
  name: string;
  value: string;
}

/** A group of people with channels of its own. */
export interface Team {
  id: string;
  create_at: number;
  update_at: number;
  delete_at: number;
  display_name: string;
  name: string;
  description: string;
  email: string;
  /** `OPEN` or `INVITE_ONLY`. */
  type: string;
  company_name: string;
  allowed_domains: string;
  invite_id: string;
  /** Governs listing and joining, whatever the kind says. */
  allow_open_invite: boolean;
  last_team_icon_update?: number;
  scheme_id: string | null;
  group_constrained: boolean | null;
  policy_id: string | null;
  cloud_limits_archived: boolean;
}

/** `update_team`, `delete_team`, `restore_team`, `update_team_scheme`. */
export interface TeamData {
  team: JsonText<Team>;
}

/** Answer of `GET /teams/name/{team_name}/exists`. */
export interface TeamExists {
  exists: boolean;
}

/** Answer of `GET /teams/invite/{invite_id}`: what a guest at the door may read. */
export interface TeamInvite {
  id: string;
  name: string;
  display_name: string;
  description: string;
}

/** A user's membership of a team. */
export interface TeamMember {
  team_id: string;
  user_id: string;
  /** Explicit roles and those of the scheme flags, separated by spaces. */
  roles: string;
  delete_at: number;
  scheme_guest: boolean;
  scheme_user: boolean;
  scheme_admin: boolean;
  explicit_roles: string;
}

/** One row of `POST /teams/{team_id}/members/batch?graceful=true`. */
export interface TeamMemberAttempt {
  /** As it was asked for: text that is no id of this server names nobody, and is told as it was. */
  user_id: string;
  member: TeamMember | null;
  error: ErrorBody | null;
}

/** `memberrole_updated`. */
export interface TeamMemberData {
  member: JsonText<TeamMember>;
}

/** Body of `POST /teams/{team_id}/members`, and one row of the batch. */
export interface TeamMemberForm {
  team_id: string;
  user_id: string;
}

/** Body of `PUT /teams/{team_id}/patch`: absent fields stay as they are. */
export interface TeamPatch {
  display_name?: string;
  description?: string;
  company_name?: string;
  allowed_domains?: string;
  allow_open_invite?: boolean;
  group_constrained?: boolean;
  cloud_limits_archived?: boolean;
}

/** Body of `POST /teams/search`. */
export interface TeamSearch {
  term: string;
  /** Both paging fields present make the answer a `TeamsWithCount`. */
  page: number | null;
  per_page: number | null;
  allow_open_invite: boolean | null;
  group_constrained: boolean | null;
  include_group_constrained: boolean | null;
  policy_id: string | null;
  exclude_policy_constrained: boolean | null;
  include_policy_id: boolean | null;
  include_deleted: boolean | null;
}

/** Answer of `GET /teams/{team_id}/stats`. */
export interface TeamStats {
  team_id: string;
  total_member_count: number;
  active_member_count: number;
}

/** Unread counts of one team; every count is already a difference. */
export interface TeamUnread {
  team_id: string;
  msg_count: number;
  mention_count: number;
  mention_count_root: number;
  msg_count_root: number;
  thread_count: number;
  thread_mention_count: number;
  thread_urgent_mention_count: number;
}

/** Answer of `GET /usage/teams`. */
export interface TeamsUsage {
  active: number;
  cloud_archived: number;
}

/** Answer of team lists that were asked for a total. */
export interface TeamsWithCount {
  teams: Team[];
  total_count: number;
}

/** Body of `POST /users/{user_id}/terms_of_service`. */
export interface TermsAnswer {
  termsOfServiceId: string;
  accepted: boolean;
}

/** Answer of `GET /terms_of_service`. */
export interface TermsOfService {
  id: string;
  create_at: number;
  user_id: string;
  text: string;
}

/** A thread with what one follower has not read of it. */
export interface Thread {
  /** The id of its first post. */
  id: string;
  reply_count: number;
  last_reply_at: number;
  last_viewed_at: number;
  /** In order of the last reply, newest last; only ids unless asked for more. */
  participants: User[];
  post: Post;
  unread_replies: number;
  unread_mentions: number;
  is_urgent: boolean;
  delete_at: number;
}

/** `thread_follow_changed`. */
export interface ThreadFollowChanged {
  thread_id: string;
  state: boolean;
  reply_count: number;
}

/** `thread_read_changed` of one thread. */
export interface ThreadReadChanged {
  thread_id: string;
  timestamp: number;
  unread_mentions: number;
  unread_replies: number;
  previous_unread_mentions: number;
  previous_unread_replies: number;
  channel_id: string;
}

/** `thread_updated`. */
export interface ThreadUpdated {
  thread: JsonText<unknown>;
  previous_unread_mentions: number;
  previous_unread_replies: number;
}

/** Answer of `GET /users/{user_id}/teams/{team_id}/threads`. */
export interface Threads {
  total: number;
  total_unread_threads: number;
  total_unread_mentions: number;
  total_unread_urgent_mentions: number;
  /** `null` when only the totals were asked for. */
  threads: Thread[] | null;
}

/** `thread_read_changed` of all threads of a team or, by the broadcast, of a channel. */
export interface ThreadsRead {
  timestamp: number;
}

/** Body of `POST /users/email/verify`. */
export interface TokenForm {
  token: string;
}

/** Answer of `POST /sign_in/{service}/test`. */
export interface Trial {
  /** Whether every step was. */
  is_fine: boolean;
  /** In their order; nothing is tried after one that fails. */
  steps: Step[];
}

/** `typing`. */
export interface Typing {
  /** The thread's first post, empty in the channel itself. */
  parent_id: string;
  user_id: string;
}

/** Body of `POST /users/{user_id}/typing` and data of the `user_typing` action. */
export interface TypingForm {
  channel_id: string;
  parent_id: string;
}

/** An upload in parts that survives broken connections. */
export interface UploadSession {
  id: string;
  type: string;
  create_at: number;
  user_id: string;
  channel_id?: string;
  filename: string;
  file_size: number;
  /** Bytes received so far. */
  file_offset: number;
  remote_id: string;
  req_file_id: string;
}

/** A passkey that was used (`AuthenticationResponseJSON`). */
export interface UsedCredential {
  id: string;
  type: string;
  response: AssertionResponse;
}

/** An account of a person or a bot. */
export interface User {
  id: string;
  create_at?: number;
  update_at?: number;
  /** When the account was deactivated; 0 while it is active. */
  delete_at: number;
  username: string;
  /** The name at the outer sign-on service. `Some("")` once sanitised, which is what viewers receive. */
  auth_data?: string;
  /** The outer sign-on service, empty for accounts with a password. */
  auth_service: string;
  email: string;
  email_verified?: boolean;
  nickname: string;
  first_name: string;
  last_name: string;
  position: string;
  /** Names of roles, separated by spaces. */
  roles: string;
  allow_marketing?: boolean;
  props?: Record<string, string>;
  notify_props?: Record<string, string>;
  last_password_update?: number;
  /** Negative while the picture is the default one. */
  last_picture_update?: number;
  /** Wrong passwords since the last login. */
  failed_attempts?: number;
  locale: string;
  timezone: Record<string, string> | null;
  mfa_active?: boolean;
  /** How many passkeys the account has. */
  passkey_count?: number;
  /** `Some("")` for accounts made here; absent for bots. */
  remote_id?: string;
  last_activity_at?: number;
  is_bot?: boolean;
  bot_description?: string;
  bot_last_icon_update?: number;
  terms_of_service_id?: string;
  terms_of_service_create_at?: number;
  disable_welcome_email: boolean;
  last_login?: number;
}

/** Answer of `GET /users/autocomplete`. */
export interface UserAutocomplete {
  users: User[];
  /** Present only when a channel was asked about and someone of the team is outside it. */
  out_of_channel?: User[];
}

/** Body of `POST /users` and `PUT /users/{user_id}`: what a client may say of an account. */
export interface UserForm {
  id: string;
  /** Honoured for administrators only, who import accounts. */
  create_at: number;
  username: string;
  password: string;
  auth_data: string | null;
  auth_service: string;
  email: string;
  email_verified: boolean;
  nickname: string;
  first_name: string;
  last_name: string;
  position: string;
  roles: string;
  allow_marketing: boolean;
  props: Record<string, string> | null;
  notify_props: Record<string, string> | null;
  locale: string;
  timezone: Record<string, string> | null;
  disable_welcome_email: boolean;
}

/** `user_added`, `added_to_team`, `leave_team`: a user and a team. */
export interface UserInTeam {
  user_id: string;
  team_id: string;
}

/** Body of `PUT /users/{user_id}/patch`: absent fields stay as they are. */
export interface UserPatch {
  username?: string;
  /** The current password, needed to change the own e-mail address. */
  password?: string;
  nickname?: string;
  first_name?: string;
  last_name?: string;
  position?: string;
  email?: string;
  props?: Record<string, string>;
  notify_props?: Record<string, string>;
  locale?: string;
  timezone?: Record<string, string>;
  remote_id?: string;
}

/** `new_user`. */
export interface UserRef {
  user_id: string;
}

/** `user_removed` as those who stay in the channel receive it. */
export interface UserRemoved {
  user_id: string;
  remover_id: string;
}

/** One row of `GET /reports/users`. */
export interface UserReport extends User {
  last_status_at?: number;
  last_post_date?: number;
  days_active?: number;
  total_posts?: number;
  channel_count?: number;
}

/** `user_role_updated`. */
export interface UserRoleUpdated {
  user_id: string;
  roles: string;
}

/** Body of `POST /users/search`. */
export interface UserSearch {
  term: string;
  team_id: string;
  not_in_team_id: string;
  in_channel_id: string;
  not_in_channel_id: string;
  in_group_id: string;
  not_in_group_id: string;
  group_constrained: boolean;
  allow_inactive: boolean;
  without_team: boolean;
  limit: number;
  role: string;
  roles: string[];
  channel_roles: string[];
  team_roles: string[];
}

/** Answer of `GET /users/stats` and `GET /users/stats/filtered`. */
export interface UserStats {
  total_users_count: number;
}

/** `user_updated`: the one event whose value is an object, not text. */
export interface UserUpdated {
  user: User;
}

/** Someone in a team or channel, with the groups that someone is in. */
export interface UserWithGroups extends User {
  groups: Group[];
  scheme_guest: boolean;
  scheme_user: boolean;
  scheme_admin: boolean;
}

/** Answer to `GET /teams/{team_id}/members_minus_group_members` and its like for channels. */
export interface UsersWithGroups {
  users: UserWithGroups[];
  total_count: number;
}

export type InviteForm = string[] | InviteWithChannels;

/** What each event says. */
export interface EventData {
  posted: Posted & ForRecipient;
  post_edited: PostData & ForRecipient;
  post_deleted: PostDeleted;
  post_unread: PostUnread;
  ephemeral_message: PostData;
  reaction_added: ReactionData;
  reaction_removed: ReactionData;
  post_acknowledgement_added: AcknowledgementData;
  post_acknowledgement_removed: AcknowledgementData;
  persistent_notification_triggered: Record<string, unknown>;
  typing: Typing;
  draft_created: DraftData;
  draft_updated: Record<string, unknown>;
  draft_deleted: DraftData;
  scheduled_post_created: ScheduledPostData;
  scheduled_post_updated: ScheduledPostData;
  scheduled_post_deleted: ScheduledPostData;
  post_translation_updated: Record<string, unknown>;
  post_revealed: Record<string, unknown>;
  post_burned: Record<string, unknown>;
  burn_on_read_all_revealed: Record<string, unknown>;
  file_download_rejected: Record<string, unknown>;
  show_toast: Record<string, unknown>;
  thread_updated: ThreadUpdated;
  thread_follow_changed: ThreadFollowChanged;
  thread_read_changed: ThreadReadChanged | ThreadsRead;
  channel_created: ChannelCreated;
  channel_updated: ChannelData;
  channel_converted: ChannelRef;
  channel_deleted: ChannelDeleted;
  channel_restored: ChannelRef;
  channel_member_updated: ChannelMemberData;
  channel_scheme_updated: Record<string, unknown>;
  direct_added: DirectAdded;
  group_added: GroupAdded;
  user_added: UserInTeam;
  user_removed: RemovedFromChannel | UserRemoved;
  multiple_channels_viewed: ChannelsViewed;
  channels_seen: ChannelsSeen;
  channel_bookmark_created: BookmarkData;
  channel_bookmark_updated: BookmarkUpdateData;
  channel_bookmark_deleted: BookmarkData;
  channel_bookmark_sorted: BookmarksData;
  added_to_team: UserInTeam;
  leave_team: UserInTeam;
  update_team: TeamData;
  delete_team: TeamData;
  restore_team: TeamData;
  update_team_scheme: TeamData;
  memberrole_updated: TeamMemberData;
  new_user: UserRef;
  user_updated: UserUpdated;
  user_role_updated: UserRoleUpdated;
  user_activation_status_change: Record<string, unknown>;
  guests_deactivated: Record<string, unknown>;
  status_change: StatusChange;
  preferences_changed: PreferencesData;
  preferences_deleted: PreferencesData;
  preference_changed: PreferenceData;
  sidebar_category_created: CategoryRef;
  sidebar_category_updated: CategoriesUpdated;
  sidebar_category_deleted: CategoryRef;
  sidebar_category_order_updated: CategoryOrder;
  hello: Hello;
  config_changed: ConfigChanged;
  license_changed: LicenseChanged;
  role_updated: RoleData;
  emoji_added: EmojiData;
  open_dialog: DialogData;
  plugin_enabled: Record<string, unknown>;
  plugin_disabled: Record<string, unknown>;
  plugin_statuses_changed: Record<string, unknown>;
  received_group: GroupData;
  received_group_associated_to_team: Record<string, unknown>;
  received_group_not_associated_to_team: Record<string, unknown>;
  received_group_associated_to_channel: Record<string, unknown>;
  received_group_not_associated_to_channel: Record<string, unknown>;
  group_member_add: GroupMemberData;
  group_member_deleted: GroupMemberData;
  custom_profile_attributes_field_created: AttributeFieldData;
  custom_profile_attributes_field_updated: AttributeFieldData;
  custom_profile_attributes_field_deleted: AttributeFieldRef;
  custom_profile_attributes_values_updated: AttributeValuesData;
  first_admin_visit_marketplace_status_received: MarketplaceVisited;
  cloud_subscription_changed: Record<string, unknown>;
  hosted_customer_signup_progress_updated: Record<string, unknown>;
  content_flagging_report_value_updated: Record<string, unknown>;
  recap_updated: Record<string, unknown>;
  response: Record<string, unknown>;
}

export type EventName = keyof EventData;
