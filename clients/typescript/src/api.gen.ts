// Generated from docs/api/openapi.json by `cargo xtask openapi`. Do not edit.
/** A personal access token. */
export type AccessToken = {
  id: string;
  /** The secret: sent in the answer that creates it and never again. */
  token?: string;
  user_id: string;
  description: string;
  is_active: boolean;
};
/** Body of `POST /users/{user_id}/tokens`. */
export type AccessTokenForm = {
  description?: string;
};
/** Body of `POST /users/tokens/{revoke,disable,enable}`. */
export type AccessTokenRef = {
  token_id?: string;
};
/** Body of `POST /oauth/access_token`, form-encoded. */
export type AccessTokenRequest = {
  /** `authorization_code` or `refresh_token`. */
  grant_type?: string;
  client_id?: string;
  client_secret?: string;
  code?: string;
  redirect_uri?: string;
  refresh_token?: string;
  code_verifier?: string;
  resource?: string;
};
/** Answer of `POST /oauth/access_token`. */
export type AccessTokenResponse = {
  access_token: string;
  /** Always `bearer`. */
  token_type: string;
  /** Seconds. */
  expires_in: number;
  scope: string;
  refresh_token: string;
  id_token?: string;
};
/** Body of `POST /users/tokens/search`. */
export type AccessTokenSearch = {
  term?: string;
};
/** Somebody confirmed to have read a post. */
export type Acknowledgement = {
  user_id: string;
  post_id: string;
  acknowledged_at: number;
  channel_id: string;
};
/** Somebody confirmed to have read a post. */
export type AcknowledgementInput = {
  user_id?: string;
  post_id?: string;
  acknowledged_at?: number;
  channel_id?: string;
};
/** Answer of a click. */
export type ActionDone = {
  status: string;
  trigger_id: string;
};
/** Body of `POST /posts/{post_id}/actions/{action_id}`. */
export type ActionForm = {
  selected_option?: string;
  query?: string;
  cookie?: string;
};
/** Where a click on a `PostAction` goes, and what is sent along. */
export type ActionIntegration = {
  url: string;
  context?: Record<string, unknown>;
};
/** Where a click on a `PostAction` goes, and what is sent along. */
export type ActionIntegrationInput = {
  url?: string;
  context?: Record<string, unknown>;
};
/** One line of a menu. */
export type ActionOption = {
  text: string;
  value: string;
};
/** One line of a menu. */
export type ActionOptionInput = {
  text?: string;
  value?: string;
};
/** Body of `PUT /users/{user_id}/active`. */
export type ActiveForm = {
  /** Absent is refused, so it is told apart from `false`. */
  active?: boolean | null;
};
/** One row of `GET /analytics/old`. */
export type AnalyticsRow = {
  name: string;
  value: number;
};
export type AssertionResponse = {
  clientDataJSON?: string;
  authenticatorData?: string;
  signature?: string;
  /** The id of the account, which authenticators keep with a passkey; missing with older ones. */
  userHandle?: string | null;
};
/** A box under a post that an integration filled in. */
export type Attachment = {
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
  ts: unknown;
  actions?: PostAction[];
};
/** One cell of an attachment's table. */
export type AttachmentField = {
  title: string;
  /** Text or a number. */
  value: unknown;
  /** Two short cells stand side by side. Integrations send `"true"` as well as `true`. */
  short: boolean;
};
/** One cell of an attachment's table. */
export type AttachmentFieldInput = {
  title?: string;
  /** Text or a number. */
  value?: unknown;
  /** Two short cells stand side by side. Integrations send `"true"` as well as `true`. */
  short?: boolean;
};
/** A box under a post that an integration filled in. */
export type AttachmentInput = {
  id?: number;
  fallback?: string;
  color?: string;
  pretext?: string;
  author_name?: string;
  author_link?: string;
  author_icon?: string;
  title?: string;
  title_link?: string;
  text?: string;
  fields?: AttachmentFieldInput[] | null;
  image_url?: string;
  thumb_url?: string;
  footer?: string;
  footer_icon?: string;
  /** A number or text, as the integration sent it. */
  ts?: unknown;
  actions?: PostActionInput[];
};
export type AttestationResponse = {
  clientDataJSON?: string;
  attestationObject?: string;
  transports?: string[];
};
/** A field of every profile. */
export type AttributeField = {
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
};
/** A field of every profile. */
export type AttributeFieldInput = {
  id?: string;
  group_id?: string;
  name?: string;
  /** `text`, `select`, `multiselect`, `date`, `user` or `multiuser`. */
  type?: string;
  attrs?: Record<string, unknown>;
  target_id?: string;
  target_type?: string;
  create_at?: number;
  update_at?: number;
  delete_at?: number;
};
/** Body of `PATCH /custom_profile_attributes/fields/{field_id}`: absent fields stay as they are. */
export type AttributeFieldPatch = {
  name?: string | null;
  type?: string | null;
  attrs?: Record<string, unknown> | null;
};
/** Answer to `GET /custom_profile_attributes/group`. */
export type AttributeGroup = {
  id: string;
};
/** One thing that somebody did. */
export type Audit = {
  id: string;
  create_at: number;
  user_id: string;
  /** The path that was called. */
  action: string;
  extra_info: string;
  ip_address: string;
  session_id: string;
};
/** Body of `PUT /users/{user_id}/auth`. */
export type AuthForm = {
  auth_data: string | null;
  auth_service: string;
  password: string;
};
/** Body of `PUT /users/{user_id}/auth`. */
export type AuthFormInput = {
  auth_data?: string | null;
  auth_service?: string;
  password?: string;
};
export type AuthenticatorSelection = {
  residentKey: string;
  userVerification: string;
};
/** Body of `POST /oauth/authorize`. */
export type AuthorizeForm = {
  response_type?: string;
  client_id?: string;
  redirect_uri?: string;
  scope?: string;
  state?: string;
  code_challenge?: string;
  code_challenge_method?: string;
  resource?: string;
};
/** The coloured line on top of a channel. */
export type BannerInfo = {
  enabled: boolean | null;
  text: string | null;
  background_color: string | null;
};
/** The coloured line on top of a channel. */
export type BannerInfoInput = {
  enabled?: boolean | null;
  text?: string | null;
  background_color?: string | null;
};
/** A link or a file above a channel. */
export type Bookmark = {
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
};
/** A link or a file above a channel. */
export type BookmarkInput = {
  id?: string;
  create_at?: number;
  update_at?: number;
  delete_at?: number;
  channel_id?: string;
  owner_id?: string;
  file_id?: string;
  display_name?: string;
  /** Counts from 0 without gaps. */
  sort_order?: number;
  link_url?: string;
  image_url?: string;
  emoji?: string;
  type?: string;
  original_id?: string;
  parent_id?: string;
  file?: FileInfoInput | null;
};
/** Body of `PATCH /channels/{channel_id}/bookmarks/{bookmark_id}`: absent fields stay as they are. */
export type BookmarkPatch = {
  file_id?: string | null;
  display_name?: string | null;
  sort_order?: number | null;
  link_url?: string | null;
  image_url?: string | null;
  emoji?: string | null;
};
/** Answer of a patch. A bookmark changed by another user than its owner is replaced by a new one. */
export type BookmarkUpdate = {
  updated: Bookmark | null;
  deleted?: Bookmark;
};
/** What is known of a bot beyond its `User`(crate::users::User), which has the same id. */
export type Bot = {
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
};
/** What is known of a bot beyond its `User`(crate::users::User), which has the same id. */
export type BotInput = {
  user_id?: string;
  username?: string;
  display_name?: string;
  description?: string;
  owner_id?: string;
  last_icon_update?: number;
  create_at?: number;
  update_at?: number;
  /** When the bot was disabled. */
  delete_at?: number;
};
/** Body of `PUT /bots/{bot_user_id}`: absent fields stay as they are. */
export type BotPatch = {
  username?: string | null;
  display_name?: string | null;
  description?: string | null;
};
/** Answer of `GET .../channels/categories`. */
export type Categories = {
  categories: Category[];
  order: string[];
};
/** One section of a user's sidebar. */
export type Category = {
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
};
/** One section of a user's sidebar. */
export type CategoryInput = {
  /** An id for custom categories, `{kind}_{user}_{team}` for the three that are always there. */
  id?: string;
  user_id?: string;
  team_id?: string;
  sort_order?: number;
  sorting?: string;
  type?: string;
  display_name?: string;
  muted?: boolean;
  collapsed?: boolean;
  channel_ids?: string[];
};
/** A place where posts are written. */
export type Channel = {
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
};
/** A place where posts are written. */
export type ChannelInput = {
  id?: string;
  create_at?: number;
  update_at?: number;
  delete_at?: number;
  /** Empty for direct and group channels. */
  team_id?: string;
  /** `OPEN`, `PRIVATE`, `DIRECT` or `GROUP`. */
  type?: string;
  display_name?: string;
  name?: string;
  header?: string;
  purpose?: string;
  last_post_at?: number;
  total_msg_count?: number;
  extra_update_at?: number;
  creator_id?: string;
  scheme_id?: string | null;
  props?: Record<string, unknown> | null;
  group_constrained?: boolean | null;
  /** `Some(false)` for direct and group channels, `None` for the others. */
  shared?: boolean | null;
  total_msg_count_root?: number;
  policy_id?: string | null;
  last_root_post_at?: number;
  banner_info?: BannerInfoInput | null;
  policy_enforced?: boolean;
  default_category_name?: string;
};
/** A user's membership of a channel, with what the user has read of it. */
export type ChannelMember = {
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
};
/** One line of the answer to `GET /channels/{channel_id}/member_counts_by_group`. */
export type ChannelMemberCount = {
  group_id: string;
  channel_member_count: number;
  channel_member_timezones_count: number;
};
/** Body of `POST /channels/{channel_id}/members`: one user or many. */
export type ChannelMemberForm = {
  user_id?: string;
  /** Present, even if empty, makes the answer a list. */
  user_ids?: string[] | null;
  post_root_id?: string;
};
/** A membership in a list that spans teams. */
export type ChannelMemberWithTeam = ChannelMember & {
  team_display_name: string;
  team_name: string;
  team_update_at: number;
};
/** Body of `PUT /channels/{channel_id}/patch`: absent fields stay as they are. */
export type ChannelPatch = {
  display_name?: string | null;
  name?: string | null;
  header?: string | null;
  purpose?: string | null;
  group_constrained?: boolean | null;
  banner_info?: BannerInfoInput | null;
};
/** Body of the channel searches. */
export type ChannelSearch = {
  term?: string;
  exclude_default_channels?: boolean;
  not_associated_to_group?: string;
  team_ids?: string[];
  group_constrained?: boolean;
  exclude_group_constrained?: boolean;
  exclude_policy_constrained?: boolean;
  public?: boolean;
  private?: boolean;
  include_deleted?: boolean;
  include_search_by_id?: boolean;
  exclude_remote?: boolean;
  deleted?: boolean;
  /** Both paging fields present make the answer a `ChannelsWithCount`. */
  page?: number | null;
  per_page?: number | null;
};
/** Answer of `GET /channels/{channel_id}/stats`. */
export type ChannelStats = {
  channel_id: string;
  member_count: number;
  guest_count: number;
  pinnedpost_count: number;
  /** -1 when the caller asked not to count files. */
  files_count: number;
};
/** Answer of `GET /users/{user_id}/channels/{channel_id}/unread`; counts are differences. */
export type ChannelUnread = {
  team_id: string;
  channel_id: string;
  msg_count: number;
  mention_count: number;
  mention_count_root: number;
  urgent_mention_count: number;
  msg_count_root: number;
};
/** Answer of `POST /users/{user_id}/posts/{post_id}/set_unread`. */
export type ChannelUnreadAt = {
  team_id: string;
  user_id: string;
  channel_id: string;
  msg_count: number;
  mention_count: number;
  mention_count_root: number;
  urgent_mention_count: number;
  msg_count_root: number;
  last_viewed_at: number;
};
/** Answer of `view` and `mark_read`. */
export type ChannelViewed = {
  status: string;
  last_viewed_at_times: Record<string, number>;
};
/** A channel in a list that spans teams. */
export type ChannelWithTeam = Channel & {
  team_display_name: string;
  team_name: string;
  team_update_at: number;
};
/** Answer of channel lists that were asked for a total. */
export type ChannelsWithCount = {
  channels: ChannelWithTeam[];
  total_count: number;
};
/** Body and answer of `POST /logs`. */
export type ClientLog = {
  level: string;
  message: string;
};
/** Body and answer of `POST /logs`. */
export type ClientLogInput = {
  level?: string;
  message?: string;
};
/** One measurement of a `PerformanceReport`. */
export type ClientMetric = {
  metric?: string;
  value?: number;
  timestamp?: number | null;
  labels?: Record<string, string>;
};
/** One row of `GET /cluster/status`. */
export type ClusterNode = {
  id: string;
  version: string;
  schema_version: string;
  config_hash: string;
  ipaddress: string;
  hostname: string;
};
/** A slash command. Built-in ones have no id, no team and no address. */
export type Command = {
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
};
/** Body of `POST /commands/execute`. */
export type CommandForm = {
  command?: string;
  channel_id?: string;
  team_id?: string;
  root_id?: string;
};
/** A slash command. Built-in ones have no id, no team and no address. */
export type CommandInput = {
  id?: string;
  /** Proves to the integration that this server asks. */
  token?: string;
  create_at?: number;
  update_at?: number;
  delete_at?: number;
  creator_id?: string;
  team_id?: string;
  /** Without the leading slash. */
  trigger?: string;
  method?: string;
  username?: string;
  icon_url?: string;
  auto_complete?: boolean;
  auto_complete_desc?: string;
  auto_complete_hint?: string;
  display_name?: string;
  description?: string;
  url?: string;
  plugin_id?: string;
  /** Describes the arguments; built-in commands only. */
  autocomplete_data?: unknown;
  autocomplete_icon_data?: string;
};
/** Body of `PUT /commands/{command_id}/move`. */
export type CommandMove = {
  team_id?: string;
};
/** What a command answers, to the client and from an integration. */
export type CommandResponse = {
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
};
/** What a command answers, to the client and from an integration. */
export type CommandResponseInput = {
  response_type?: string;
  text?: string;
  username?: string;
  channel_id?: string;
  icon_url?: string;
  type?: string;
  props?: Record<string, unknown> | null;
  /** An address that the client opens. */
  goto_location?: string;
  trigger_id?: string;
  skip_slack_parsing?: boolean;
  attachments?: AttachmentInput[] | null;
  extra_responses?: CommandResponseInput[] | null;
};
/** One row of `GET /teams/{team_id}/commands/autocomplete_suggestions`. */
export type CommandSuggestion = {
  Complete: string;
  Suggestion: string;
  Hint: string;
  Description: string;
  IconData: string;
};
/** What a browser makes a passkey by (`PublicKeyCredentialCreationOptionsJSON`). */
export type CreationOptions = {
  rp: RelyingParty;
  user: PasskeyUser;
  challenge: string;
  pubKeyCredParams: KeyParameters[];
  /** Milliseconds. */
  timeout: number;
  excludeCredentials: CredentialDescriptor[];
  authenticatorSelection: AuthenticatorSelection;
  attestation: string;
};
export type CredentialDescriptor = {
  type: string;
  id: string;
  transports: string[];
};
/** A line of the user's own about what he or she is doing. */
export type CustomStatus = {
  emoji?: string;
  text?: string;
  /** Empty for no end, else one of `DURATIONS`. */
  duration?: string;
  /** RFC 3339; `NEVER` when there is no end. */
  expires_at?: string;
};
/** Body of `POST /oauth/deauthorize`. */
export type DeauthorizeForm = {
  client_id?: string;
};
/** Body of `PUT /users/sessions/device`. */
export type DeviceForm = {
  device_id?: string;
  device_notification_disabled?: string;
  mobile_version?: string;
};
/** A form that an integration asks a user to fill in. */
export type Dialog = {
  callback_id: string;
  title: string;
  introduction_text: string;
  icon_url: string;
  elements: DialogElement[] | null;
  submit_label: string;
  notify_on_cancel: boolean;
  state: string;
  source_url?: string;
};
/** What an integration answers to a submission, and so does the server. */
export type DialogAnswer = {
  error?: string;
  errors?: Record<string, string>;
  type?: string;
  form?: Dialog;
};
/** One field of a `Dialog`. */
export type DialogElement = {
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
};
/** One field of a `Dialog`. */
export type DialogElementInput = {
  display_name?: string;
  name?: string;
  /** `text`, `textarea`, `select`, `bool`, `radio`, `date` or `datetime`. */
  type?: string;
  subtype?: string;
  default?: string;
  placeholder?: string;
  help_text?: string;
  optional?: boolean;
  min_length?: number;
  max_length?: number;
  data_source?: string;
  data_source_url?: string;
  options?: ActionOptionInput[] | null;
  multiselect?: boolean;
  refresh?: boolean;
};
/** A form that an integration asks a user to fill in. */
export type DialogInput = {
  callback_id?: string;
  title?: string;
  introduction_text?: string;
  icon_url?: string;
  elements?: DialogElementInput[] | null;
  submit_label?: string;
  notify_on_cancel?: boolean;
  state?: string;
  source_url?: string;
};
/** Body of `POST /actions/dialogs/submit` and `lookup`, and what the integration receives. */
export type DialogSubmission = {
  type?: string;
  url?: string;
  callback_id?: string;
  state?: string;
  user_id?: string;
  channel_id?: string;
  team_id?: string;
  submission?: Record<string, unknown>;
  cancelled?: boolean;
};
/** A group of a directory, and the one here that follows it. */
export type DirectoryGroup = {
  /** `null` while the group is not linked. */
  mattermost_group_id: string | null;
  primary_key: string;
  name: string;
  has_syncables: boolean | null;
};
/** Answer to `GET /ldap/groups`: one page and the number of all. */
export type DirectoryGroups = {
  count: number;
  groups: DirectoryGroup[];
};
/** An unfinished post, at most one per user, channel and thread. */
export type Draft = {
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
};
/** An unfinished post, at most one per user, channel and thread. */
export type DraftInput = {
  create_at?: number;
  update_at?: number;
  delete_at?: number;
  user_id?: string;
  channel_id?: string;
  root_id?: string;
  message?: string;
  type?: string;
  props?: Record<string, unknown>;
  /** As the client named them, which may be what is no id: nothing is attached before the post is sent. */
  file_ids?: string[];
  metadata?: PostMetadataInput | null;
  priority?: Record<string, unknown> | null;
};
/** Body of requests that name an account by its address. */
export type EmailForm = {
  email?: string;
};
/** A preview under a post. */
export type Embed = {
  type: string;
  url?: string;
  data?: unknown;
};
/** A preview under a post. */
export type EmbedInput = {
  type?: string;
  url?: string;
  data?: unknown;
};
/** A picture that users gave a name. */
export type Emoji = {
  id: string;
  create_at: number;
  update_at: number;
  delete_at: number;
  creator_id: string;
  name: string;
};
/** A picture that users gave a name. */
export type EmojiInput = {
  id?: string;
  create_at?: number;
  update_at?: number;
  delete_at?: number;
  creator_id?: string;
  name?: string;
};
/** Body of `POST /emoji/search`. */
export type EmojiSearch = {
  term?: string;
  prefix_only?: boolean;
};
/** Body of `POST /posts/ephemeral`. */
export type EphemeralForm = {
  user_id?: string;
  post?: PostInput | null;
};
/** What every failed request is answered with. */
export type ErrorBody = {
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
};
/** What is known of a stored file. Where it lies is never sent. */
export type FileInfo = {
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
};
/** What is known of a stored file. Where it lies is never sent. */
export type FileInfoInput = {
  id?: string;
  user_id?: string;
  /** Empty until the file is posted. */
  post_id?: string;
  channel_id?: string;
  create_at?: number;
  update_at?: number;
  delete_at?: number;
  name?: string;
  /** Lower case, without the dot. */
  extension?: string;
  size?: number;
  mime_type?: string;
  width?: number;
  height?: number;
  has_preview_image?: boolean;
  /** A tiny JPEG, base64, shown while the file loads. */
  mini_preview?: string | null;
  remote_id?: string;
  archived?: boolean;
};
/** Answer of the file searches. */
export type FileInfoList = {
  order: string[];
  file_infos: Record<string, FileInfo>;
  next_file_info_id: string;
  prev_file_info_id: string;
  first_inaccessible_file_time: number;
};
/** Answer of `GET /files/{file_id}/link`. */
export type FileLink = {
  link: string;
};
/** Answer of `POST /files`. */
export type FileUpload = {
  file_infos: FileInfo[];
  /** The names by which the client knows its uploads, echoed; `null` for a raw body without one. */
  client_ids: string[] | null;
};
/** Answer to `GET /data_retention/policy`: what is older than its cutoff is removed, if it is removed at all. */
export type GlobalRetention = {
  message_deletion_enabled: boolean;
  file_deletion_enabled: boolean;
  message_retention_cutoff: number;
  file_retention_cutoff: number;
};
/** A group. Custom ones are made here; others come from a directory (`source`) and keep its id. */
export type Group = {
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
};
/** Body of `POST /channels/{channel_id}/convert_to_channel`. */
export type GroupConversion = {
  channel_id?: string;
  team_id?: string;
  name?: string;
  display_name?: string;
};
/** A group. Custom ones are made here; others come from a directory (`source`) and keep its id. */
export type GroupInput = {
  id?: string;
  /** What follows the `@`; a group of a directory has none until it may be mentioned. */
  name?: string | null;
  display_name?: string;
  description?: string;
  source?: string;
  remote_id?: string | null;
  create_at?: number;
  update_at?: number;
  delete_at?: number;
  /** Whether teams or channels take their members from it. */
  has_syncables?: boolean;
  member_count?: number | null;
  allow_reference?: boolean;
};
/** Someone's place in a group. */
export type GroupMember = {
  group_id: string;
  user_id: string;
  create_at: number;
  delete_at: number;
};
/** Body of `POST` and `DELETE /groups/{group_id}/members`. */
export type GroupMemberIds = {
  user_ids?: string[];
};
/** Answer to `GET /groups/{group_id}/members`: one page and the number of all. */
export type GroupMembers = {
  members: User[];
  total_member_count: number;
};
/** Body of `PUT /groups/{group_id}/patch`; what is absent stays. */
export type GroupPatch = {
  name?: string | null;
  display_name?: string | null;
  description?: string | null;
  allow_reference?: boolean | null;
};
/** Answer to `GET /groups/{group_id}/stats`. */
export type GroupStats = {
  group_id: string;
  total_member_count: number;
};
/** Size of an image that a post refers to, known before it is loaded. */
export type ImageSize = {
  height: number;
  width: number;
  format: string;
  frame_count: number;
};
/** Size of an image that a post refers to, known before it is loaded. */
export type ImageSizeInput = {
  height?: number;
  width?: number;
  format?: string;
  frame_count?: number;
};
/** An address to which programs post. */
export type IncomingHook = {
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
};
/** Body of `POST /hooks/{hook_id}`, alone or in the form field `payload`. */
export type IncomingHookForm = {
  text?: string;
  username?: string;
  icon_url?: string;
  icon_emoji?: string;
  /** `name`, `#name` or `@user`; empty for the hook's own channel. */
  channel?: string;
  attachments?: AttachmentInput[];
  props?: Record<string, unknown>;
  type?: string;
  priority?: PriorityInput | null;
};
/** An address to which programs post. */
export type IncomingHookInput = {
  id?: string;
  create_at?: number;
  update_at?: number;
  delete_at?: number;
  user_id?: string;
  channel_id?: string;
  team_id?: string;
  display_name?: string;
  description?: string;
  username?: string;
  icon_url?: string;
  /** Posts elsewhere are refused. */
  channel_locked?: boolean;
};
/** Answer of `GET /hooks/incoming?include_total_count=true`. */
export type IncomingHooksWithCount = {
  incoming_webhooks: IncomingHook[];
  total_count: number;
};
/** One row of a graceful invitation's answer. */
export type InviteAttempt = {
  email: string;
  error: ErrorBody | null;
};
/** The long form of `InviteForm`; the only one for guests. */
export type InviteWithChannels = {
  emails?: string[];
  channelIds?: string[];
  message?: string;
};
/** A piece of slow work. */
export type Job = {
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
};
/** Body of `POST /jobs`. */
export type JobForm = {
  type?: string;
  data?: Record<string, string> | null;
};
/** Body of `PATCH /jobs/{job_id}/status`. */
export type JobStatusForm = {
  status?: string;
  force?: boolean;
};
export type KeyParameters = {
  type: string;
  /** A number of the registry *COSE Algorithms*. */
  alg: number;
};
/** Body of `POST /users/login`. Every value is text, flags as well. */
export type LoginForm = {
  /** Wins over `login_id` when both are given. */
  id?: string;
  login_id?: string;
  password?: string;
  /** The second factor. */
  token?: string;
  device_id?: string;
  ldap_only?: string;
  magic_link_token?: string;
};
/** Answer of `POST /users/login/type`. */
export type LoginType = {
  auth_service: string;
  is_deactivated: boolean;
};
/** Body of `PUT /users/{user_id}/mfa`. */
export type MfaForm = {
  activate?: boolean | null;
  code?: string;
};
/** Answer of `POST /users/{user_id}/mfa/generate`. */
export type MfaSecret = {
  secret: string;
  /** A PNG image, base64. */
  qr_code: string;
};
export type ModeratedRole = {
  /** Whether they may. */
  value: boolean;
  /** Whether the channel decides; not so when the wider role lacks the right. */
  enabled: boolean;
};
export type ModeratedRoles = {
  /** Absent where guests never have the right. */
  guests?: ModeratedRole;
  members: ModeratedRole;
};
export type ModeratedRolesPatch = {
  guests?: boolean | null;
  members?: boolean | null;
};
/** One switch of a channel's moderation, as answered. */
export type Moderation = {
  name: string;
  roles: ModeratedRoles;
};
/** One switch in the body of `PUT /channels/{channel_id}/moderations/patch`. */
export type ModerationPatch = {
  name?: string;
  roles?: ModeratedRolesPatch;
};
/** A passkey that was made (`RegistrationResponseJSON`). */
export type NewCredential = {
  id?: string;
  type?: string;
  response?: AttestationResponse;
};
/** Body of `POST /groups`. */
export type NewGroup = GroupInput & {
  user_ids?: string[];
};
/** Answer where a new secret was made. */
export type NewToken = {
  token: string;
};
/** A registered application. Its id is the client id. */
export type OAuthApp = {
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
};
/** A registered application. Its id is the client id. */
export type OAuthAppInput = {
  id?: string;
  creator_id?: string;
  create_at?: number;
  update_at?: number;
  /** Blank for those who do not manage the application. */
  client_secret?: string;
  name?: string;
  description?: string;
  icon_url?: string;
  callback_urls?: string[];
  homepage?: string;
  /** Users are not asked before it gets in. */
  is_trusted?: boolean;
  mattermost_app_id?: string;
  is_dynamically_registered?: boolean;
};
/** Body of `POST /actions/dialogs/open`, and what the user's client receives. */
export type OpenDialog = {
  trigger_id?: string;
  url?: string;
  dialog?: DialogInput;
};
/** Words that make the server call other programs. */
export type OutgoingHook = {
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
};
/** Words that make the server call other programs. */
export type OutgoingHookInput = {
  id?: string;
  /** Proves to the program that this server calls. */
  token?: string;
  create_at?: number;
  update_at?: number;
  delete_at?: number;
  creator_id?: string;
  channel_id?: string;
  team_id?: string;
  trigger_words?: string[];
  trigger_when?: number;
  callback_urls?: string[];
  display_name?: string;
  description?: string;
  /** `application/json`, or form-encoded when empty. */
  content_type?: string;
  username?: string;
  icon_url?: string;
};
/** A passkey of an account. */
export type Passkey = {
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
};
/** Answer of `POST /users/{user_id}/passkeys/begin`. */
export type PasskeyBegun = {
  /** Comes back with the credential. */
  state: string;
  options: CreationOptions;
};
/** Body of `POST /users/{user_id}/passkeys`. */
export type PasskeyForm = {
  name?: string;
  state?: string;
  credential?: NewCredential;
};
/** Body of `POST /users/login/passkey`. */
export type PasskeyLogin = {
  device_id?: string;
  credential?: UsedCredential;
};
/** Body of `PUT /users/{user_id}/passkeys/{passkey_id}`. */
export type PasskeyName = {
  name?: string;
};
export type PasskeyUser = {
  id: string;
  name: string;
  displayName: string;
};
/** Body of `PUT /users/{user_id}/password`. */
export type PasswordChange = {
  current_password?: string;
  new_password?: string;
  /** `new_password` is a hash that another server made: PBKDF2 in its PHC form, or bcrypt. */
  already_hashed?: boolean;
};
/** Body of `POST /users/{user_id}/passkeys/begin` and `POST /users/{user_id}/recovery_codes`. */
export type PasswordProof = {
  /** The account's password; not needed shortly after the sign-in. */
  password?: string;
};
/** Body of `POST /users/password/reset`. */
export type PasswordReset = {
  token?: string;
  new_password?: string;
};
/** Body of `POST /client_perf`: what a client measured of itself. */
export type PerformanceReport = {
  version?: string;
  client_id?: string;
  labels?: Record<string, string>;
  /** Milliseconds, with a fraction. */
  start?: number;
  end?: number;
  counters?: ClientMetric[];
  histograms?: ClientMetric[];
};
/** Something said in a channel. */
export type Post = {
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
};
/** A button or a menu. */
export type PostAction = {
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
};
/** A button or a menu. */
export type PostActionInput = {
  id?: string;
  /** `button` or `select`. */
  type?: string;
  name?: string;
  tooltip?: string;
  disabled?: boolean;
  style?: string;
  /** `users` or `channels`; empty when `options` say it all. */
  data_source?: string;
  options?: ActionOptionInput[];
  default_option?: string;
  /** Where a click goes. Never sent to clients: see `PostAction::for_clients`. */
  integration?: ActionIntegrationInput | null;
  /** Stands for the integration on posts that are not stored. */
  cookie?: string;
};
/** Answer of `GET /posts/{post_id}/info`: what to join in order to read. */
export type PostInfo = {
  channel_id: string;
  channel_type: string;
  channel_display_name: string;
  has_joined_channel: boolean;
  team_id: string;
  team_type: string;
  team_display_name: string;
  has_joined_team: boolean;
};
/** Something said in a channel. */
export type PostInput = {
  id?: string;
  create_at?: number;
  update_at?: number;
  edit_at?: number;
  delete_at?: number;
  is_pinned?: boolean;
  user_id?: string;
  channel_id?: string;
  /** The thread's first post; empty for posts that begin one. */
  root_id?: string;
  /** For a kept old version, the post it was a version of. */
  original_id?: string;
  message?: string;
  message_source?: string;
  type?: string;
  props?: Record<string, unknown>;
  /** Separated by spaces. */
  hashtags?: string;
  /** `null` for ephemeral posts and where none of the named files could be attached. */
  file_ids?: string[] | null;
  /** Chosen by the author's client, so that it knows its post again. */
  pending_post_id?: string;
  has_reactions?: boolean;
  /** `Some("")` for posts of people; absent where the server or an integration wrote. */
  remote_id?: string | null;
  reply_count?: number;
  last_reply_at?: number;
  /** Filled in only for clients that collapse threads. */
  participants?: UserInput[] | null;
  is_following?: boolean | null;
  metadata?: PostMetadataInput | null;
};
/** Posts with their order. */
export type PostList = {
  /** Newest first, except in threads. */
  order: string[];
  /** May hold roots and replies that are not in `order`. */
  posts: Record<string, Post>;
  next_post_id: string;
  prev_post_id: string;
  has_next?: boolean;
  first_inaccessible_post_time: number;
};
/** What clients draw around a post without asking again. */
export type PostMetadata = {
  embeds?: Embed[];
  emojis?: Emoji[];
  files?: FileInfo[];
  images?: Record<string, ImageSize>;
  reactions?: Reaction[];
  priority?: Priority;
  acknowledgements?: Acknowledgement[];
};
/** What clients draw around a post without asking again. */
export type PostMetadataInput = {
  embeds?: EmbedInput[];
  emojis?: EmojiInput[];
  files?: FileInfoInput[];
  images?: Record<string, ImageSizeInput>;
  reactions?: ReactionInput[];
  priority?: PriorityInput | null;
  acknowledgements?: AcknowledgementInput[];
};
/** Body of `PUT /posts/{post_id}/patch`: absent fields stay as they are. */
export type PostPatch = {
  is_pinned?: boolean | null;
  message?: string | null;
  props?: Record<string, unknown> | null;
  file_ids?: string[] | null;
  has_reactions?: boolean | null;
};
/** Answer of `GET /usage/posts`. */
export type PostsUsage = {
  count: number;
};
/** One setting of one user. */
export type Preference = {
  user_id: string;
  category: string;
  name: string;
  value: string;
};
/** One setting of one user. */
export type PreferenceInput = {
  user_id?: string;
  category?: string;
  name?: string;
  value?: string;
};
/** The label of a root post. */
export type Priority = {
  /** Empty, `important` or `URGENT`. */
  priority: string | null;
  requested_ack: boolean | null;
  persistent_notifications: boolean | null;
};
/** The label of a root post. */
export type PriorityInput = {
  /** Empty, `important` or `URGENT`. */
  priority?: string | null;
  requested_ack?: boolean | null;
  persistent_notifications?: boolean | null;
};
/** Body of `PUT /teams/{team_id}/privacy` and `PUT /channels/{channel_id}/privacy`. */
export type PrivacyForm = {
  privacy?: string;
};
/** Body of a proxy's `POST /api/v1/send_push`, and the answer to the receipt of a message without contents. */
export type PushNotification = {
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
};
/** Body of `POST /notifications/ack`: a phone received a push. */
export type PushReceipt = {
  id?: string;
  received_at?: number;
  platform?: string;
  type?: string;
  post_id?: string;
  is_id_loaded?: boolean;
};
/** An emoji that a user put under a post. */
export type Reaction = {
  user_id: string;
  post_id: string;
  emoji_name: string;
  create_at: number;
  update_at: number;
  delete_at: number;
  remote_id: string;
  channel_id: string;
};
/** An emoji that a user put under a post. */
export type ReactionInput = {
  user_id?: string;
  post_id?: string;
  emoji_name?: string;
  create_at?: number;
  update_at?: number;
  delete_at?: number;
  remote_id?: string;
  channel_id?: string;
};
/** Answer of `POST /users/{user_id}/recovery_codes`. */
export type RecoveryCodes = {
  /** Sent in this answer and never again. */
  codes: string[];
};
/** Answer of `GET /users/{user_id}/recovery_codes`. */
export type RecoveryCodesLeft = {
  left: number;
};
/** Answer of `POST /oauth/authorize`: where the browser goes next. */
export type Redirect = {
  redirect: string;
};
/** Answer of `GET /redirect_location`. */
export type RedirectLocation = {
  location: string;
};
export type RelyingParty = {
  id: string;
  name: string;
};
/** Body of `POST /users/{user_id}/posts/{post_id}/reminder`. */
export type ReminderForm = {
  /** Seconds, not milliseconds. */
  target_time?: number;
};
/** What a browser uses a passkey by (`PublicKeyCredentialRequestOptionsJSON`): the answer of `POST /users/login/passkey/begin`. */
export type RequestOptions = {
  challenge: string;
  /** Milliseconds. */
  timeout: number;
  rpId: string;
  /** Empty where the person chooses among the passkeys for this site. */
  allowCredentials: CredentialDescriptor[];
  userVerification: string;
};
/** A named set of permissions. */
export type Role = {
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
};
/** Body of `PUT /roles/{role_id}/patch`. */
export type RolePatch = {
  permissions?: string[] | null;
};
/** Body of `PUT /users/{user_id}/roles` and of the like for members. */
export type RolesForm = {
  roles?: string;
};
/** A post that is sent later. */
export type ScheduledPost = {
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
};
/** A post that is sent later. */
export type ScheduledPostInput = {
  id?: string;
  create_at?: number;
  update_at?: number;
  delete_at?: number;
  user_id?: string;
  channel_id?: string;
  root_id?: string;
  message?: string;
  type?: string;
  props?: Record<string, unknown>;
  /** As the client named them, which may be what is no id: nothing is attached before the post is sent. */
  file_ids?: string[];
  metadata?: PostMetadataInput | null;
  priority?: Record<string, unknown> | null;
  scheduled_at?: number;
  /** When sending was tried; 0 before. */
  processed_at?: number;
  /** Why it was not sent, one of the `ERROR_` names; empty otherwise. */
  error_code?: string;
};
/** The role names behind a member's flags, for the scope and the narrower ones. */
export type Scheme = {
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
};
/** The role names behind a member's flags, for the scope and the narrower ones. */
export type SchemeInput = {
  id?: string;
  name?: string;
  display_name?: string;
  description?: string;
  create_at?: number;
  update_at?: number;
  delete_at?: number;
  /** `team`, `channel`, `playbook` or `run`. */
  scope?: string;
  default_team_admin_role?: string;
  default_team_user_role?: string;
  default_team_guest_role?: string;
  default_channel_admin_role?: string;
  default_channel_user_role?: string;
  default_channel_guest_role?: string;
  default_playbook_admin_role?: string;
  default_playbook_member_role?: string;
  default_run_admin_role?: string;
  default_run_member_role?: string;
};
/** Body of `PUT /schemes/{scheme_id}/patch`; what is absent stays. */
export type SchemePatch = {
  name?: string | null;
  display_name?: string | null;
  description?: string | null;
};
/** Body of `PUT .../members/{user_id}/schemeRoles` of teams and channels. */
export type SchemeRoles = {
  scheme_admin?: boolean;
  scheme_user?: boolean;
  scheme_guest?: boolean;
};
/** Body of the post and file searches. */
export type SearchForm = {
  terms?: string;
  /** Any word is enough. */
  is_or_search?: boolean;
  /** Seconds east of Greenwich, for dates in the terms. */
  time_zone_offset?: number;
  page?: number;
  /** 0 for the default length of a page. */
  per_page?: number;
  include_deleted_channels?: boolean;
};
/** Answer of the post searches. */
export type SearchResults = PostList & {
  /** Which words of which post matched; `null` where the engine does not say. */
  matches: Record<string, string[]> | null;
};
/** Answer of `GET /server_busy`. */
export type ServerBusy = {
  busy: boolean;
  /** Seconds since 1970. */
  expires: number;
  expires_ts?: string;
};
/** Answer of `GET /limits/server`; zeros for those who do not administer. */
export type ServerLimits = {
  maxUsersLimit: number;
  maxUsersHardLimit: number;
  activeUserCount: number;
  postHistoryLimit: number;
  lastAccessiblePostTime: number;
};
/** Somebody signed in, on one device or by one token. */
export type Session = {
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
};
/** Body of `POST /users/{user_id}/sessions/revoke`. */
export type SessionForm = {
  session_id?: string;
};
/** Body of `POST /users/{user_id}/posts/{post_id}/set_unread`. */
export type SetUnreadForm = {
  collapsed_threads_supported?: boolean;
};
/** Whether a user is there. */
export type Status = {
  user_id: string;
  status: string;
  /** Chosen by the user, so activity does not change it. */
  manual: boolean;
  last_activity_at: number;
  active_channel?: string;
  /** Seconds, not milliseconds; 0 for no end. */
  dnd_end_time: number;
};
/** The answer of requests that succeed and have nothing to say. */
export type StatusBody = {
  status: string;
};
/** Body of `PUT /users/{user_id}/status`. */
export type StatusForm = {
  user_id?: string;
  status?: string;
  /** Seconds. */
  dnd_end_time?: number;
};
/** Answer of `GET /usage/storage`. */
export type StorageUsage = {
  bytes: number;
};
/** Body of `POST /users/login/switch`. */
export type SwitchForm = {
  current_service?: string;
  new_service?: string;
  email?: string;
  password?: string;
  new_password?: string;
  mfa_code?: string;
  ldap_id?: string;
};
/** Body of a link and of its patch; what is absent stays, or is false. */
export type SyncableForm = {
  auto_add?: boolean | null;
  scheme_admin?: boolean | null;
};
/** A named setting of the whole server, as the onboarding state is. */
export type SystemValue = {
  name: string;
  value: string;
};
/** A group of people with channels of its own. */
export type Team = {
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
};
/** Answer of `GET /teams/name/{team_name}/exists`. */
export type TeamExists = {
  exists: boolean;
};
/** A group of people with channels of its own. */
export type TeamInput = {
  id?: string;
  create_at?: number;
  update_at?: number;
  delete_at?: number;
  display_name?: string;
  name?: string;
  description?: string;
  email?: string;
  /** `OPEN` or `INVITE_ONLY`. */
  type?: string;
  company_name?: string;
  allowed_domains?: string;
  invite_id?: string;
  /** Governs listing and joining, whatever the kind says. */
  allow_open_invite?: boolean;
  last_team_icon_update?: number;
  scheme_id?: string | null;
  group_constrained?: boolean | null;
  policy_id?: string | null;
  cloud_limits_archived?: boolean;
};
/** Answer of `GET /teams/invite/{invite_id}`: what a guest at the door may read. */
export type TeamInvite = {
  id: string;
  name: string;
  display_name: string;
  description: string;
};
/** A user's membership of a team. */
export type TeamMember = {
  team_id: string;
  user_id: string;
  /** Explicit roles and those of the scheme flags, separated by spaces. */
  roles: string;
  delete_at: number;
  scheme_guest: boolean;
  scheme_user: boolean;
  scheme_admin: boolean;
  explicit_roles: string;
};
/** One row of `POST /teams/{team_id}/members/batch?graceful=true`. */
export type TeamMemberAttempt = {
  /** As it was asked for: text that is no id of this server names nobody, and is told as it was. */
  user_id: string;
  member: TeamMember | null;
  error: ErrorBody | null;
};
/** Body of `POST /teams/{team_id}/members`, and one row of the batch. */
export type TeamMemberForm = {
  team_id?: string;
  user_id?: string;
};
/** Body of `PUT /teams/{team_id}/patch`: absent fields stay as they are. */
export type TeamPatch = {
  display_name?: string | null;
  description?: string | null;
  company_name?: string | null;
  allowed_domains?: string | null;
  allow_open_invite?: boolean | null;
  group_constrained?: boolean | null;
  cloud_limits_archived?: boolean | null;
};
/** Body of `POST /teams/search`. */
export type TeamSearch = {
  term?: string;
  /** Both paging fields present make the answer a `TeamsWithCount`. */
  page?: number | null;
  per_page?: number | null;
  allow_open_invite?: boolean | null;
  group_constrained?: boolean | null;
  include_group_constrained?: boolean | null;
  policy_id?: string | null;
  exclude_policy_constrained?: boolean | null;
  include_policy_id?: boolean | null;
  include_deleted?: boolean | null;
};
/** Answer of `GET /teams/{team_id}/stats`. */
export type TeamStats = {
  team_id: string;
  total_member_count: number;
  active_member_count: number;
};
/** Unread counts of one team; every count is already a difference. */
export type TeamUnread = {
  team_id: string;
  msg_count: number;
  mention_count: number;
  mention_count_root: number;
  msg_count_root: number;
  thread_count: number;
  thread_mention_count: number;
  thread_urgent_mention_count: number;
};
/** Answer of `GET /usage/teams`. */
export type TeamsUsage = {
  active: number;
  cloud_archived: number;
};
/** Answer of team lists that were asked for a total. */
export type TeamsWithCount = {
  teams: Team[];
  total_count: number;
};
/** Body of `POST /users/{user_id}/terms_of_service`. */
export type TermsAnswer = {
  termsOfServiceId?: string;
  accepted?: boolean;
};
/** Answer of `GET /terms_of_service`. */
export type TermsOfService = {
  id: string;
  create_at: number;
  user_id: string;
  text: string;
};
/** A thread with what one follower has not read of it. */
export type Thread = {
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
};
/** Answer of `GET /users/{user_id}/teams/{team_id}/threads`. */
export type Threads = {
  total: number;
  total_unread_threads: number;
  total_unread_mentions: number;
  total_unread_urgent_mentions: number;
  /** `null` when only the totals were asked for. */
  threads: Thread[] | null;
};
/** Body of `POST /users/email/verify`. */
export type TokenForm = {
  token?: string;
};
/** Body of `POST /users/{user_id}/typing` and data of the `user_typing` action. */
export type TypingForm = {
  channel_id?: string;
  parent_id?: string;
};
/** An upload in parts that survives broken connections. */
export type UploadSession = {
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
};
/** An upload in parts that survives broken connections. */
export type UploadSessionInput = {
  id?: string;
  type?: string;
  create_at?: number;
  user_id?: string;
  channel_id?: string;
  filename?: string;
  file_size?: number;
  /** Bytes received so far. */
  file_offset?: number;
  remote_id?: string;
  req_file_id?: string;
};
/** A passkey that was used (`AuthenticationResponseJSON`). */
export type UsedCredential = {
  id?: string;
  type?: string;
  response?: AssertionResponse;
};
/** An account of a person or a bot. */
export type User = {
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
};
/** Answer of `GET /users/autocomplete`. */
export type UserAutocomplete = {
  users: User[];
  /** Present only when a channel was asked about and someone of the team is outside it. */
  out_of_channel?: User[];
};
/** Body of `POST /users` and `PUT /users/{user_id}`: what a client may say of an account. */
export type UserForm = {
  id?: string;
  /** Honoured for administrators only, who import accounts. */
  create_at?: number;
  username?: string;
  password?: string;
  auth_data?: string | null;
  auth_service?: string;
  email?: string;
  email_verified?: boolean;
  nickname?: string;
  first_name?: string;
  last_name?: string;
  position?: string;
  roles?: string;
  allow_marketing?: boolean;
  props?: Record<string, string> | null;
  notify_props?: Record<string, string> | null;
  locale?: string;
  timezone?: Record<string, string> | null;
  disable_welcome_email?: boolean;
};
/** An account of a person or a bot. */
export type UserInput = {
  id?: string;
  create_at?: number;
  update_at?: number;
  /** When the account was deactivated; 0 while it is active. */
  delete_at?: number;
  username?: string;
  /** The name at the outer sign-on service. `Some("")` once sanitised, which is what viewers receive. */
  auth_data?: string | null;
  /** The outer sign-on service, empty for accounts with a password. */
  auth_service?: string;
  email?: string;
  email_verified?: boolean;
  nickname?: string;
  first_name?: string;
  last_name?: string;
  position?: string;
  /** Names of roles, separated by spaces. */
  roles?: string;
  allow_marketing?: boolean;
  props?: Record<string, string>;
  notify_props?: Record<string, string>;
  last_password_update?: number;
  /** Negative while the picture is the default one. */
  last_picture_update?: number;
  /** Wrong passwords since the last login. */
  failed_attempts?: number;
  locale?: string;
  timezone?: Record<string, string> | null;
  mfa_active?: boolean;
  /** How many passkeys the account has. */
  passkey_count?: number;
  /** `Some("")` for accounts made here; absent for bots. */
  remote_id?: string | null;
  last_activity_at?: number;
  is_bot?: boolean;
  bot_description?: string;
  bot_last_icon_update?: number;
  terms_of_service_id?: string;
  terms_of_service_create_at?: number;
  disable_welcome_email?: boolean;
  last_login?: number;
};
/** Body of `PUT /users/{user_id}/patch`: absent fields stay as they are. */
export type UserPatch = {
  username?: string | null;
  /** The current password, needed to change the own e-mail address. */
  password?: string | null;
  nickname?: string | null;
  first_name?: string | null;
  last_name?: string | null;
  position?: string | null;
  email?: string | null;
  props?: Record<string, string> | null;
  notify_props?: Record<string, string> | null;
  locale?: string | null;
  timezone?: Record<string, string> | null;
  remote_id?: string | null;
};
/** One row of `GET /reports/users`. */
export type UserReport = User & {
  last_status_at?: number;
  last_post_date?: number;
  days_active?: number;
  total_posts?: number;
  channel_count?: number;
};
/** Body of `POST /users/search`. */
export type UserSearch = {
  term?: string;
  team_id?: string;
  not_in_team_id?: string;
  in_channel_id?: string;
  not_in_channel_id?: string;
  in_group_id?: string;
  not_in_group_id?: string;
  group_constrained?: boolean;
  allow_inactive?: boolean;
  without_team?: boolean;
  limit?: number;
  role?: string;
  roles?: string[];
  channel_roles?: string[];
  team_roles?: string[];
};
/** Answer of `GET /users/stats` and `GET /users/stats/filtered`. */
export type UserStats = {
  total_users_count: number;
};
/** Someone in a team or channel, with the groups that someone is in. */
export type UserWithGroups = User & {
  groups: Group[];
  scheme_guest: boolean;
  scheme_user: boolean;
  scheme_admin: boolean;
};
/** Answer to `GET /teams/{team_id}/members_minus_group_members` and its like for channels. */
export type UsersWithGroups = {
  users: UserWithGroups[];
  total_count: number;
};

