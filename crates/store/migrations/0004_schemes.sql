-- Where a scheme is in use: listed, and set free when it is removed.
CREATE INDEX teams_scheme ON teams (scheme_id, display_name, id);
CREATE INDEX channels_scheme ON channels (scheme_id, display_name, id);
-- Pages of schemes.
CREATE INDEX schemes_scope ON schemes (scope, create_at, id);