/** What each endpoint takes and answers. */
export interface Endpoints {
  /** Page */
  page: { answer: Blob };
  /** Lookup dialog */
  lookupDialog: { body: DialogSubmission; answer: {
  items: ActionOption[];
} };
  /** The trigger says for whom */
  openDialog: { body: OpenDialog; answer: StatusBody };
  /** What the user filled in, on its way to the program; while it is being filled in, too, when the form asks to be refreshed */
  submitDialog: { body: DialogSubmission; answer: DialogAnswer };
  /** Programs that answer like people; there are none */
  getAgents: { answer: Record<string, unknown> };
  /** Get agents status */
  getAgentsStatus: { answer: Record<string, unknown> };
  /** Get analytics */
  getAnalytics: { query?: { name?: string }; answer: AnalyticsRow[] };
  /** The reference of the API, to read and to try */
  getApiReference: { answer: Blob };
  /** One of the page's files */
  getApiReferenceFile: { path: { file_name: string }; answer: Blob };
  /** Get audits */
  getAudits: { query?: { page?: number; per_page?: number }; answer: Audit[] };
  /** Create bot */
  createBot: { body: BotInput; answer: Bot };
  /** All of them, or the caller's own */
  getBots: { query?: { include_deleted?: boolean; only_orphaned?: boolean; per_page?: number; page?: number }; answer: Bot[] };
  /** What changes nothing is told to nobody */
  patchBot: { path: { bot_user_id: string }; body: BotPatch; answer: Bot };
  /** Get bot */
  getBot: { path: { bot_user_id: string }; query?: { include_deleted?: boolean }; answer: Bot };
  /** Gives a bot another owner */
  assignBot: { path: { bot_user_id: string; user_id: string }; answer: Bot };
  /** Needs a password, so that somebody can sign in */
  convertBotToUser: { path: { bot_user_id: string }; query?: { set_system_admin?: boolean }; body: UserPatch; answer: User };
  /** Disable bot */
  disableBot: { path: { bot_user_id: string }; answer: Bot };
  /** Enable bot */
  enableBot: { path: { bot_user_id: string }; answer: Bot };
  /** Get brand image */
  getBrandImage: { answer: Blob };
  /** Upload brand image */
  uploadBrandImage: { body: FormData; answer: StatusBody };
  /** Delete brand image */
  deleteBrandImage: { answer: StatusBody };
  /** Invalidate caches */
  invalidateCaches: { answer: StatusBody };
  /** Answers with a page of all channels, for administrators */
  getAllChannels: { query?: { include_deleted?: boolean; exclude_default_channels?: boolean; include_total_count?: boolean; per_page?: number; page?: number }; answer: ChannelWithTeam[] | ChannelsWithCount };
  /** Creates a channel of a team; the caller becomes its administrator */
  createChannel: { body: ChannelInput; answer: Channel };
  /** Opens the conversation of two users, of whom the caller is one */
  createDirectChannel: { body: string[]; answer: Channel };
  /** Opens the conversation of three to eight users; the caller is one of them, listed or not */
  createGroupChannel: { body: string[]; answer: Channel };
  /** Searches the caller's group channels for people in them */
  searchGroupChannels: { body: ChannelSearch; answer: Channel[] };
  /** Marks all channels of the body as read */
  readMultipleChannels: { path: { user_id: string }; body: string[]; answer: ChannelViewed };
  /** Marks the channel that the user turns to as read, and the one that the user leaves */
  viewChannel: { path: { user_id: string }; body: {
  channel_id?: string | null;
  prev_channel_id?: string | null;
  collapsed_threads_supported?: boolean;
}; answer: ChannelViewed };
  /** Searches all teams: for administrators, or with `system_console=false` the caller's own teams */
  searchAllChannels: { query?: { system_console?: string }; body: ChannelSearch; answer: ChannelWithTeam[] | ChannelsWithCount };
  /** Answers with the number of members of each channel that the body names */
  getChannelsMemberCount: { body: string[]; answer: Record<string, number> };
  /** Answers with one channel */
  getChannel: { path: { channel_id: string }; answer: Channel };
  /** Changes a channel's texts as the whole channel in the body has them */
  updateChannel: { path: { channel_id: string }; body: ChannelInput; answer: Channel };
  /** Archives a channel: it can be read, and nothing be written in it */
  deleteChannel: { path: { channel_id: string }; query?: { permanent?: boolean }; answer: StatusBody };
  /** No channel asks for attributes of its members */
  getChannelAccessControlAttributes: { path: { channel_id: string }; answer: Record<string, unknown> };
  /** Adds a bookmark behind the others */
  createChannelBookmark: { path: { channel_id: string }; body: BookmarkInput; answer: Bookmark };
  /** Answers with a channel's bookmarks, or with what changed since a time, removed ones included */
  listChannelBookmarksForChannel: { path: { channel_id: string }; query?: { bookmarks_since?: number }; answer: Bookmark[] };
  /** Changes a bookmark */
  updateChannelBookmark: { path: { channel_id: string; bookmark_id: string }; body: BookmarkPatch; answer: BookmarkUpdate };
  /** Removes a bookmark and closes the gap */
  deleteChannelBookmark: { path: { channel_id: string; bookmark_id: string }; answer: Bookmark };
  /** Puts a bookmark at another place; the body is its number, from 0 */
  updateChannelBookmarkSortOrder: { path: { channel_id: string; bookmark_id: string }; body: number; answer: Bookmark[] };
  /** Answers with the teams that all members of a group channel share */
  getGroupMessageMembersCommonTeams: { path: { channel_id: string }; answer: Team[] };
  /** Makes a private channel of a group's conversation; all of the group must be in the team */
  convertGroupMessageToChannel: { path: { channel_id: string }; body: GroupConversion; answer: Channel };
  /** Get groups by channel */
  getGroupsByChannel: { path: { channel_id: string }; query?: { q?: string; filter_allow_reference?: boolean; paginate?: string; page?: number; per_page?: number; include_member_count?: boolean }; answer: Record<string, unknown> };
  /** Get channel member counts by group */
  getChannelMemberCountsByGroup: { path: { channel_id: string }; query?: { include_timezones?: boolean }; answer: ChannelMemberCount[] };
  /** Answers with a page of a channel's members */
  getChannelMembers: { path: { channel_id: string }; query?: { per_page?: number; page?: number }; answer: ChannelMember[] };
  /** Adds one user or many */
  addChannelMember: { path: { channel_id: string }; body: ChannelMemberForm; answer: ChannelMember | ChannelMember[] };
  /** Answers with the memberships of the users that the body names, of those who are members */
  getChannelMembersByIds: { path: { channel_id: string }; body: string[]; answer: ChannelMember[] };
  /** Answers with one membership */
  getChannelMember: { path: { channel_id: string; user_id: string }; answer: ChannelMember };
  /** Removes a user, or lets the caller leave */
  removeChannelMember: { path: { channel_id: string; user_id: string }; answer: StatusBody };
  /** Changes what a member wants to hear of a channel */
  updateChannelMemberNotifyProps: { path: { channel_id: string; user_id: string }; body: Record<string, string>; answer: StatusBody };
  /** Sets a member's roles by name: those of the scheme become flags, the others stay names */
  updateChannelMemberRoles: { path: { channel_id: string; user_id: string }; body: {
  roles: string;
}; answer: StatusBody };
  /** Sets the flags of a member */
  updateChannelMemberSchemeRoles: { path: { channel_id: string; user_id: string }; body: SchemeRoles; answer: StatusBody };
  /** Get channel members minus group members */
  getChannelMembersMinusGroupMembers: { path: { channel_id: string }; query?: { group_ids?: string; per_page?: number; page?: number }; answer: UsersWithGroups };
  /** Get channel moderations */
  getChannelModerations: { path: { channel_id: string }; answer: Moderation[] };
  /** Patch channel moderations */
  patchChannelModerations: { path: { channel_id: string }; body: ModerationPatch[]; answer: Moderation[] };
  /** Moves a channel to another team */
  moveChannel: { path: { channel_id: string }; body: {
  team_id: string;
  force: boolean;
}; answer: Channel };
  /** Changes some of a channel's texts, and says in the channel which */
  patchChannel: { path: { channel_id: string }; body: ChannelPatch; answer: Channel };
  /** Answers with a channel's pinned posts */
  getPinnedPosts: { path: { channel_id: string }; answer: PostList };
  /** A page of a channel's posts */
  getPostsForChannel: { path: { channel_id: string }; query?: { since?: string; include_deleted?: boolean; page?: number; per_page?: number; before?: string; after?: string; collapsedThreads?: boolean; collapsedThreadsExtended?: boolean; skipFetchThreads?: boolean }; answer: PostList };
  /** Makes a public channel private, or the other way round */
  updateChannelPrivacy: { path: { channel_id: string }; body: PrivacyForm; answer: Channel };
  /** Brings an archived channel back */
  restoreChannel: { path: { channel_id: string }; answer: Channel };
  /** Update channel scheme */
  updateChannelScheme: { path: { channel_id: string }; body: {
  scheme_id?: string;
}; answer: StatusBody };
  /** Answers with a channel's numbers */
  getChannelStats: { path: { channel_id: string }; query?: { exclude_files_count?: boolean }; answer: ChannelStats };
  /** Answers with the time zones that members of a channel live in; `null` when none is known */
  getChannelMembersTimezones: { path: { channel_id: string }; answer: string[] | null };
  /** Submit performance report */
  submitPerformanceReport: { body: PerformanceReport; answer: undefined };
  /** There is no vendor's portal to reach */
  checkCwsConnection: { answer: Record<string, unknown> };
  /** Clients then show nothing of a subscription */
  getCloudLimits: { answer: never };
  /** Clients then show nothing of a subscription */
  getCloudProducts: { answer: never };
  /** Clients then show nothing of a subscription */
  getCloudSubscription: { answer: never };
  /** The nodes of the cluster; a node alone is told as no cluster */
  getClusterStatus: { answer: ClusterNode[] };
  /** Create command */
  createCommand: { body: CommandInput; answer: Command };
  /** The programs' commands of a team for who manages them, or all that may be typed there */
  listCommands: { query?: { team_id?: string; custom_only?: boolean }; answer: Command[] };
  /** Execute command */
  executeCommand: { body: CommandForm; answer: CommandResponse };
  /** Get command */
  getCommand: { path: { command_id: string }; answer: Command };
  /** Update command */
  updateCommand: { path: { command_id: string }; body: CommandInput; answer: Command };
  /** Delete command */
  deleteCommand: { path: { command_id: string }; answer: StatusBody };
  /** Takes a command to another team */
  moveCommand: { path: { command_id: string }; body: CommandMove; answer: StatusBody };
  /** Regen command token */
  regenCommandToken: { path: { command_id: string }; answer: NewToken };
  /** Get config */
  getConfig: { answer: Record<string, unknown> };
  /** What the body names and the server knows, changes */
  updateConfig: { body: unknown; answer: Record<string, unknown> };
  /** More of it with a session */
  getClientConfig: { answer: Record<string, string> };
  /** Which settings the environment decides */
  getEnvironmentConfig: { answer: Record<string, unknown> };
  /** What the body names and the server knows, changes */
  patchConfig: { body: unknown; answer: Record<string, unknown> };
  /** Reads file and store anew */
  configReload: { answer: StatusBody };
  /** Nothing is flagged here */
  getContentFlaggingTeamStatus: { path: { team_id: string }; answer: Record<string, unknown> };
  /** List CPA fields */
  listCPAFields: { answer: AttributeField[] };
  /** Create CPA field */
  createCPAField: { body: AttributeFieldInput; answer: AttributeField };
  /** A field of another type starts empty again */
  patchCPAField: { path: { field_id: string }; body: AttributeFieldPatch; answer: AttributeField };
  /** With all that users say in it */
  deleteCPAField: { path: { field_id: string }; answer: StatusBody };
  /** What the fields belong to, under an id that stays */
  getCPAGroup: { answer: AttributeGroup };
  /** The caller's own */
  patchCPAValues: { body: Record<string, unknown>; answer: Record<string, unknown> };
  /** Clients hide what is about to go */
  getGlobalDataRetentionPolicy: { answer: GlobalRetention };
  /** Keeps a draft in place of the one before */
  upsertDraft: { body: DraftInput; answer: Draft | null };
  /** Mails the caller with the settings of the body, which are not kept; with those in force where there is none */
  testEmail: { body: unknown; answer: StatusBody };
  /** Create emoji */
  createEmoji: { body: FormData; answer: Emoji };
  /** Get emoji list */
  getEmojiList: { query?: { sort?: string; page?: number; per_page?: number }; answer: Emoji[] };
  /** Autocomplete emojis */
  autocompleteEmojis: { query?: { name?: string }; answer: Emoji[] };
  /** Get emoji by name */
  getEmojiByName: { path: { emoji_name: string }; answer: Emoji };
  /** Get emojis by names */
  getEmojisByNames: { body: string[]; answer: Emoji[] };
  /** Search emojis */
  searchEmojis: { body: EmojiSearch; answer: Emoji[] };
  /** Delete emoji */
  deleteEmoji: { path: { emoji_id: string }; answer: StatusBody };
  /** Get emoji */
  getEmoji: { path: { emoji_id: string }; answer: Emoji };
  /** Get emoji image */
  getEmojiImage: { path: { emoji_id: string }; answer: Blob };
  /** List exports */
  listExports: { answer: string[] };
  /** That it is gone, whether it was there or not */
  deleteExport: { path: { export_name: string }; answer: StatusBody };
  /** Download export */
  downloadExport: { path: { export_name: string }; answer: Blob };
  /** Of an object store, where the operator lets it hand out links */
  generatePresignUrlExport: { path: { export_name: string }; answer: {
  url: string;
  expiration: number;
} };
  /** Whether files can be kept as the body's settings say, which are not put in force; as those in force say where there is none */
  testS3: { body: unknown; answer: StatusBody };
  /** Upload files */
  uploadFiles: { query?: { channel_id?: string; filename?: string; client_id?: string }; body: FormData; answer: FileUpload };
  /** Search files in all teams */
  searchFilesInAllTeams: { body: SearchForm; answer: FileInfoList };
  /** Get file */
  getFile: { path: { file_id: string }; query?: { download?: boolean }; answer: Blob };
  /** Get file info */
  getFileInfo: { path: { file_id: string }; answer: FileInfo };
  /** Get file link */
  getFileLink: { path: { file_id: string }; answer: FileLink };
  /** Get file preview */
  getFilePreview: { path: { file_id: string }; query?: { download?: boolean }; answer: Blob };
  /** For people without an account who know the link */
  getPublicFile: { path: { file_id: string }; query?: { download?: boolean }; answer: Blob };
  /** Get file thumbnail */
  getFileThumbnail: { path: { file_id: string }; query?: { download?: boolean }; answer: Blob };
  /** Get groups */
  getGroups: { query?: { per_page?: number; page?: number; include_member_count?: boolean; group_source?: string; filter_has_member?: string; filter_archived?: boolean; include_archived?: boolean; q?: string; filter_allow_reference?: boolean }; answer: Group[] };
  /** Create group */
  createGroup: { body: NewGroup; answer: Group };
  /** Get groups by names */
  getGroupsByNames: { body: string[]; answer: Group[] };
  /** Get group */
  getGroup: { path: { group_id: string }; query?: { include_member_count?: boolean }; answer: Group };
  /** The group stays, archived, and calls nobody */
  deleteGroup: { path: { group_id: string }; answer: StatusBody };
  /** Get group members */
  getGroupMembers: { path: { group_id: string }; query?: { per_page?: number; page?: number }; answer: GroupMembers };
  /** Add group members */
  addGroupMembers: { path: { group_id: string }; body: GroupMemberIds; answer: GroupMember[] };
  /** Delete group members */
  deleteGroupMembers: { path: { group_id: string }; body: GroupMemberIds; answer: GroupMember[] };
  /** Patch group */
  patchGroup: { path: { group_id: string }; body: GroupPatch; answer: Group };
  /** Restore group */
  restoreGroup: { path: { group_id: string }; answer: Group };
  /** Get group stats */
  getGroupStats: { path: { group_id: string }; answer: GroupStats };
  /** Get group syncables */
  getGroupSyncables: { path: { group_id: string; syncable_type: string }; answer: Array<Record<string, unknown>> };
  /** Get group syncable */
  getGroupSyncable: { path: { group_id: string; syncable_type: string; syncable_id: string }; answer: Record<string, unknown> };
  /** Link group syncable */
  linkGroupSyncable: { path: { group_id: string; syncable_type: string; syncable_id: string }; body: SyncableForm; answer: Record<string, unknown> };
  /** Unlink group syncable */
  unlinkGroupSyncable: { path: { group_id: string; syncable_type: string; syncable_id: string }; answer: StatusBody };
  /** Patch group syncable */
  patchGroupSyncable: { path: { group_id: string; syncable_type: string; syncable_id: string }; body: SyncableForm; answer: Record<string, unknown> };
  /** A program answers later */
  commandWebhook: { path: { hook_id: string }; body: CommandResponseInput; answer: Blob };
  /** Create incoming hook */
  createIncomingHook: { body: IncomingHookInput; answer: IncomingHook };
  /** Those of a team, or of the server; without the right to others', the caller's own */
  getIncomingHooks: { query?: { team_id?: string; per_page?: number; page?: number; include_total_count?: boolean }; answer: IncomingHook[] | IncomingHooksWithCount };
  /** Get incoming hook */
  getIncomingHook: { path: { hook_id: string }; answer: IncomingHook };
  /** Update incoming hook */
  updateIncomingHook: { path: { hook_id: string }; body: IncomingHookInput; answer: IncomingHook };
  /** Delete incoming hook */
  deleteIncomingHook: { path: { hook_id: string }; answer: StatusBody };
  /** Create outgoing hook */
  createOutgoingHook: { body: OutgoingHookInput; answer: OutgoingHook };
  /** Those of a channel, of a team, or of the server */
  getOutgoingHooks: { query?: { team_id?: string; channel_id?: string; per_page?: number; page?: number }; answer: OutgoingHook[] };
  /** Get outgoing hook */
  getOutgoingHook: { path: { hook_id: string }; answer: OutgoingHook };
  /** Replaces the webhook, its token included */
  updateOutgoingHook: { path: { hook_id: string }; body: OutgoingHookInput; answer: OutgoingHook };
  /** Delete outgoing hook */
  deleteOutgoingHook: { path: { hook_id: string }; answer: StatusBody };
  /** Regen outgoing hook token */
  regenOutgoingHookToken: { path: { hook_id: string }; answer: OutgoingHook };
  /** Incoming webhook */
  incomingWebhook: { path: { hook_id: string }; body: IncomingHookForm; answer: Blob };
  /** Get image */
  getImage: { query?: { url?: string }; answer: Blob };
  /** List imports */
  listImports: { answer: string[] };
  /** That it is gone, whether it was there or not */
  deleteImport: { path: { import_name: string }; answer: StatusBody };
  /** Get jobs */
  getJobs: { query?: { job_type?: string; status?: string; per_page?: number; page?: number }; answer: Job[] };
  /** Create job */
  createJob: { body: JobForm; answer: Job };
  /** Get jobs by type */
  getJobsByType: { path: { job_type: string }; query?: { per_page?: number; page?: number }; answer: Job[] };
  /** Get job */
  getJob: { path: { job_id: string }; answer: Job };
  /** One that waits is cancelled at once, one that runs when it next looks */
  cancelJob: { path: { job_id: string }; answer: StatusBody };
  /** Download job */
  downloadJob: { path: { job_id: string }; answer: Blob };
  /** A job that hangs is put back in the queue, or told to stop */
  updateJobStatus: { path: { job_id: string }; body: JobStatusForm; answer: StatusBody };
  /** The server asks nobody, so it knows of no newer one than itself */
  getLatestVersion: { answer: Record<string, unknown> };
  /** Get ldap groups */
  getLdapGroups: { query?: { q?: string; page?: number; per_page?: number }; answer: DirectoryGroups };
  /** This server follows the group from now on */
  linkLdapGroup: { path: { remote_id: string }; answer: Group };
  /** The group follows the directory no more, and calls nobody */
  unlinkLdapGroup: { path: { remote_id: string }; answer: StatusBody };
  /** Migrate ldap ids */
  migrateLdapIds: { body: {
  toAttribute?: string;
}; answer: StatusBody };
  /** Puts the job in the queue */
  syncLdap: { answer: StatusBody };
  /** Whether the directory that is configured answers, lets the reader in and has somebody */
  testLdap: { answer: StatusBody };
  /** The same of settings that are not in force yet */
  testLdapConnection: { body: unknown; answer: StatusBody };
  /** Test ldap diagnostics */
  testLdapDiagnostics: { query?: { test?: string }; body: unknown; answer: Array<{
  test_name: string;
  test_value: string;
  total_count: number;
  entries_with_value: number;
  message: string;
  error: string;
  sample_results: Array<{
    dn: string;
    id: string;
    username: string;
    email: string;
    first_name: string;
    last_name: string;
    display_name: string;
  }>;
}> };
  /** Brings one person into the teams and channels of the groups */
  syncLdapGroupMemberships: { path: { user_id: string }; answer: StatusBody };
  /** There is nothing to license */
  getClientLicense: { query?: { format?: string }; answer: Record<string, string> };
  /** Nothing is licensed by the number of users */
  getLicenseLoadMetric: { answer: Record<string, unknown> };
  /** Nothing is limited; how many accounts there are is told to administrators */
  getServerLimits: { answer: ServerLimits };
  /** Get llm services */
  getLlmServices: { answer: Record<string, unknown> };
  /** For a browser, the desktop program (`desktop_token`) or a phone (`action=mobile`) */
  loginWithSaml: { query?: { action?: string; redirect_to?: string; desktop_token?: string; state?: string; code_challenge?: string; code_challenge_method?: string }; answer: undefined };
  /** Receive saml */
  receiveSaml: { body: URLSearchParams; answer: undefined };
  /** Complete saml */
  completeSaml: { query?: { code?: string; state?: string }; answer: undefined };
  /** Complete O auth at login */
  completeOAuthAtLogin: { path: { service: string }; query?: { state?: string; iss?: string; error?: string; error_description?: string; code?: string }; answer: undefined };
  /** A page of lines, the newest last */
  getLogs: { query?: { logs_per_page?: number; page?: number }; answer: string[] };
  /** A line of a client's log, which goes to ours */
  postLog: { body: ClientLogInput; answer: ClientLog };
  /** A phone received a push */
  pushNotificationAck: { body: PushReceipt; answer: PushNotification | StatusBody };
  /** A message to the caller from the system's account, which notifies whatever the settings */
  testNotifications: { answer: StatusBody };
  /** Get access token */
  getAccessToken: { body: URLSearchParams; answer: AccessTokenResponse };
  /** Create O auth app */
  createOAuthApp: { body: OAuthAppInput; answer: OAuthApp };
  /** All of them, or the caller's own */
  getOAuthApps: { query?: { per_page?: number; page?: number }; answer: OAuthApp[] };
  /** Register O auth client */
  registerOAuthClient: { body: {
  redirect_uris?: string[];
  client_name?: string | null;
  client_uri?: string | null;
  logo_uri?: string | null;
  token_endpoint_auth_method?: string | null;
}; answer: {
  client_id: string;
  client_secret?: string;
  client_id_issued_at: number;
  redirect_uris: string[];
  token_endpoint_auth_method: string;
  grant_types: string[];
  response_types: string[];
  scope: string;
  client_name: string;
  client_uri?: string;
} };
  /** Update O auth app */
  updateOAuthApp: { path: { app_id: string }; body: OAuthAppInput; answer: OAuthApp };
  /** Get O auth app */
  getOAuthApp: { path: { app_id: string }; answer: OAuthApp };
  /** With it go its codes, and the sessions that it holds */
  deleteOAuthApp: { path: { app_id: string }; answer: StatusBody };
  /** What somebody sees who is asked to let it in */
  getOAuthAppInfo: { path: { app_id: string }; answer: OAuthApp };
  /** Regenerate O auth app secret */
  regenerateOAuthAppSecret: { path: { app_id: string }; answer: OAuthApp };
  /** Asks the user, or sends who is not signed in to sign in first */
  authorizeOAuthPage: { query?: { response_type?: string; client_id?: string; redirect_uri?: string; scope?: string; state?: string; code_challenge?: string; code_challenge_method?: string; resource?: string }; answer: Blob };
  /** The user lets the application in */
  authorizeOAuthApp: { body: AuthorizeForm; answer: Redirect };
  /** Ends all that an application may do for the caller */
  deauthorizeOAuthApp: { body: DeauthorizeForm; answer: StatusBody };
  /** Somebody signed out at the provider, which says so by a token of its own (OpenID Connect Back-Channel Logout) */
  endOAuthSession: { path: { service: string }; answer: undefined };
  /** Complete O auth */
  completeOAuth: { path: { service: string }; query?: { state?: string; iss?: string; error?: string; error_description?: string; code?: string }; answer: undefined };
  /** Who is new gets an account either way */
  loginWithOAuth: { path: { service: string }; query?: { desktop_token?: string; redirect_to?: string; login_hint?: string }; answer: undefined };
  /** Mobile login with O auth */
  mobileLoginWithOAuth: { path: { service: string }; query?: { code_challenge_method?: string; code_challenge?: string; redirect_to?: string; state?: string; login_hint?: string }; answer: undefined };
  /** Who is new gets an account either way */
  signupWithOAuth: { path: { service: string }; query?: { desktop_token?: string; redirect_to?: string; login_hint?: string }; answer: undefined };
  /** The given permissions and what comes along with them */
  getAncillaryPermissions: { body: string[]; answer: string[] };
  /** Set first admin visit marketplace status */
  setFirstAdminVisitMarketplaceStatus: { answer: StatusBody };
  /** Get first admin visit marketplace status */
  getFirstAdminVisitMarketplaceStatus: { answer: SystemValue };
  /** Get plugin statuses */
  getPluginStatuses: { answer: unknown[] };
  /** What browsers are to load */
  getWebappPlugins: { answer: unknown[] };
  /** Posts what the caller wrote */
  createPost: { query?: { set_online?: string }; body: PostInput; answer: Post };
  /** An integration speaks to one user */
  createEphemeralPost: { body: EphemeralForm; answer: Post };
  /** Those of the named posts that the caller may read, newest first */
  getPostsByIds: { body: string[]; answer: Post[] };
  /** The reactions to some posts that the caller may read */
  getBulkReactions: { body: string[]; answer: Record<string, Reaction[]> };
  /** Takes a post to be sent at its time */
  createSchedulePost: { body: ScheduledPostInput; answer: ScheduledPost };
  /** Changes what is sent, and when */
  updateScheduledPost: { path: { scheduled_post_id: string }; body: ScheduledPostInput; answer: ScheduledPost };
  /** Takes a scheduled post back */
  deleteScheduledPost: { path: { scheduled_post_id: string }; answer: ScheduledPost };
  /** Answers with the caller's scheduled posts of a team and, when asked for, of conversations */
  getTeamScheduledPosts: { path: { team_id: string }; query?: { includeDirectChannels?: boolean }; answer: Record<string, ScheduledPost[]> };
  /** Search posts in all teams */
  searchPostsInAllTeams: { body: SearchForm; answer: SearchResults };
  /** One post */
  getPost: { path: { post_id: string }; query?: { include_deleted?: boolean }; answer: Post };
  /** Deletes a post; with `permanent=true` nothing of it stays */
  deletePost: { path: { post_id: string }; query?: { permanent?: boolean }; answer: StatusBody };
  /** Replaces what a post says */
  updatePost: { path: { post_id: string }; body: PostInput; answer: Post };
  /** Do post action */
  doPostAction: { path: { post_id: string; action_id: string }; body: ActionForm; answer: ActionDone };
  /** The versions of the caller's post, newest first, without the present one */
  getEditHistoryForPost: { path: { post_id: string }; answer: Post[] };
  /** What is known of a post's files */
  getFileInfosForPost: { path: { post_id: string }; query?: { include_deleted?: boolean }; answer: FileInfo[] };
  /** What the caller would have to join in order to read a post */
  getPostInfo: { path: { post_id: string }; answer: PostInfo };
  /** Threads stay where they were begun: moving one would rewrite what its followers have read */
  moveThread: { path: { post_id: string }; answer: never };
  /** Replaces the parts of a post that the body names */
  patchPost: { path: { post_id: string }; body: PostPatch; answer: Post };
  /** Pin post */
  pinPost: { path: { post_id: string }; answer: StatusBody };
  /** The reactions to a post, oldest first; `null` when there is none */
  getReactions: { path: { post_id: string }; answer: Reaction[] | null };
  /** Brings an older version of the caller's post back */
  restorePostVersion: { path: { post_id: string; restore_version_id: string }; answer: Post };
  /** The thread that a post belongs to */
  getPostThread: { path: { post_id: string }; query?: { direction?: string; fromPost?: string; updatesOnly?: boolean; collapsedThreads?: boolean; collapsedThreadsExtended?: boolean; skipFetchThreads?: boolean; perPage?: number; fromCreateAt?: number; fromUpdateAt?: number }; answer: PostList };
  /** Unpin post */
  unpinPost: { path: { post_id: string }; answer: StatusBody };
  /** Adds the caller's reaction */
  saveReaction: { body: ReactionInput; answer: Reaction };
  /** Summaries that were made for the caller */
  getRecaps: { answer: unknown[] };
  /** Addresses are not followed for clients, so each leads to itself */
  getRedirectLocation: { query?: { url?: string }; answer: RedirectLocation };
  /** Get users for reporting */
  getUsersForReporting: { query?: { page_size?: number; direction?: string; sort_direction?: string; from_id?: string; from_column_value?: string; sort_column?: string; hide_active?: boolean; hide_inactive?: boolean; team_filter?: string; guest_filter?: string; role_filter?: string; search_term?: string; has_no_team?: boolean }; answer: UserReport[] };
  /** Get user count for reporting */
  getUserCountForReporting: { query?: { hide_active?: boolean; hide_inactive?: boolean; team_filter?: string; guest_filter?: string; role_filter?: string; search_term?: string; has_no_team?: boolean }; answer: number };
  /** Start users batch export */
  startUsersBatchExport: { query?: { hide_active?: boolean; hide_inactive?: boolean; team_filter?: string }; answer: StatusBody };
  /** A chat is not for search engines */
  robots: { answer: Blob };
  /** Get all roles */
  getAllRoles: { answer: Role[] };
  /** Get role by name */
  getRoleByName: { path: { role_name: string }; answer: Role };
  /** Those that exist */
  getRolesByNames: { body: string[]; answer: Role[] | null };
  /** Get role */
  getRole: { path: { role_id: string }; answer: Role };
  /** What a role allows */
  patchRole: { path: { role_id: string }; body: RolePatch; answer: Role };
  /** One certificate or several, in place of those before */
  addSamlIdpCertificate: { body: FormData; answer: StatusBody };
  /** Remove saml idp certificate */
  removeSamlIdpCertificate: { answer: StatusBody };
  /** Add saml private certificate */
  addSamlPrivateCertificate: { body: FormData; answer: StatusBody };
  /** Remove saml private certificate */
  removeSamlPrivateCertificate: { answer: StatusBody };
  /** Add saml public certificate */
  addSamlPublicCertificate: { body: FormData; answer: StatusBody };
  /** Remove saml public certificate */
  removeSamlPublicCertificate: { answer: StatusBody };
  /** Get saml certificate status */
  getSamlCertificateStatus: { answer: {
  idp_certificate_file: boolean;
  private_key_file: boolean;
  public_certificate_file: boolean;
} };
  /** Get saml metadata */
  getSamlMetadata: { answer: Blob };
  /** Reads the description of a provider; what becomes of it the caller decides */
  getSamlMetadataFromIdp: { body: {
  saml_metadata_url?: string;
}; answer: {
  idp_descriptor_url: string;
  idp_url: string;
  /** All of its certificates in PEM, the older and the newer one. */
  idp_public_certificate: string;
} };
  /** Reset saml auth data */
  resetSamlAuthData: { body: {
  include_deleted?: boolean;
  dry_run?: boolean;
  /** Empty is everybody. */
  user_ids?: string[];
}; answer: {
  num_affected: number;
} };
  /** Get schemes */
  getSchemes: { query?: { scope?: string; per_page?: number; page?: number }; answer: Scheme[] };
  /** Create scheme */
  createScheme: { body: SchemeInput; answer: Scheme };
  /** Teams and channels that had it have the server's roles again */
  deleteScheme: { path: { scheme_id: string }; answer: StatusBody };
  /** Get scheme */
  getScheme: { path: { scheme_id: string }; answer: Scheme };
  /** Get scheme channels */
  getSchemeChannels: { path: { scheme_id: string }; query?: { per_page?: number; page?: number }; answer: ChannelWithTeam[] };
  /** Patch scheme */
  patchScheme: { path: { scheme_id: string }; body: SchemePatch; answer: Scheme };
  /** Get scheme teams */
  getSchemeTeams: { path: { scheme_id: string }; query?: { per_page?: number; page?: number }; answer: Team[] };
  /** The server sheds load by itself, and is not told to */
  getServerBusyExpires: { answer: ServerBusy };
  /** Complete O auth at signup */
  completeOAuthAtSignup: { path: { service: string }; query?: { state?: string; iss?: string; error?: string; error_description?: string; code?: string }; answer: undefined };
  /** Asks whether a server of this API answers at an address */
  testSiteUrl: { body: {
  site_url?: string;
}; answer: StatusBody };
  /** Get system emoji image */
  getSystemEmojiImage: { path: { file_name: string }; answer: Blob };
  /** Update viewed product notices */
  updateViewedProductNotices: { body: string[]; answer: StatusBody };
  /** This server advertises nothing */
  getProductNotices: { path: { team_id: string }; answer: unknown[] };
  /** Get onboarding */
  getOnboarding: { answer: SystemValue };
  /** Complete onboarding */
  completeOnboarding: { answer: StatusBody };
  /** Answers when requests are served; with `get_server_status` also whether the database and the files answer */
  getPing: { query?: { device_id?: string; get_server_status?: boolean; use_rest_semantics?: boolean }; answer: {
  /** The kind that is configured, whether or not it answers now. */
  ActiveSearchBackend: string;
  AndroidLatestVersion: string;
  AndroidMinVersion: string;
  IosLatestVersion: string;
  IosMinVersion: string;
  status: string;
  database_status?: string;
  /** What writes wait for at the database, while they do. */
  database_waits_for?: string;
  filestore_status?: string;
  /** Told by a node of a cluster. */
  bus_status?: string;
  root_status?: boolean;
  CanReceiveNotifications?: string;
} };
  /** Names that clients offer */
  getSupportedTimezones: { answer: string[] };
  /** Create team */
  createTeam: { body: TeamInput; answer: Team };
  /** Get all teams */
  getAllTeams: { query?: { per_page?: number; page?: number; include_total_count?: boolean }; answer: Team[] | TeamsWithCount };
  /** What somebody at the door may read */
  getInviteInfo: { path: { invite_id: string }; answer: TeamInvite };
  /** What was mailed so far opens nothing any more */
  invalidateAllEmailInvites: { answer: StatusBody };
  /** Joins by the link of the team, or by a token that came by mail */
  addUserToTeamFromInvite: { query?: { token?: string; invite_id?: string }; answer: TeamMember };
  /** Get team by name */
  getTeamByName: { path: { team_name: string }; answer: Team };
  /** The same, with the team's name instead of its id */
  getChannelByNameForTeamName: { path: { team_name: string; channel_name: string }; query?: { include_deleted?: boolean }; answer: Channel };
  /** A team that the caller may not know of does not exist */
  teamExists: { path: { team_name: string }; answer: TeamExists };
  /** By name and display name */
  searchTeams: { body: TeamSearch; answer: Team[] | TeamsWithCount };
  /** Get team */
  getTeam: { path: { team_id: string }; answer: Team };
  /** Everything that people type; what is absent becomes empty */
  updateTeam: { path: { team_id: string }; body: TeamInput; answer: Team };
  /** Archives */
  deleteTeam: { path: { team_id: string }; query?: { permanent?: boolean }; answer: StatusBody };
  /** Answers with a page of a team's public channels */
  getPublicChannelsForTeam: { path: { team_id: string }; query?: { per_page?: number; page?: number }; answer: Channel[] };
  /** Completes the name of a channel that the caller may know */
  autocompleteChannelsForTeam: { path: { team_id: string }; query?: { name?: string }; answer: Channel[] };
  /** Answers with a page of a team's archived channels, of those that the caller may see */
  getDeletedChannelsForTeam: { path: { team_id: string }; query?: { per_page?: number; page?: number }; answer: Channel[] };
  /** Answers with those of a team's public channels that the body names, of which the caller may know */
  getPublicChannelsByIdsForTeam: { path: { team_id: string }; body: string[]; answer: Channel[] };
  /** Answers with the channel of a name */
  getChannelByName: { path: { team_id: string; channel_name: string }; query?: { include_deleted?: boolean }; answer: Channel };
  /** Answers with a page of a team's private channels, for administrators */
  getPrivateChannelsForTeam: { path: { team_id: string }; query?: { per_page?: number; page?: number }; answer: Channel[] };
  /** Searches a team: its public channels and the caller's private ones */
  searchChannelsForTeam: { path: { team_id: string }; body: ChannelSearch; answer: Channel[] };
  /** Completes the name of one of the caller's channels, as a search for posts needs it */
  autocompleteChannelsForTeamForSearch: { path: { team_id: string }; query?: { name?: string }; answer: Channel[] };
  /** List autocomplete commands */
  listAutocompleteCommands: { path: { team_id: string }; answer: Command[] };
  /** Commands that begin as the caller's text does */
  listCommandAutocompleteSuggestions: { path: { team_id: string }; query?: { user_input?: string }; answer: CommandSuggestion[] };
  /** Search files in team */
  searchFilesInTeam: { path: { team_id: string }; body: SearchForm; answer: FileInfoList };
  /** Get team groups */
  getTeamGroups: { path: { team_id: string }; query?: { q?: string; filter_allow_reference?: boolean; paginate?: string; page?: number; per_page?: number; include_member_count?: boolean }; answer: Record<string, unknown> };
  /** Get team groups by channels */
  getTeamGroupsByChannels: { path: { team_id: string }; answer: Record<string, unknown> };
  /** Get team icon */
  getTeamIcon: { path: { team_id: string }; answer: Blob };
  /** Set team icon */
  setTeamIcon: { path: { team_id: string }; body: FormData; answer: StatusBody };
  /** Remove team icon */
  removeTeamIcon: { path: { team_id: string }; answer: StatusBody };
  /** Mails each address a link to some channels of the team */
  inviteGuestsToChannels: { path: { team_id: string }; query?: { graceful?: boolean }; body: InviteWithChannels; answer: StatusBody | InviteAttempt[] };
  /** Mails each address a link that counts once */
  inviteUsersToTeam: { path: { team_id: string }; query?: { graceful?: boolean }; body: string[] | InviteWithChannels; answer: StatusBody | InviteAttempt[] };
  /** Get team members */
  getTeamMembers: { path: { team_id: string }; query?: { sort?: string; exclude_deleted_users?: boolean; per_page?: number; page?: number }; answer: TeamMember[] };
  /** Add team member */
  addTeamMember: { path: { team_id: string }; body: TeamMemberForm; answer: TeamMember };
  /** Add team members */
  addTeamMembers: { path: { team_id: string }; query?: { graceful?: boolean }; body: Array<{
  team_id?: string;
  user_id?: string;
}>; answer: TeamMember[] | TeamMemberAttempt[] };
  /** Get team members by ids */
  getTeamMembersByIds: { path: { team_id: string }; body: string[]; answer: TeamMember[] };
  /** Remove team member */
  removeTeamMember: { path: { team_id: string; user_id: string }; answer: StatusBody };
  /** Get team member */
  getTeamMember: { path: { team_id: string; user_id: string }; answer: TeamMember };
  /** Update team member roles */
  updateTeamMemberRoles: { path: { team_id: string; user_id: string }; body: RolesForm; answer: StatusBody };
  /** Update team member scheme roles */
  updateTeamMemberSchemeRoles: { path: { team_id: string; user_id: string }; body: SchemeRoles; answer: StatusBody };
  /** Get team members minus group members */
  getTeamMembersMinusGroupMembers: { path: { team_id: string }; query?: { group_ids?: string; per_page?: number; page?: number }; answer: UsersWithGroups };
  /** Patch team */
  patchTeam: { path: { team_id: string }; body: TeamPatch; answer: Team };
  /** Search posts in team */
  searchPostsInTeam: { path: { team_id: string }; body: SearchForm; answer: SearchResults };
  /** A team that is closed gets another invitation, so that old ones open nothing */
  updateTeamPrivacy: { path: { team_id: string }; body: PrivacyForm; answer: Team };
  /** Regenerate team invite id */
  regenerateTeamInviteId: { path: { team_id: string }; answer: Team };
  /** Restore team */
  restoreTeam: { path: { team_id: string }; answer: Team };
  /** Update team scheme */
  updateTeamScheme: { path: { team_id: string }; body: {
  scheme_id?: string;
}; answer: StatusBody };
  /** Get team stats */
  getTeamStats: { path: { team_id: string }; answer: TeamStats };
  /** The text in force */
  getLatestTermsOfService: { answer: TermsOfService };
  /** Another text, which everybody is asked to accept */
  createTermsOfService: { body: {
  text?: string;
}; answer: TermsOfService };
  /** No licence was ever tried */
  getPreviousTrialLicense: { answer: Record<string, string> };
  /** There is one edition */
  upgradeToEnterpriseStatus: { answer: Record<string, unknown> };
  /** Create upload */
  createUpload: { body: UploadSessionInput; answer: UploadSession };
  /** Get upload */
  getUpload: { path: { upload_id: string }; answer: UploadSession };
  /** Takes the next part; 204 while bytes are missing, then the file */
  uploadData: { path: { upload_id: string }; body: FormData; answer: FileInfo };
  /** Get posts usage */
  getPostsUsage: { answer: PostsUsage };
  /** Get storage usage */
  getStorageUsage: { answer: StorageUsage };
  /** Get teams usage */
  getTeamsUsage: { answer: TeamsUsage };
  /** Create user */
  createUser: { body: UserForm; answer: User };
  /** Get users */
  getUsers: { query?: { active?: boolean; inactive?: boolean; roles?: string; role?: string; team_roles?: string; channel_roles?: string; cursor_id?: string; page?: number; per_page?: number; without_team?: boolean; sort?: string; in_team?: string; not_in_team?: string; in_channel?: string; not_in_channel?: string; in_group?: string; not_in_group?: string }; answer: User[] };
  /** For a mention or a name, in a team or a channel */
  autocompleteUsers: { query?: { limit?: number; name?: string; in_team?: string; in_channel?: string }; answer: UserAutocomplete };
  /** Verify user email */
  verifyUserEmail: { body: TokenForm; answer: StatusBody };
  /** Sends a link, if there is such an account */
  sendVerificationEmail: { body: EmailForm; answer: StatusBody };
  /** For administrators, and for all where addresses are shown */
  getUserByEmail: { path: { email: string }; answer: User };
  /** Who else is in the caller's group channels */
  getUsersByGroupChannelIds: { body: string[]; answer: Record<string, User[]> };
  /** Get users by ids */
  getUsersByIds: { query?: { since?: number }; body: string[]; answer: User[] };
  /** Accounts whose address is of a domain that may have none (any more) */
  getUsersWithInvalidEmails: { query?: { page?: number; per_page?: number }; answer: User[] };
  /** With whom the caller shares a channel */
  getKnownUsers: { answer: string[] };
  /** Login */
  login: { body: LoginForm; answer: User };
  /** The session of the desktop program, whose sign-in a browser finished */
  loginWithDesktopToken: { body: {
  token?: string;
  device_id?: string;
}; answer: User };
  /** Answers as `POST /users/login` does */
  loginWithPasskey: { body: PasskeyLogin; answer: User };
  /** What a browser uses a passkey by */
  beginPasskeyLogin: { body: LoginForm; answer: RequestOptions };
  /** The session of a phone's app, for who began the sign-in */
  exchangeSsoCode: { body: {
  login_code?: string;
  code_verifier?: string;
  state?: string;
}; answer: {
  token: string;
  csrf: string;
} };
  /** From a password to another service or back */
  switchAccountType: { body: SwitchForm; answer: never };
  /** How an account signs in */
  getLoginType: { body: LoginForm; answer: LoginType };
  /** Ends the session here, and says where it ends at the provider */
  logout: { answer: StatusBody };
  /** Clients ask for a feature of a larger edition by it */
  notifyAdmin: { answer: StatusBody };
  /** Reset password */
  resetPassword: { body: PasswordReset; answer: StatusBody };
  /** Sends a link, if there is such an account */
  sendPasswordReset: { body: EmailForm; answer: StatusBody };
  /** Search users */
  searchUsers: { body: UserSearch; answer: User[] };
  /** The session is on a device that can be pushed to, or in a browser */
  attachDeviceId: { body: DeviceForm; answer: StatusBody };
  /** Revoke all sessions all users */
  revokeAllSessionsAllUsers: { answer: StatusBody };
  /** Get total users stats */
  getTotalUsersStats: { answer: UserStats };
  /** Get filtered users stats */
  getFilteredUsersStats: { query?: { include_deleted?: boolean; include_bots?: boolean; roles?: string; team_roles?: string; channel_roles?: string; without_team?: boolean; in_team?: string; not_in_team?: string; in_channel?: string; not_in_channel?: string; in_group?: string; not_in_group?: string }; answer: UserStats };
  /** Get user statuses by ids */
  getUserStatusesByIds: { body: string[]; answer: Status[] };
  /** Get user access tokens */
  getUserAccessTokens: { query?: { page?: number; per_page?: number }; answer: AccessToken[] };
  /** Disable user access token */
  disableUserAccessToken: { body: AccessTokenRef; answer: StatusBody };
  /** Enable user access token */
  enableUserAccessToken: { body: AccessTokenRef; answer: StatusBody };
  /** Revoke user access token */
  revokeUserAccessToken: { body: AccessTokenRef; answer: StatusBody };
  /** Search user access tokens */
  searchUserAccessTokens: { body: AccessTokenSearch; answer: AccessToken[] };
  /** Get user access token */
  getUserAccessToken: { path: { token_id: string }; answer: AccessToken };
  /** Get user by username */
  getUserByUsername: { path: { username: string }; answer: User };
  /** Get users by names */
  getUsersByNames: { body: string[]; answer: User[] };
  /** Get user */
  getUser: { path: { user_id: string }; answer: User };
  /** What the body leaves out becomes empty */
  updateUser: { path: { user_id: string }; body: UserForm; answer: User };
  /** Deactivates; with `permanent=true`, and where that is on, removes for good */
  deleteUser: { path: { user_id: string }; query?: { permanent?: boolean }; answer: StatusBody };
  /** For those who administer users, and for oneself where that is on */
  updateUserActive: { path: { user_id: string }; body: ActiveForm; answer: StatusBody };
  /** Get user audits */
  getUserAudits: { path: { user_id: string }; query?: { page?: number; per_page?: number }; answer: Audit[] };
  /** How an account signs in from now on */
  updateUserAuth: { path: { user_id: string }; body: AuthFormInput; answer: AuthForm };
  /** Answers with a page of a user's memberships everywhere; page -1 is all of them, one a line */
  getChannelMembersForUser: { path: { user_id: string }; query?: { page?: number; per_page?: number }; answer: ChannelMemberWithTeam[] };
  /** Answers with all channels of a user */
  getChannelsForUser: { path: { user_id: string }; query?: { include_deleted?: boolean; last_delete_at?: number }; answer: Channel[] };
  /** Removes the draft of a channel */
  deleteDraft: { path: { user_id: string; channel_id: string }; answer: StatusBody };
  /** Removes the draft of a thread */
  deleteThreadDraft: { path: { user_id: string; channel_id: string; thread_id: string }; answer: StatusBody };
  /** The posts around the place up to which the caller has read */
  getPostsForChannelAroundLastUnread: { path: { user_id: string; channel_id: string }; query?: { limit_before?: number; limit_after?: number; before?: string; after?: string; collapsedThreads?: boolean; collapsedThreadsExtended?: boolean; skipFetchThreads?: boolean }; answer: PostList };
  /** Answers with what a user has not read of a channel */
  getChannelUnread: { path: { user_id: string; channel_id: string }; answer: ChannelUnread };
  /** The account keeps its name and owns itself; nobody signs in as it any more */
  convertUserToBot: { path: { user_id: string }; answer: Bot };
  /** Values by field, without those that are not for the caller */
  listCPAValues: { path: { user_id: string }; answer: Record<string, unknown> };
  /** Patch CPA values for user */
  patchCPAValuesForUser: { path: { user_id: string }; body: Record<string, unknown>; answer: Record<string, unknown> };
  /** Demote user to guest */
  demoteUserToGuest: { path: { user_id: string }; answer: StatusBody };
  /** An administrator vouches for the address */
  verifyUserEmailWithoutToken: { path: { user_id: string }; answer: User };
  /** Get groups by user id */
  getGroupsByUserId: { path: { user_id: string }; query?: { filter_allow_reference?: boolean }; answer: Group[] };
  /** Get profile image */
  getProfileImage: { path: { user_id: string }; answer: Blob };
  /** Set profile image */
  setProfileImage: { path: { user_id: string }; body: FormData; answer: StatusBody };
  /** Set default profile image */
  setDefaultProfileImage: { path: { user_id: string }; answer: StatusBody };
  /** Get default profile image */
  getDefaultProfileImage: { path: { user_id: string }; answer: Blob };
  /** Update user mfa */
  updateUserMfa: { path: { user_id: string }; body: MfaForm; answer: StatusBody };
  /** Another secret, not in use yet */
  generateMfaSecret: { path: { user_id: string }; answer: MfaSecret };
  /** Get authorized O auth apps */
  getAuthorizedOAuthApps: { path: { user_id: string }; query?: { per_page?: number; page?: number }; answer: OAuthApp[] };
  /** Get passkeys */
  getPasskeys: { path: { user_id: string }; answer: Passkey[] };
  /** Keeps a passkey that the browser made */
  createPasskey: { path: { user_id: string }; body: PasskeyForm; answer: Passkey };
  /** What a browser makes a passkey by */
  beginPasskey: { path: { user_id: string }; body: PasswordProof; answer: PasskeyBegun };
  /** Rename passkey */
  renamePasskey: { path: { user_id: string; passkey_id: string }; body: PasskeyName; answer: StatusBody };
  /** With the last one, and without codes of an app, recovery codes go too */
  deletePasskey: { path: { user_id: string; passkey_id: string }; answer: StatusBody };
  /** Update password */
  updatePassword: { path: { user_id: string }; body: PasswordChange; answer: StatusBody };
  /** Patch user */
  patchUser: { path: { user_id: string }; body: UserPatch; answer: User };
  /** A page of the posts that a user saved, newest first, of those the user may still read */
  getFlaggedPostsForUser: { path: { user_id: string }; query?: { team_id?: string; channel_id?: string; page?: number; per_page?: number }; answer: PostList };
  /** The caller says to have read a post */
  acknowledgePost: { path: { user_id: string; post_id: string }; answer: Acknowledgement };
  /** The caller takes that back, shortly after */
  unacknowledgePost: { path: { user_id: string; post_id: string }; answer: StatusBody };
  /** Takes a reaction back */
  deleteReaction: { path: { user_id: string; post_id: string; emoji_name: string }; answer: StatusBody };
  /** Sets a reminder and confirms it to the caller */
  setPostReminder: { path: { user_id: string; post_id: string }; body: ReminderForm; answer: StatusBody };
  /** Makes a post the first that the user has not read */
  setPostUnread: { path: { user_id: string; post_id: string }; body: SetUnreadForm; answer: ChannelUnreadAt };
  /** Get preferences */
  getPreferences: { path: { user_id: string }; answer: Preference[] };
  /** Update preferences */
  updatePreferences: { path: { user_id: string }; body: PreferenceInput[]; answer: StatusBody };
  /** Delete preferences */
  deletePreferences: { path: { user_id: string }; body: PreferenceInput[]; answer: StatusBody };
  /** Get preferences by category */
  getPreferencesByCategory: { path: { user_id: string; category: string }; answer: Preference[] };
  /** Get preference by category and name */
  getPreferenceByCategoryAndName: { path: { user_id: string; category: string; preference_name: string }; answer: Preference };
  /** Promote guest to user */
  promoteGuestToUser: { path: { user_id: string }; answer: StatusBody };
  /** How many are left */
  getRecoveryCodes: { path: { user_id: string }; answer: RecoveryCodesLeft };
  /** Other codes, in place of those that were made before */
  createRecoveryCodes: { path: { user_id: string }; body: PasswordProof; answer: RecoveryCodes };
  /** Reset failed attempts */
  resetFailedAttempts: { path: { user_id: string }; answer: StatusBody };
  /** Update user roles */
  updateUserRoles: { path: { user_id: string }; body: RolesForm; answer: StatusBody };
  /** Get sessions */
  getSessions: { path: { user_id: string }; answer: Session[] };
  /** Revoke session */
  revokeSession: { path: { user_id: string }; body: SessionForm; answer: StatusBody };
  /** Revoke all sessions for user */
  revokeAllSessionsForUser: { path: { user_id: string }; answer: StatusBody };
  /** Of who was never seen, that he or she is not there */
  getUserStatus: { path: { user_id: string }; answer: Status };
  /** Update user status */
  updateUserStatus: { path: { user_id: string }; body: StatusForm; answer: Status };
  /** Update user custom status */
  updateUserCustomStatus: { path: { user_id: string }; body: CustomStatus; answer: StatusBody };
  /** Remove user custom status */
  removeUserCustomStatus: { path: { user_id: string }; answer: StatusBody };
  /** Remove user recent custom status */
  removeUserRecentCustomStatus: { path: { user_id: string }; answer: StatusBody };
  /** Delete user recent custom status */
  deleteUserRecentCustomStatus: { path: { user_id: string }; body: CustomStatus; answer: StatusBody };
  /** Get teams for user */
  getTeamsForUser: { path: { user_id: string }; answer: Team[] };
  /** Get team members for user */
  getTeamMembersForUser: { path: { user_id: string }; answer: TeamMember[] };
  /** Get teams unread for user */
  getTeamsUnreadForUser: { path: { user_id: string }; query?: { exclude_team?: string; include_collapsed_threads?: boolean }; answer: TeamUnread[] };
  /** Answers with a user's channels of a team, and the direct and group channels */
  getChannelsForTeamForUser: { path: { user_id: string; team_id: string }; query?: { include_deleted?: boolean; last_delete_at?: number }; answer: Channel[] };
  /** Answers with all categories and their order */
  getCategoriesForTeamForUser: { path: { user_id: string; team_id: string }; answer: Categories };
  /** Makes a category of the user's own */
  createCategoryForTeamForUser: { path: { user_id: string; team_id: string }; body: CategoryInput; answer: Category };
  /** Replaces several categories */
  updateCategoriesForTeamForUser: { path: { user_id: string; team_id: string }; body: CategoryInput[]; answer: Category[] };
  /** Answers with the order alone */
  getCategoryOrderForTeamForUser: { path: { user_id: string; team_id: string }; answer: string[] };
  /** Puts the categories in another order */
  updateCategoryOrderForTeamForUser: { path: { user_id: string; team_id: string }; body: string[]; answer: string[] };
  /** Answers with one category */
  getCategoryForTeamForUser: { path: { user_id: string; team_id: string; category_id: string }; answer: Category };
  /** Replaces one category */
  updateCategoryForTeamForUser: { path: { user_id: string; team_id: string; category_id: string }; body: CategoryInput; answer: Category };
  /** Removes a category that the user made; its channels go back to where they stood before */
  deleteCategoryForTeamForUser: { path: { user_id: string; team_id: string; category_id: string }; answer: StatusBody };
  /** Answers with a user's memberships in a team's channels, and in direct and group channels */
  getChannelMembersForTeamForUser: { path: { user_id: string; team_id: string }; answer: ChannelMember[] };
  /** Answers with the caller's drafts in a team and in conversations; `null` when there are none */
  getDrafts: { path: { user_id: string; team_id: string }; answer: Draft[] | null };
  /** A page of the threads that a user follows in a team and in direct and group channels */
  getThreadsForUser: { path: { user_id: string; team_id: string }; query?: { totalsOnly?: boolean; threadsOnly?: boolean; since?: string; excludeDirect?: boolean; unread?: boolean; deleted?: boolean; extended?: boolean; per_page?: number; before?: string; after?: string; pageSize?: number }; answer: Threads };
  /** Marks all threads of a team, and those of direct and group channels, as read */
  updateReadStateAllThreadsByUser: { path: { user_id: string; team_id: string }; answer: StatusBody };
  /** One thread that a user follows */
  getThreadForUser: { path: { user_id: string; team_id: string; thread_id: string }; query?: { extended?: boolean }; answer: Thread };
  /** Makes the user follow a thread */
  followThreadByUser: { path: { user_id: string; team_id: string; thread_id: string }; answer: StatusBody };
  /** Replies no longer concern the user, until one mentions the user */
  unfollowThreadByUser: { path: { user_id: string; team_id: string; thread_id: string }; answer: StatusBody };
  /** Marks a thread as read up to a time, which may lie before what was read already */
  updateReadStateThreadByUser: { path: { user_id: string; team_id: string; thread_id: string; timestamp: string }; answer: Thread };
  /** Makes a post of a thread the first that the user has not read */
  setUnreadThreadByPostId: { path: { user_id: string; team_id: string; thread_id: string; post_id: string }; answer: Thread };
  /** Get team unread */
  getTeamUnread: { path: { user_id: string; team_id: string }; answer: TeamUnread };
  /** Save user terms of service */
  saveUserTermsOfService: { path: { user_id: string }; body: TermsAnswer; answer: StatusBody };
  /** Get user terms of service */
  getUserTermsOfService: { path: { user_id: string }; answer: {
  user_id: string;
  terms_of_service_id: string;
  create_at: number;
} };
  /** Create user access token */
  createUserAccessToken: { path: { user_id: string }; body: AccessTokenForm; answer: AccessToken };
  /** Get user access tokens for user */
  getUserAccessTokensForUser: { path: { user_id: string }; query?: { page?: number; per_page?: number }; answer: AccessToken[] };
  /** Publish user typing */
  publishUserTyping: { path: { user_id: string }; body: TypingForm; answer: StatusBody };
  /** Get uploads for user */
  getUploadsForUser: { path: { user_id: string }; answer: UploadSession[] };
  /** Answers 101 and serves the socket from a task of its own */
  connectWebSocket: { answer: undefined };
}

/** Method and path of each endpoint. */
export const ENDPOINTS = {
  page: ["GET", "/"],
  lookupDialog: ["POST", "/api/v4/actions/dialogs/lookup"],
  openDialog: ["POST", "/api/v4/actions/dialogs/open"],
  submitDialog: ["POST", "/api/v4/actions/dialogs/submit"],
  getAgents: ["GET", "/api/v4/agents"],
  getAgentsStatus: ["GET", "/api/v4/agents/status"],
  getAnalytics: ["GET", "/api/v4/analytics/old"],
  getApiReference: ["GET", "/api/reference"],
  getApiReferenceFile: ["GET", "/api/reference/{file_name}"],
  getAudits: ["GET", "/api/v4/audits"],
  createBot: ["POST", "/api/v4/bots"],
  getBots: ["GET", "/api/v4/bots"],
  patchBot: ["PUT", "/api/v4/bots/{bot_user_id}"],
  getBot: ["GET", "/api/v4/bots/{bot_user_id}"],
  assignBot: ["POST", "/api/v4/bots/{bot_user_id}/assign/{user_id}"],
  convertBotToUser: ["POST", "/api/v4/bots/{bot_user_id}/convert_to_user"],
  disableBot: ["POST", "/api/v4/bots/{bot_user_id}/disable"],
  enableBot: ["POST", "/api/v4/bots/{bot_user_id}/enable"],
  getBrandImage: ["GET", "/api/v4/brand/image"],
  uploadBrandImage: ["POST", "/api/v4/brand/image"],
  deleteBrandImage: ["DELETE", "/api/v4/brand/image"],
  invalidateCaches: ["POST", "/api/v4/caches/invalidate"],
  getAllChannels: ["GET", "/api/v4/channels"],
  createChannel: ["POST", "/api/v4/channels"],
  createDirectChannel: ["POST", "/api/v4/channels/direct"],
  createGroupChannel: ["POST", "/api/v4/channels/group"],
  searchGroupChannels: ["POST", "/api/v4/channels/group/search"],
  readMultipleChannels: ["POST", "/api/v4/channels/members/{user_id}/mark_read"],
  viewChannel: ["POST", "/api/v4/channels/members/{user_id}/view"],
  searchAllChannels: ["POST", "/api/v4/channels/search"],
  getChannelsMemberCount: ["POST", "/api/v4/channels/stats/member_count"],
  getChannel: ["GET", "/api/v4/channels/{channel_id}"],
  updateChannel: ["PUT", "/api/v4/channels/{channel_id}"],
  deleteChannel: ["DELETE", "/api/v4/channels/{channel_id}"],
  getChannelAccessControlAttributes: ["GET", "/api/v4/channels/{channel_id}/access_control/attributes"],
  createChannelBookmark: ["POST", "/api/v4/channels/{channel_id}/bookmarks"],
  listChannelBookmarksForChannel: ["GET", "/api/v4/channels/{channel_id}/bookmarks"],
  updateChannelBookmark: ["PATCH", "/api/v4/channels/{channel_id}/bookmarks/{bookmark_id}"],
  deleteChannelBookmark: ["DELETE", "/api/v4/channels/{channel_id}/bookmarks/{bookmark_id}"],
  updateChannelBookmarkSortOrder: ["POST", "/api/v4/channels/{channel_id}/bookmarks/{bookmark_id}/sort_order"],
  getGroupMessageMembersCommonTeams: ["GET", "/api/v4/channels/{channel_id}/common_teams"],
  convertGroupMessageToChannel: ["POST", "/api/v4/channels/{channel_id}/convert_to_channel"],
  getGroupsByChannel: ["GET", "/api/v4/channels/{channel_id}/groups"],
  getChannelMemberCountsByGroup: ["GET", "/api/v4/channels/{channel_id}/member_counts_by_group"],
  getChannelMembers: ["GET", "/api/v4/channels/{channel_id}/members"],
  addChannelMember: ["POST", "/api/v4/channels/{channel_id}/members"],
  getChannelMembersByIds: ["POST", "/api/v4/channels/{channel_id}/members/ids"],
  getChannelMember: ["GET", "/api/v4/channels/{channel_id}/members/{user_id}"],
  removeChannelMember: ["DELETE", "/api/v4/channels/{channel_id}/members/{user_id}"],
  updateChannelMemberNotifyProps: ["PUT", "/api/v4/channels/{channel_id}/members/{user_id}/notify_props"],
  updateChannelMemberRoles: ["PUT", "/api/v4/channels/{channel_id}/members/{user_id}/roles"],
  updateChannelMemberSchemeRoles: ["PUT", "/api/v4/channels/{channel_id}/members/{user_id}/schemeRoles"],
  getChannelMembersMinusGroupMembers: ["GET", "/api/v4/channels/{channel_id}/members_minus_group_members"],
  getChannelModerations: ["GET", "/api/v4/channels/{channel_id}/moderations"],
  patchChannelModerations: ["PUT", "/api/v4/channels/{channel_id}/moderations/patch"],
  moveChannel: ["POST", "/api/v4/channels/{channel_id}/move"],
  patchChannel: ["PUT", "/api/v4/channels/{channel_id}/patch"],
  getPinnedPosts: ["GET", "/api/v4/channels/{channel_id}/pinned"],
  getPostsForChannel: ["GET", "/api/v4/channels/{channel_id}/posts"],
  updateChannelPrivacy: ["PUT", "/api/v4/channels/{channel_id}/privacy"],
  restoreChannel: ["POST", "/api/v4/channels/{channel_id}/restore"],
  updateChannelScheme: ["PUT", "/api/v4/channels/{channel_id}/scheme"],
  getChannelStats: ["GET", "/api/v4/channels/{channel_id}/stats"],
  getChannelMembersTimezones: ["GET", "/api/v4/channels/{channel_id}/timezones"],
  submitPerformanceReport: ["POST", "/api/v4/client_perf"],
  checkCwsConnection: ["GET", "/api/v4/cloud/check-cws-connection"],
  getCloudLimits: ["GET", "/api/v4/cloud/limits"],
  getCloudProducts: ["GET", "/api/v4/cloud/products"],
  getCloudSubscription: ["GET", "/api/v4/cloud/subscription"],
  getClusterStatus: ["GET", "/api/v4/cluster/status"],
  createCommand: ["POST", "/api/v4/commands"],
  listCommands: ["GET", "/api/v4/commands"],
  executeCommand: ["POST", "/api/v4/commands/execute"],
  getCommand: ["GET", "/api/v4/commands/{command_id}"],
  updateCommand: ["PUT", "/api/v4/commands/{command_id}"],
  deleteCommand: ["DELETE", "/api/v4/commands/{command_id}"],
  moveCommand: ["PUT", "/api/v4/commands/{command_id}/move"],
  regenCommandToken: ["PUT", "/api/v4/commands/{command_id}/regen_token"],
  getConfig: ["GET", "/api/v4/config"],
  updateConfig: ["PUT", "/api/v4/config"],
  getClientConfig: ["GET", "/api/v4/config/client"],
  getEnvironmentConfig: ["GET", "/api/v4/config/environment"],
  patchConfig: ["PUT", "/api/v4/config/patch"],
  configReload: ["POST", "/api/v4/config/reload"],
  getContentFlaggingTeamStatus: ["GET", "/api/v4/content_flagging/team/{team_id}/status"],
  listCPAFields: ["GET", "/api/v4/custom_profile_attributes/fields"],
  createCPAField: ["POST", "/api/v4/custom_profile_attributes/fields"],
  patchCPAField: ["PATCH", "/api/v4/custom_profile_attributes/fields/{field_id}"],
  deleteCPAField: ["DELETE", "/api/v4/custom_profile_attributes/fields/{field_id}"],
  getCPAGroup: ["GET", "/api/v4/custom_profile_attributes/group"],
  patchCPAValues: ["PATCH", "/api/v4/custom_profile_attributes/values"],
  getGlobalDataRetentionPolicy: ["GET", "/api/v4/data_retention/policy"],
  upsertDraft: ["POST", "/api/v4/drafts"],
  testEmail: ["POST", "/api/v4/email/test"],
  createEmoji: ["POST", "/api/v4/emoji"],
  getEmojiList: ["GET", "/api/v4/emoji"],
  autocompleteEmojis: ["GET", "/api/v4/emoji/autocomplete"],
  getEmojiByName: ["GET", "/api/v4/emoji/name/{emoji_name}"],
  getEmojisByNames: ["POST", "/api/v4/emoji/names"],
  searchEmojis: ["POST", "/api/v4/emoji/search"],
  deleteEmoji: ["DELETE", "/api/v4/emoji/{emoji_id}"],
  getEmoji: ["GET", "/api/v4/emoji/{emoji_id}"],
  getEmojiImage: ["GET", "/api/v4/emoji/{emoji_id}/image"],
  listExports: ["GET", "/api/v4/exports"],
  deleteExport: ["DELETE", "/api/v4/exports/{export_name}"],
  downloadExport: ["GET", "/api/v4/exports/{export_name}"],
  generatePresignUrlExport: ["POST", "/api/v4/exports/{export_name}/presign-url"],
  testS3: ["POST", "/api/v4/file/s3_test"],
  uploadFiles: ["POST", "/api/v4/files"],
  searchFilesInAllTeams: ["POST", "/api/v4/files/search"],
  getFile: ["GET", "/api/v4/files/{file_id}"],
  getFileInfo: ["GET", "/api/v4/files/{file_id}/info"],
  getFileLink: ["GET", "/api/v4/files/{file_id}/link"],
  getFilePreview: ["GET", "/api/v4/files/{file_id}/preview"],
  getPublicFile: ["GET", "/api/v4/files/{file_id}/public"],
  getFileThumbnail: ["GET", "/api/v4/files/{file_id}/thumbnail"],
  getGroups: ["GET", "/api/v4/groups"],
  createGroup: ["POST", "/api/v4/groups"],
  getGroupsByNames: ["POST", "/api/v4/groups/names"],
  getGroup: ["GET", "/api/v4/groups/{group_id}"],
  deleteGroup: ["DELETE", "/api/v4/groups/{group_id}"],
  getGroupMembers: ["GET", "/api/v4/groups/{group_id}/members"],
  addGroupMembers: ["POST", "/api/v4/groups/{group_id}/members"],
  deleteGroupMembers: ["DELETE", "/api/v4/groups/{group_id}/members"],
  patchGroup: ["PUT", "/api/v4/groups/{group_id}/patch"],
  restoreGroup: ["POST", "/api/v4/groups/{group_id}/restore"],
  getGroupStats: ["GET", "/api/v4/groups/{group_id}/stats"],
  getGroupSyncables: ["GET", "/api/v4/groups/{group_id}/{syncable_type}"],
  getGroupSyncable: ["GET", "/api/v4/groups/{group_id}/{syncable_type}/{syncable_id}"],
  linkGroupSyncable: ["POST", "/api/v4/groups/{group_id}/{syncable_type}/{syncable_id}/link"],
  unlinkGroupSyncable: ["DELETE", "/api/v4/groups/{group_id}/{syncable_type}/{syncable_id}/link"],
  patchGroupSyncable: ["PUT", "/api/v4/groups/{group_id}/{syncable_type}/{syncable_id}/patch"],
  commandWebhook: ["POST", "/hooks/commands/{hook_id}"],
  createIncomingHook: ["POST", "/api/v4/hooks/incoming"],
  getIncomingHooks: ["GET", "/api/v4/hooks/incoming"],
  getIncomingHook: ["GET", "/api/v4/hooks/incoming/{hook_id}"],
  updateIncomingHook: ["PUT", "/api/v4/hooks/incoming/{hook_id}"],
  deleteIncomingHook: ["DELETE", "/api/v4/hooks/incoming/{hook_id}"],
  createOutgoingHook: ["POST", "/api/v4/hooks/outgoing"],
  getOutgoingHooks: ["GET", "/api/v4/hooks/outgoing"],
  getOutgoingHook: ["GET", "/api/v4/hooks/outgoing/{hook_id}"],
  updateOutgoingHook: ["PUT", "/api/v4/hooks/outgoing/{hook_id}"],
  deleteOutgoingHook: ["DELETE", "/api/v4/hooks/outgoing/{hook_id}"],
  regenOutgoingHookToken: ["POST", "/api/v4/hooks/outgoing/{hook_id}/regen_token"],
  incomingWebhook: ["POST", "/hooks/{hook_id}"],
  getImage: ["GET", "/api/v4/image"],
  listImports: ["GET", "/api/v4/imports"],
  deleteImport: ["DELETE", "/api/v4/imports/{import_name}"],
  getJobs: ["GET", "/api/v4/jobs"],
  createJob: ["POST", "/api/v4/jobs"],
  getJobsByType: ["GET", "/api/v4/jobs/type/{job_type}"],
  getJob: ["GET", "/api/v4/jobs/{job_id}"],
  cancelJob: ["POST", "/api/v4/jobs/{job_id}/cancel"],
  downloadJob: ["GET", "/api/v4/jobs/{job_id}/download"],
  updateJobStatus: ["PATCH", "/api/v4/jobs/{job_id}/status"],
  getLatestVersion: ["GET", "/api/v4/latest_version"],
  getLdapGroups: ["GET", "/api/v4/ldap/groups"],
  linkLdapGroup: ["POST", "/api/v4/ldap/groups/{remote_id}/link"],
  unlinkLdapGroup: ["DELETE", "/api/v4/ldap/groups/{remote_id}/link"],
  migrateLdapIds: ["POST", "/api/v4/ldap/migrateid"],
  syncLdap: ["POST", "/api/v4/ldap/sync"],
  testLdap: ["POST", "/api/v4/ldap/test"],
  testLdapConnection: ["POST", "/api/v4/ldap/test_connection"],
  testLdapDiagnostics: ["POST", "/api/v4/ldap/test_diagnostics"],
  syncLdapGroupMemberships: ["POST", "/api/v4/ldap/users/{user_id}/group_sync_memberships"],
  getClientLicense: ["GET", "/api/v4/license/client"],
  getLicenseLoadMetric: ["GET", "/api/v4/license/load_metric"],
  getServerLimits: ["GET", "/api/v4/limits/server"],
  getLlmServices: ["GET", "/api/v4/llmservices"],
  loginWithSaml: ["GET", "/login/sso/saml"],
  receiveSaml: ["POST", "/login/sso/saml"],
  completeSaml: ["GET", "/login/sso/saml/complete"],
  completeOAuthAtLogin: ["GET", "/login/{service}/complete"],
  getLogs: ["GET", "/api/v4/logs"],
  postLog: ["POST", "/api/v4/logs"],
  pushNotificationAck: ["POST", "/api/v4/notifications/ack"],
  testNotifications: ["POST", "/api/v4/notifications/test"],
  getAccessToken: ["POST", "/oauth/access_token"],
  createOAuthApp: ["POST", "/api/v4/oauth/apps"],
  getOAuthApps: ["GET", "/api/v4/oauth/apps"],
  registerOAuthClient: ["POST", "/api/v4/oauth/apps/register"],
  updateOAuthApp: ["PUT", "/api/v4/oauth/apps/{app_id}"],
  getOAuthApp: ["GET", "/api/v4/oauth/apps/{app_id}"],
  deleteOAuthApp: ["DELETE", "/api/v4/oauth/apps/{app_id}"],
  getOAuthAppInfo: ["GET", "/api/v4/oauth/apps/{app_id}/info"],
  regenerateOAuthAppSecret: ["POST", "/api/v4/oauth/apps/{app_id}/regen_secret"],
  authorizeOAuthPage: ["GET", "/oauth/authorize"],
  authorizeOAuthApp: ["POST", "/oauth/authorize"],
  deauthorizeOAuthApp: ["POST", "/oauth/deauthorize"],
  endOAuthSession: ["POST", "/oauth/{service}/backchannel_logout"],
  completeOAuth: ["GET", "/oauth/{service}/complete"],
  loginWithOAuth: ["GET", "/oauth/{service}/login"],
  mobileLoginWithOAuth: ["GET", "/oauth/{service}/mobile_login"],
  signupWithOAuth: ["GET", "/oauth/{service}/signup"],
  getAncillaryPermissions: ["POST", "/api/v4/permissions/ancillary"],
  setFirstAdminVisitMarketplaceStatus: ["POST", "/api/v4/plugins/marketplace/first_admin_visit"],
  getFirstAdminVisitMarketplaceStatus: ["GET", "/api/v4/plugins/marketplace/first_admin_visit"],
  getPluginStatuses: ["GET", "/api/v4/plugins/statuses"],
  getWebappPlugins: ["GET", "/api/v4/plugins/webapp"],
  createPost: ["POST", "/api/v4/posts"],
  createEphemeralPost: ["POST", "/api/v4/posts/ephemeral"],
  getPostsByIds: ["POST", "/api/v4/posts/ids"],
  getBulkReactions: ["POST", "/api/v4/posts/ids/reactions"],
  createSchedulePost: ["POST", "/api/v4/posts/schedule"],
  updateScheduledPost: ["PUT", "/api/v4/posts/schedule/{scheduled_post_id}"],
  deleteScheduledPost: ["DELETE", "/api/v4/posts/schedule/{scheduled_post_id}"],
  getTeamScheduledPosts: ["GET", "/api/v4/posts/scheduled/team/{team_id}"],
  searchPostsInAllTeams: ["POST", "/api/v4/posts/search"],
  getPost: ["GET", "/api/v4/posts/{post_id}"],
  deletePost: ["DELETE", "/api/v4/posts/{post_id}"],
  updatePost: ["PUT", "/api/v4/posts/{post_id}"],
  doPostAction: ["POST", "/api/v4/posts/{post_id}/actions/{action_id}"],
  getEditHistoryForPost: ["GET", "/api/v4/posts/{post_id}/edit_history"],
  getFileInfosForPost: ["GET", "/api/v4/posts/{post_id}/files/info"],
  getPostInfo: ["GET", "/api/v4/posts/{post_id}/info"],
  moveThread: ["POST", "/api/v4/posts/{post_id}/move"],
  patchPost: ["PUT", "/api/v4/posts/{post_id}/patch"],
  pinPost: ["POST", "/api/v4/posts/{post_id}/pin"],
  getReactions: ["GET", "/api/v4/posts/{post_id}/reactions"],
  restorePostVersion: ["POST", "/api/v4/posts/{post_id}/restore/{restore_version_id}"],
  getPostThread: ["GET", "/api/v4/posts/{post_id}/thread"],
  unpinPost: ["POST", "/api/v4/posts/{post_id}/unpin"],
  saveReaction: ["POST", "/api/v4/reactions"],
  getRecaps: ["GET", "/api/v4/recaps"],
  getRedirectLocation: ["GET", "/api/v4/redirect_location"],
  getUsersForReporting: ["GET", "/api/v4/reports/users"],
  getUserCountForReporting: ["GET", "/api/v4/reports/users/count"],
  startUsersBatchExport: ["POST", "/api/v4/reports/users/export"],
  robots: ["GET", "/robots.txt"],
  getAllRoles: ["GET", "/api/v4/roles"],
  getRoleByName: ["GET", "/api/v4/roles/name/{role_name}"],
  getRolesByNames: ["POST", "/api/v4/roles/names"],
  getRole: ["GET", "/api/v4/roles/{role_id}"],
  patchRole: ["PUT", "/api/v4/roles/{role_id}/patch"],
  addSamlIdpCertificate: ["POST", "/api/v4/saml/certificate/idp"],
  removeSamlIdpCertificate: ["DELETE", "/api/v4/saml/certificate/idp"],
  addSamlPrivateCertificate: ["POST", "/api/v4/saml/certificate/private"],
  removeSamlPrivateCertificate: ["DELETE", "/api/v4/saml/certificate/private"],
  addSamlPublicCertificate: ["POST", "/api/v4/saml/certificate/public"],
  removeSamlPublicCertificate: ["DELETE", "/api/v4/saml/certificate/public"],
  getSamlCertificateStatus: ["GET", "/api/v4/saml/certificate/status"],
  getSamlMetadata: ["GET", "/api/v4/saml/metadata"],
  getSamlMetadataFromIdp: ["POST", "/api/v4/saml/metadatafromidp"],
  resetSamlAuthData: ["POST", "/api/v4/saml/reset_auth_data"],
  getSchemes: ["GET", "/api/v4/schemes"],
  createScheme: ["POST", "/api/v4/schemes"],
  deleteScheme: ["DELETE", "/api/v4/schemes/{scheme_id}"],
  getScheme: ["GET", "/api/v4/schemes/{scheme_id}"],
  getSchemeChannels: ["GET", "/api/v4/schemes/{scheme_id}/channels"],
  patchScheme: ["PUT", "/api/v4/schemes/{scheme_id}/patch"],
  getSchemeTeams: ["GET", "/api/v4/schemes/{scheme_id}/teams"],
  getServerBusyExpires: ["GET", "/api/v4/server_busy"],
  completeOAuthAtSignup: ["GET", "/signup/{service}/complete"],
  testSiteUrl: ["POST", "/api/v4/site_url/test"],
  getSystemEmojiImage: ["GET", "/static/emoji/{file_name}"],
  updateViewedProductNotices: ["PUT", "/api/v4/system/notices/view"],
  getProductNotices: ["GET", "/api/v4/system/notices/{team_id}"],
  getOnboarding: ["GET", "/api/v4/system/onboarding/complete"],
  completeOnboarding: ["POST", "/api/v4/system/onboarding/complete"],
  getPing: ["GET", "/api/v4/system/ping"],
  getSupportedTimezones: ["GET", "/api/v4/system/timezones"],
  createTeam: ["POST", "/api/v4/teams"],
  getAllTeams: ["GET", "/api/v4/teams"],
  getInviteInfo: ["GET", "/api/v4/teams/invite/{invite_id}"],
  invalidateAllEmailInvites: ["DELETE", "/api/v4/teams/invites/email"],
  addUserToTeamFromInvite: ["POST", "/api/v4/teams/members/invite"],
  getTeamByName: ["GET", "/api/v4/teams/name/{team_name}"],
  getChannelByNameForTeamName: ["GET", "/api/v4/teams/name/{team_name}/channels/name/{channel_name}"],
  teamExists: ["GET", "/api/v4/teams/name/{team_name}/exists"],
  searchTeams: ["POST", "/api/v4/teams/search"],
  getTeam: ["GET", "/api/v4/teams/{team_id}"],
  updateTeam: ["PUT", "/api/v4/teams/{team_id}"],
  deleteTeam: ["DELETE", "/api/v4/teams/{team_id}"],
  getPublicChannelsForTeam: ["GET", "/api/v4/teams/{team_id}/channels"],
  autocompleteChannelsForTeam: ["GET", "/api/v4/teams/{team_id}/channels/autocomplete"],
  getDeletedChannelsForTeam: ["GET", "/api/v4/teams/{team_id}/channels/deleted"],
  getPublicChannelsByIdsForTeam: ["POST", "/api/v4/teams/{team_id}/channels/ids"],
  getChannelByName: ["GET", "/api/v4/teams/{team_id}/channels/name/{channel_name}"],
  getPrivateChannelsForTeam: ["GET", "/api/v4/teams/{team_id}/channels/private"],
  searchChannelsForTeam: ["POST", "/api/v4/teams/{team_id}/channels/search"],
  autocompleteChannelsForTeamForSearch: ["GET", "/api/v4/teams/{team_id}/channels/search_autocomplete"],
  listAutocompleteCommands: ["GET", "/api/v4/teams/{team_id}/commands/autocomplete"],
  listCommandAutocompleteSuggestions: ["GET", "/api/v4/teams/{team_id}/commands/autocomplete_suggestions"],
  searchFilesInTeam: ["POST", "/api/v4/teams/{team_id}/files/search"],
  getTeamGroups: ["GET", "/api/v4/teams/{team_id}/groups"],
  getTeamGroupsByChannels: ["GET", "/api/v4/teams/{team_id}/groups_by_channels"],
  getTeamIcon: ["GET", "/api/v4/teams/{team_id}/image"],
  setTeamIcon: ["POST", "/api/v4/teams/{team_id}/image"],
  removeTeamIcon: ["DELETE", "/api/v4/teams/{team_id}/image"],
  inviteGuestsToChannels: ["POST", "/api/v4/teams/{team_id}/invite-guests/email"],
  inviteUsersToTeam: ["POST", "/api/v4/teams/{team_id}/invite/email"],
  getTeamMembers: ["GET", "/api/v4/teams/{team_id}/members"],
  addTeamMember: ["POST", "/api/v4/teams/{team_id}/members"],
  addTeamMembers: ["POST", "/api/v4/teams/{team_id}/members/batch"],
  getTeamMembersByIds: ["POST", "/api/v4/teams/{team_id}/members/ids"],
  removeTeamMember: ["DELETE", "/api/v4/teams/{team_id}/members/{user_id}"],
  getTeamMember: ["GET", "/api/v4/teams/{team_id}/members/{user_id}"],
  updateTeamMemberRoles: ["PUT", "/api/v4/teams/{team_id}/members/{user_id}/roles"],
  updateTeamMemberSchemeRoles: ["PUT", "/api/v4/teams/{team_id}/members/{user_id}/schemeRoles"],
  getTeamMembersMinusGroupMembers: ["GET", "/api/v4/teams/{team_id}/members_minus_group_members"],
  patchTeam: ["PUT", "/api/v4/teams/{team_id}/patch"],
  searchPostsInTeam: ["POST", "/api/v4/teams/{team_id}/posts/search"],
  updateTeamPrivacy: ["PUT", "/api/v4/teams/{team_id}/privacy"],
  regenerateTeamInviteId: ["POST", "/api/v4/teams/{team_id}/regenerate_invite_id"],
  restoreTeam: ["POST", "/api/v4/teams/{team_id}/restore"],
  updateTeamScheme: ["PUT", "/api/v4/teams/{team_id}/scheme"],
  getTeamStats: ["GET", "/api/v4/teams/{team_id}/stats"],
  getLatestTermsOfService: ["GET", "/api/v4/terms_of_service"],
  createTermsOfService: ["POST", "/api/v4/terms_of_service"],
  getPreviousTrialLicense: ["GET", "/api/v4/trial-license/prev"],
  upgradeToEnterpriseStatus: ["GET", "/api/v4/upgrade_to_enterprise/status"],
  createUpload: ["POST", "/api/v4/uploads"],
  getUpload: ["GET", "/api/v4/uploads/{upload_id}"],
  uploadData: ["POST", "/api/v4/uploads/{upload_id}"],
  getPostsUsage: ["GET", "/api/v4/usage/posts"],
  getStorageUsage: ["GET", "/api/v4/usage/storage"],
  getTeamsUsage: ["GET", "/api/v4/usage/teams"],
  createUser: ["POST", "/api/v4/users"],
  getUsers: ["GET", "/api/v4/users"],
  autocompleteUsers: ["GET", "/api/v4/users/autocomplete"],
  verifyUserEmail: ["POST", "/api/v4/users/email/verify"],
  sendVerificationEmail: ["POST", "/api/v4/users/email/verify/send"],
  getUserByEmail: ["GET", "/api/v4/users/email/{email}"],
  getUsersByGroupChannelIds: ["POST", "/api/v4/users/group_channels"],
  getUsersByIds: ["POST", "/api/v4/users/ids"],
  getUsersWithInvalidEmails: ["GET", "/api/v4/users/invalid_emails"],
  getKnownUsers: ["GET", "/api/v4/users/known"],
  login: ["POST", "/api/v4/users/login"],
  loginWithDesktopToken: ["POST", "/api/v4/users/login/desktop_token"],
  loginWithPasskey: ["POST", "/api/v4/users/login/passkey"],
  beginPasskeyLogin: ["POST", "/api/v4/users/login/passkey/begin"],
  exchangeSsoCode: ["POST", "/api/v4/users/login/sso/code-exchange"],
  switchAccountType: ["POST", "/api/v4/users/login/switch"],
  getLoginType: ["POST", "/api/v4/users/login/type"],
  logout: ["POST", "/api/v4/users/logout"],
  notifyAdmin: ["POST", "/api/v4/users/notify-admin"],
  resetPassword: ["POST", "/api/v4/users/password/reset"],
  sendPasswordReset: ["POST", "/api/v4/users/password/reset/send"],
  searchUsers: ["POST", "/api/v4/users/search"],
  attachDeviceId: ["PUT", "/api/v4/users/sessions/device"],
  revokeAllSessionsAllUsers: ["POST", "/api/v4/users/sessions/revoke/all"],
  getTotalUsersStats: ["GET", "/api/v4/users/stats"],
  getFilteredUsersStats: ["GET", "/api/v4/users/stats/filtered"],
  getUserStatusesByIds: ["POST", "/api/v4/users/status/ids"],
  getUserAccessTokens: ["GET", "/api/v4/users/tokens"],
  disableUserAccessToken: ["POST", "/api/v4/users/tokens/disable"],
  enableUserAccessToken: ["POST", "/api/v4/users/tokens/enable"],
  revokeUserAccessToken: ["POST", "/api/v4/users/tokens/revoke"],
  searchUserAccessTokens: ["POST", "/api/v4/users/tokens/search"],
  getUserAccessToken: ["GET", "/api/v4/users/tokens/{token_id}"],
  getUserByUsername: ["GET", "/api/v4/users/username/{username}"],
  getUsersByNames: ["POST", "/api/v4/users/usernames"],
  getUser: ["GET", "/api/v4/users/{user_id}"],
  updateUser: ["PUT", "/api/v4/users/{user_id}"],
  deleteUser: ["DELETE", "/api/v4/users/{user_id}"],
  updateUserActive: ["PUT", "/api/v4/users/{user_id}/active"],
  getUserAudits: ["GET", "/api/v4/users/{user_id}/audits"],
  updateUserAuth: ["PUT", "/api/v4/users/{user_id}/auth"],
  getChannelMembersForUser: ["GET", "/api/v4/users/{user_id}/channel_members"],
  getChannelsForUser: ["GET", "/api/v4/users/{user_id}/channels"],
  deleteDraft: ["DELETE", "/api/v4/users/{user_id}/channels/{channel_id}/drafts"],
  deleteThreadDraft: ["DELETE", "/api/v4/users/{user_id}/channels/{channel_id}/drafts/{thread_id}"],
  getPostsForChannelAroundLastUnread: ["GET", "/api/v4/users/{user_id}/channels/{channel_id}/posts/unread"],
  getChannelUnread: ["GET", "/api/v4/users/{user_id}/channels/{channel_id}/unread"],
  convertUserToBot: ["POST", "/api/v4/users/{user_id}/convert_to_bot"],
  listCPAValues: ["GET", "/api/v4/users/{user_id}/custom_profile_attributes"],
  patchCPAValuesForUser: ["PATCH", "/api/v4/users/{user_id}/custom_profile_attributes"],
  demoteUserToGuest: ["POST", "/api/v4/users/{user_id}/demote"],
  verifyUserEmailWithoutToken: ["POST", "/api/v4/users/{user_id}/email/verify/member"],
  getGroupsByUserId: ["GET", "/api/v4/users/{user_id}/groups"],
  getProfileImage: ["GET", "/api/v4/users/{user_id}/image"],
  setProfileImage: ["POST", "/api/v4/users/{user_id}/image"],
  setDefaultProfileImage: ["DELETE", "/api/v4/users/{user_id}/image"],
  getDefaultProfileImage: ["GET", "/api/v4/users/{user_id}/image/default"],
  updateUserMfa: ["PUT", "/api/v4/users/{user_id}/mfa"],
  generateMfaSecret: ["POST", "/api/v4/users/{user_id}/mfa/generate"],
  getAuthorizedOAuthApps: ["GET", "/api/v4/users/{user_id}/oauth/apps/authorized"],
  getPasskeys: ["GET", "/api/v4/users/{user_id}/passkeys"],
  createPasskey: ["POST", "/api/v4/users/{user_id}/passkeys"],
  beginPasskey: ["POST", "/api/v4/users/{user_id}/passkeys/begin"],
  renamePasskey: ["PUT", "/api/v4/users/{user_id}/passkeys/{passkey_id}"],
  deletePasskey: ["DELETE", "/api/v4/users/{user_id}/passkeys/{passkey_id}"],
  updatePassword: ["PUT", "/api/v4/users/{user_id}/password"],
  patchUser: ["PUT", "/api/v4/users/{user_id}/patch"],
  getFlaggedPostsForUser: ["GET", "/api/v4/users/{user_id}/posts/flagged"],
  acknowledgePost: ["POST", "/api/v4/users/{user_id}/posts/{post_id}/ack"],
  unacknowledgePost: ["DELETE", "/api/v4/users/{user_id}/posts/{post_id}/ack"],
  deleteReaction: ["DELETE", "/api/v4/users/{user_id}/posts/{post_id}/reactions/{emoji_name}"],
  setPostReminder: ["POST", "/api/v4/users/{user_id}/posts/{post_id}/reminder"],
  setPostUnread: ["POST", "/api/v4/users/{user_id}/posts/{post_id}/set_unread"],
  getPreferences: ["GET", "/api/v4/users/{user_id}/preferences"],
  updatePreferences: ["PUT", "/api/v4/users/{user_id}/preferences"],
  deletePreferences: ["POST", "/api/v4/users/{user_id}/preferences/delete"],
  getPreferencesByCategory: ["GET", "/api/v4/users/{user_id}/preferences/{category}"],
  getPreferenceByCategoryAndName: ["GET", "/api/v4/users/{user_id}/preferences/{category}/name/{preference_name}"],
  promoteGuestToUser: ["POST", "/api/v4/users/{user_id}/promote"],
  getRecoveryCodes: ["GET", "/api/v4/users/{user_id}/recovery_codes"],
  createRecoveryCodes: ["POST", "/api/v4/users/{user_id}/recovery_codes"],
  resetFailedAttempts: ["POST", "/api/v4/users/{user_id}/reset_failed_attempts"],
  updateUserRoles: ["PUT", "/api/v4/users/{user_id}/roles"],
  getSessions: ["GET", "/api/v4/users/{user_id}/sessions"],
  revokeSession: ["POST", "/api/v4/users/{user_id}/sessions/revoke"],
  revokeAllSessionsForUser: ["POST", "/api/v4/users/{user_id}/sessions/revoke/all"],
  getUserStatus: ["GET", "/api/v4/users/{user_id}/status"],
  updateUserStatus: ["PUT", "/api/v4/users/{user_id}/status"],
  updateUserCustomStatus: ["PUT", "/api/v4/users/{user_id}/status/custom"],
  removeUserCustomStatus: ["DELETE", "/api/v4/users/{user_id}/status/custom"],
  removeUserRecentCustomStatus: ["DELETE", "/api/v4/users/{user_id}/status/custom/recent"],
  deleteUserRecentCustomStatus: ["POST", "/api/v4/users/{user_id}/status/custom/recent/delete"],
  getTeamsForUser: ["GET", "/api/v4/users/{user_id}/teams"],
  getTeamMembersForUser: ["GET", "/api/v4/users/{user_id}/teams/members"],
  getTeamsUnreadForUser: ["GET", "/api/v4/users/{user_id}/teams/unread"],
  getChannelsForTeamForUser: ["GET", "/api/v4/users/{user_id}/teams/{team_id}/channels"],
  getCategoriesForTeamForUser: ["GET", "/api/v4/users/{user_id}/teams/{team_id}/channels/categories"],
  createCategoryForTeamForUser: ["POST", "/api/v4/users/{user_id}/teams/{team_id}/channels/categories"],
  updateCategoriesForTeamForUser: ["PUT", "/api/v4/users/{user_id}/teams/{team_id}/channels/categories"],
  getCategoryOrderForTeamForUser: ["GET", "/api/v4/users/{user_id}/teams/{team_id}/channels/categories/order"],
  updateCategoryOrderForTeamForUser: ["PUT", "/api/v4/users/{user_id}/teams/{team_id}/channels/categories/order"],
  getCategoryForTeamForUser: ["GET", "/api/v4/users/{user_id}/teams/{team_id}/channels/categories/{category_id}"],
  updateCategoryForTeamForUser: ["PUT", "/api/v4/users/{user_id}/teams/{team_id}/channels/categories/{category_id}"],
  deleteCategoryForTeamForUser: ["DELETE", "/api/v4/users/{user_id}/teams/{team_id}/channels/categories/{category_id}"],
  getChannelMembersForTeamForUser: ["GET", "/api/v4/users/{user_id}/teams/{team_id}/channels/members"],
  getDrafts: ["GET", "/api/v4/users/{user_id}/teams/{team_id}/drafts"],
  getThreadsForUser: ["GET", "/api/v4/users/{user_id}/teams/{team_id}/threads"],
  updateReadStateAllThreadsByUser: ["PUT", "/api/v4/users/{user_id}/teams/{team_id}/threads/read"],
  getThreadForUser: ["GET", "/api/v4/users/{user_id}/teams/{team_id}/threads/{thread_id}"],
  followThreadByUser: ["PUT", "/api/v4/users/{user_id}/teams/{team_id}/threads/{thread_id}/following"],
  unfollowThreadByUser: ["DELETE", "/api/v4/users/{user_id}/teams/{team_id}/threads/{thread_id}/following"],
  updateReadStateThreadByUser: ["PUT", "/api/v4/users/{user_id}/teams/{team_id}/threads/{thread_id}/read/{timestamp}"],
  setUnreadThreadByPostId: ["POST", "/api/v4/users/{user_id}/teams/{team_id}/threads/{thread_id}/set_unread/{post_id}"],
  getTeamUnread: ["GET", "/api/v4/users/{user_id}/teams/{team_id}/unread"],
  saveUserTermsOfService: ["POST", "/api/v4/users/{user_id}/terms_of_service"],
  getUserTermsOfService: ["GET", "/api/v4/users/{user_id}/terms_of_service"],
  createUserAccessToken: ["POST", "/api/v4/users/{user_id}/tokens"],
  getUserAccessTokensForUser: ["GET", "/api/v4/users/{user_id}/tokens"],
  publishUserTyping: ["POST", "/api/v4/users/{user_id}/typing"],
  getUploadsForUser: ["GET", "/api/v4/users/{user_id}/uploads"],
  connectWebSocket: ["GET", "/api/v4/websocket"],
} as const;
