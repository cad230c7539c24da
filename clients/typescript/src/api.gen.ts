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
/** A browser that is remembered. */
export type Browser = {
  id: string;
  /** Name and version: `Firefox/128.0`. */
  name: string;
  /** Empty where the browser does not say. */
  os: string;
  create_at: number;
  last_used_at: number;
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
/** How far a member has read a channel, as told to others. */
export type ChannelSeen = {
  user_id: string;
  last_viewed_at: number;
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
/** When an account ends by itself: body and answer of `/users/{user_id}/expiry`. */
export type Expiry = {
  /** 0 when it does not. */
  expires_at: number;
};
/** When an account ends by itself: body and answer of `/users/{user_id}/expiry`. */
export type ExpiryInput = {
  /** 0 when it does not. */
  expires_at?: number;
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
/** Answer of `POST /users/login/switch`. */
export type FollowLink = {
  follow_link: string;
};
/** An animated picture, which is posted by its address. */
export type Gif = {
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
  /** Of our own: when the accounts of invited guests end; 0 when they do not. */
  expires_at?: number;
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
  /** Of our own: this browser is not asked for the second factor again for a while. */
  remember_browser?: string;
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
  /** This browser is not asked for the second factor again for a while. */
  remember_browser?: boolean;
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
/** Answer of `POST /sign_in/{service}/preview`: somebody, and what becomes of the sign-in. */
export type Preview = {
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
/** A token of a provisioning program. */
export type ProvisioningToken = {
  id: string;
  /** The secret: sent in the answer that creates it and never again. */
  token?: string;
  /** Which program has it. */
  description: string;
  create_at: number;
  /** 0 until it was used; to the minute. */
  last_used_at: number;
};
/** Body of `POST /provisioning/tokens`. */
export type ProvisioningTokenForm = {
  description?: string;
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
/** One step of a trial. */
export type Step = {
  /** `site`, `name`, `answer`, `certificate`, `key`, `description`, `keys`, `client`, `reader`, `people` or `groups`. */
  name: string;
  is_fine: boolean;
  /** What was found, or what is wrong and what can be done, in English. */
  text: string;
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
/** Answer of `POST /sign_in/{service}/test`. */
export type Trial = {
  /** Whether every step was. */
  is_fine: boolean;
  /** In their order; nothing is tried after one that fails. */
  steps: Step[];
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
  /** Lookup dialog. Permissions that it may check: `read_channel_content`, `view_team`. */
  lookupDialog: { body: DialogSubmission; answer: {
  items: ActionOption[];
} };
  /** Open dialog. The trigger says for whom. Who may not read any more where he or she clicked could not submit the form, and is shown none. */
  openDialog: { body: OpenDialog; answer: StatusBody };
  /** Submit dialog. What the user filled in, on its way to the program; while it is being filled in, too, when the form asks to be refreshed. Permissions that it may check: `read_channel_content`, `view_team`. */
  submitDialog: { body: DialogSubmission; answer: DialogAnswer };
  /** Get agents. Programs that answer like people; there are none. */
  getAgents: { answer: Record<string, unknown> };
  /** Get agents status */
  getAgentsStatus: { answer: Record<string, unknown> };
  /** Get analytics. Permissions that it may check: `get_analytics`. */
  getAnalytics: { query?: { name?: string }; answer: AnalyticsRow[] };
  /** Get api reference. The reference of the API, to read and to try. */
  getApiReference: { answer: Blob };
  /** Get api reference file. One of the page's files. */
  getApiReferenceFile: { path: { file_name: string }; answer: Blob };
  /** Get audits. Permissions that it may check: `read_audits`. */
  getAudits: { query?: { page?: number; per_page?: number }; answer: Audit[] };
  /** Create bot. Permissions that it may check: `create_bot`. */
  createBot: { body: BotInput; answer: Bot };
  /** Get bots. Answers with all bots, or with the caller's own. Permissions that it may check: `read_others_bots`, `read_bots`. */
  getBots: { query?: { include_deleted?: boolean; only_orphaned?: boolean; per_page?: number; page?: number }; answer: Bot[] };
  /** Patch bot. Changes a bot. A request that changes nothing sends no event. Permissions that it may check: `read_bots`, `read_others_bots`. */
  patchBot: { path: { bot_user_id: string }; body: BotPatch; answer: Bot };
  /** Get bot. Permissions that it may check: `read_bots`, `read_others_bots`. */
  getBot: { path: { bot_user_id: string }; query?: { include_deleted?: boolean }; answer: Bot };
  /** Assign bot. Gives a bot another owner. Permissions that it may check: `assign_bot`. */
  assignBot: { path: { bot_user_id: string; user_id: string }; answer: Bot };
  /** Convert bot to user. Turns a bot into a user account, which needs a password. Permissions that it may check: `manage_system`. */
  convertBotToUser: { path: { bot_user_id: string }; query?: { set_system_admin?: boolean }; body: UserPatch; answer: User };
  /** Disable bot. Permissions that it may check: `manage_others_bots`, `read_bots`, `read_others_bots`. */
  disableBot: { path: { bot_user_id: string }; answer: Bot };
  /** Enable bot. Not for an owner whose bot somebody else disabled. Permissions that it may check: `manage_others_bots`, `read_bots`, `read_others_bots`. */
  enableBot: { path: { bot_user_id: string }; answer: Bot };
  /** Get brand image */
  getBrandImage: { answer: Blob };
  /** Upload brand image. Permissions that it may check: `edit_brand`. */
  uploadBrandImage: { body: FormData; answer: StatusBody };
  /** Delete brand image. Permissions that it may check: `edit_brand`. */
  deleteBrandImage: { answer: StatusBody };
  /** Invalidate caches. Permissions that it may check: `invalidate_caches`. */
  invalidateCaches: { answer: StatusBody };
  /** Get all channels. Answers with a page of all channels, for administrators. Permissions that it may check: `sysconsole_read_user_management_channels`, `sysconsole_write_user_management_groups`, `sysconsole_read_compliance_data_retention_policy`. */
  getAllChannels: { query?: { include_deleted?: boolean; exclude_default_channels?: boolean; include_total_count?: boolean; per_page?: number; page?: number }; answer: ChannelWithTeam[] | ChannelsWithCount };
  /** Create channel. Creates a channel of a team; the caller becomes its administrator. Permissions that it may check: `create_private_channel`, `create_public_channel`. */
  createChannel: { body: ChannelInput; answer: Channel };
  /** Create direct channel. Opens the conversation of two users, of whom the caller is one. Permissions that it may check: `create_direct_channel`, `manage_system`. */
  createDirectChannel: { body: string[]; answer: Channel };
  /** Create group channel. Opens the conversation of three to eight users; the caller is one of them, listed or not. Permissions that it may check: `create_group_channel`. */
  createGroupChannel: { body: string[]; answer: Channel };
  /** Search group channels. Searches the caller's group channels for people in them. It answers 503 while the server is busy. */
  searchGroupChannels: { body: ChannelSearch; answer: Channel[] };
  /** Read multiple channels. Marks all channels of the body as read. */
  readMultipleChannels: { path: { user_id: string }; body: string[]; answer: ChannelViewed };
  /** View channel. Marks the channel that the user turns to as read, and the one that the user leaves. */
  viewChannel: { path: { user_id: string }; body: {
  channel_id?: string | null;
  prev_channel_id?: string | null;
  collapsed_threads_supported?: boolean;
}; answer: ChannelViewed };
  /** Search all channels. Searches all teams: for administrators, or with `system_console=false` the caller's own teams. Permissions that it may check: `sysconsole_read_user_management_channels`, `sysconsole_write_user_management_groups`, `sysconsole_read_compliance_data_retention_policy`, `list_team_channels`. It answers 503 while the server is busy. */
  searchAllChannels: { query?: { system_console?: string }; body: ChannelSearch; answer: ChannelWithTeam[] | ChannelsWithCount };
  /** Get channels member count. Answers with the number of members of each channel that the body names. Permissions that it may check: `list_team_channels`, `read_channel`. */
  getChannelsMemberCount: { body: string[]; answer: Record<string, number> };
  /** Get channel. Answers with one channel. Permissions that it may check: `read_public_channel`, `read_channel`. */
  getChannel: { path: { channel_id: string }; answer: Channel };
  /** Update channel. Changes a channel's texts as the whole channel in the body has them. Empty texts of the body stay as they are. Permissions that it may check: `manage_public_channel_properties`, `manage_private_channel_properties`, `manage_channel_roles`, `sysconsole_write_user_management_channels`, `manage_public_channel_banner`, `manage_private_channel_banner`. */
  updateChannel: { path: { channel_id: string }; body: ChannelInput; answer: Channel };
  /** Delete channel. Archives a channel: it can be read, and nothing be written in it. Permissions that it may check: `delete_public_channel`, `delete_private_channel`. */
  deleteChannel: { path: { channel_id: string }; query?: { permanent?: boolean }; answer: StatusBody };
  /** Get channel access control attributes. No channel asks for attributes of its members. Permissions that it may check: `read_channel`. */
  getChannelAccessControlAttributes: { path: { channel_id: string }; answer: Record<string, unknown> };
  /** Create channel bookmark. Adds a bookmark behind the others. Permissions that it may check: `read_channel_content`. */
  createChannelBookmark: { path: { channel_id: string }; body: BookmarkInput; answer: Bookmark };
  /** List channel bookmarks for channel. Answers with a channel's bookmarks, or with what changed since a time, removed ones included. Permissions that it may check: `read_channel_content`. */
  listChannelBookmarksForChannel: { path: { channel_id: string }; query?: { bookmarks_since?: number }; answer: Bookmark[] };
  /** Update channel bookmark. Changes a bookmark. One of somebody else is replaced by one of the caller's. Permissions that it may check: `read_channel_content`. */
  updateChannelBookmark: { path: { channel_id: string; bookmark_id: string }; body: BookmarkPatch; answer: BookmarkUpdate };
  /** Delete channel bookmark. Removes a bookmark and closes the gap. Permissions that it may check: `read_channel_content`. */
  deleteChannelBookmark: { path: { channel_id: string; bookmark_id: string }; answer: Bookmark };
  /** Update channel bookmark sort order. Puts a bookmark at another place; the body is its number, from 0. Permissions that it may check: `read_channel_content`. */
  updateChannelBookmarkSortOrder: { path: { channel_id: string; bookmark_id: string }; body: number; answer: Bookmark[] };
  /** Get group message members common teams. Answers with the teams that all members of a group channel share. Permissions that it may check: `read_channel`, `manage_team`, `invite_user`. */
  getGroupMessageMembersCommonTeams: { path: { channel_id: string }; answer: Team[] };
  /** Convert group message to channel. Converts a group message to a private channel. All active members must be in the team. Deactivated members who are not are removed: they would be in the channel after a reactivation. Permissions that it may check: `create_private_channel`. */
  convertGroupMessageToChannel: { path: { channel_id: string }; body: GroupConversion; answer: Channel };
  /** Get groups by channel. Permissions that it may check: `read_public_channel_groups`, `read_private_channel_groups`. */
  getGroupsByChannel: { path: { channel_id: string }; query?: { q?: string; filter_allow_reference?: boolean; paginate?: string; page?: number; per_page?: number; include_member_count?: boolean }; answer: Record<string, unknown> };
  /** Get channel member counts by group. Permissions that it may check: `read_channel`. */
  getChannelMemberCountsByGroup: { path: { channel_id: string }; query?: { include_timezones?: boolean }; answer: ChannelMemberCount[] };
  /** Get channel members. Answers with a page of a channel's members. Permissions that it may check: `read_channel`. */
  getChannelMembers: { path: { channel_id: string }; query?: { per_page?: number; page?: number }; answer: ChannelMember[] };
  /** Add channel member. Adds one user or many. A list in the body makes the answer one: of those who could be added. Permissions that it may check: `manage_private_channel_members`, `join_public_channels`, `manage_public_channel_members`. */
  addChannelMember: { path: { channel_id: string }; body: ChannelMemberForm; answer: ChannelMember | ChannelMember[] };
  /** Get channel members by ids. Answers with the memberships of the users that the body names, of those who are members. Permissions that it may check: `read_channel`. */
  getChannelMembersByIds: { path: { channel_id: string }; body: string[]; answer: ChannelMember[] };
  /** Get channel member. Answers with one membership. Permissions that it may check: `read_channel`. */
  getChannelMember: { path: { channel_id: string; user_id: string }; answer: ChannelMember };
  /** Remove channel member. Removes a user, or lets the caller leave. Permissions that it may check: `manage_public_channel_members`, `manage_private_channel_members`. */
  removeChannelMember: { path: { channel_id: string; user_id: string }; answer: StatusBody };
  /** Update channel member notify props. Changes what a member wants to hear of a channel. */
  updateChannelMemberNotifyProps: { path: { channel_id: string; user_id: string }; body: Record<string, string>; answer: StatusBody };
  /** Update channel member roles. Sets a member's roles by name: those of the scheme become flags, the others stay names. Permissions that it may check: `manage_channel_roles`. */
  updateChannelMemberRoles: { path: { channel_id: string; user_id: string }; body: {
  roles: string;
}; answer: StatusBody };
  /** Update channel member scheme roles. Sets the flags of a member. Permissions that it may check: `manage_channel_roles`. */
  updateChannelMemberSchemeRoles: { path: { channel_id: string; user_id: string }; body: SchemeRoles; answer: StatusBody };
  /** Get channel members minus group members. Permissions that it may check: `sysconsole_read_user_management_channels`. */
  getChannelMembersMinusGroupMembers: { path: { channel_id: string }; query?: { group_ids?: string; per_page?: number; page?: number }; answer: UsersWithGroups };
  /** Get channel moderations. Permissions that it may check: `sysconsole_read_user_management_channels`. */
  getChannelModerations: { path: { channel_id: string }; answer: Moderation[] };
  /** Patch channel moderations. Permissions that it may check: `sysconsole_write_user_management_channels`. */
  patchChannelModerations: { path: { channel_id: string }; body: ModerationPatch[]; answer: Moderation[] };
  /** Move channel. Moves a channel to another team. Permissions that it may check: `manage_system`. */
  moveChannel: { path: { channel_id: string }; body: {
  team_id: string;
  force: boolean;
}; answer: Channel };
  /** Patch channel. Changes some of a channel's texts, and says in the channel which. */
  patchChannel: { path: { channel_id: string }; body: ChannelPatch; answer: Channel };
  /** Get pinned posts. Answers with a channel's pinned posts. Permissions that it may check: `read_channel_content`. */
  getPinnedPosts: { path: { channel_id: string }; answer: PostList };
  /** Get posts for channel. A page of a channel's posts. Permissions that it may check: `read_deleted_posts`. */
  getPostsForChannel: { path: { channel_id: string }; query?: { since?: string; include_deleted?: boolean; page?: number; per_page?: number; before?: string; after?: string; collapsedThreads?: boolean; collapsedThreadsExtended?: boolean; skipFetchThreads?: boolean }; answer: PostList };
  /** Update channel privacy. Makes a public channel private, or the other way round. Permissions that it may check: `convert_public_channel_to_private`, `convert_private_channel_to_public`. */
  updateChannelPrivacy: { path: { channel_id: string }; body: PrivacyForm; answer: Channel };
  /** Restore channel. Brings an archived channel back. Permissions that it may check: `manage_team`. */
  restoreChannel: { path: { channel_id: string }; answer: Channel };
  /** Update channel scheme. Permissions that it may check: `manage_system`. */
  updateChannelScheme: { path: { channel_id: string }; body: {
  scheme_id?: string;
}; answer: StatusBody };
  /** Get channel seen. Answers with how far the other members have read; empty where the caller does not show the same, or is no member. Permissions that it may check: `read_channel`. */
  getChannelSeen: { path: { channel_id: string }; answer: ChannelSeen[] };
  /** Get channel stats. Answers with a channel's numbers. Permissions that it may check: `read_channel`. */
  getChannelStats: { path: { channel_id: string }; query?: { exclude_files_count?: boolean }; answer: ChannelStats };
  /** Get channel members timezones. Answers with the time zones that members of a channel live in; `null` when none is known. Permissions that it may check: `read_channel`. */
  getChannelMembersTimezones: { path: { channel_id: string }; answer: string[] | null };
  /** Submit performance report */
  submitPerformanceReport: { body: PerformanceReport; answer: undefined };
  /** Check cws connection. There is no vendor's portal to reach. */
  checkCwsConnection: { answer: Record<string, unknown> };
  /** Get cloud limits. Clients then show nothing of a subscription. */
  getCloudLimits: { answer: never };
  /** Get cloud products. Clients then show nothing of a subscription. */
  getCloudProducts: { answer: never };
  /** Get cloud subscription. Clients then show nothing of a subscription. */
  getCloudSubscription: { answer: never };
  /** Get cluster status. Answers with the nodes of the cluster; empty for a single node. Permissions that it may check: `sysconsole_read_environment_high_availability`. */
  getClusterStatus: { answer: ClusterNode[] };
  /** Create command. Permissions that it may check: `manage_own_slash_commands`, `manage_others_slash_commands`. */
  createCommand: { body: CommandInput; answer: Command };
  /** List commands. Answers with a team's custom commands for those who manage them, or with all commands. Permissions that it may check: `view_team`, `manage_own_slash_commands`, `manage_others_slash_commands`. */
  listCommands: { query?: { team_id?: string; custom_only?: boolean }; answer: Command[] };
  /** Execute command. Permissions that it may check: `view_team`, `create_post`. */
  executeCommand: { body: CommandForm; answer: CommandResponse };
  /** Get command. Permissions that it may check: `manage_own_slash_commands`, `manage_others_slash_commands`. */
  getCommand: { path: { command_id: string }; answer: Command };
  /** Update command. Permissions that it may check: `manage_own_slash_commands`, `manage_others_slash_commands`. */
  updateCommand: { path: { command_id: string }; body: CommandInput; answer: Command };
  /** Delete command. Permissions that it may check: `manage_own_slash_commands`, `manage_others_slash_commands`. */
  deleteCommand: { path: { command_id: string }; answer: StatusBody };
  /** Move command. Moves a command to another team. Permissions that it may check: `manage_own_slash_commands`, `manage_others_slash_commands`. */
  moveCommand: { path: { command_id: string }; body: CommandMove; answer: StatusBody };
  /** Regen command token. Permissions that it may check: `manage_own_slash_commands`, `manage_others_slash_commands`. */
  regenCommandToken: { path: { command_id: string }; answer: NewToken };
  /** Get config. Permissions that it may check: `manage_system`. */
  getConfig: { answer: Record<string, unknown> };
  /** Update config. What the body names and the server knows, changes. Permissions that it may check: `manage_system`. */
  updateConfig: { body: unknown; answer: Record<string, unknown> };
  /** Get client config. Answers with the client's settings; a session gets more of them. */
  getClientConfig: { answer: Record<string, string> };
  /** Get environment config. Answers with the settings that the environment sets. Permissions that it may check: `manage_system`. */
  getEnvironmentConfig: { answer: Record<string, unknown> };
  /** Patch config. What the body names and the server knows, changes. Permissions that it may check: `manage_system`. */
  patchConfig: { body: unknown; answer: Record<string, unknown> };
  /** Config reload. Reads file and store anew. Permissions that it may check: `reload_config`. */
  configReload: { answer: StatusBody };
  /** Get content flagging team status. Nothing is flagged here. Permissions that it may check: `view_team`. */
  getContentFlaggingTeamStatus: { path: { team_id: string }; answer: Record<string, unknown> };
  /** List CPA fields */
  listCPAFields: { answer: AttributeField[] };
  /** Create CPA field. Permissions that it may check: `manage_system`. */
  createCPAField: { body: AttributeFieldInput; answer: AttributeField };
  /** Patch CPA field. Changes a field. A new type removes its values. Permissions that it may check: `manage_system`. */
  patchCPAField: { path: { field_id: string }; body: AttributeFieldPatch; answer: AttributeField };
  /** Delete CPA field. Deletes a field and all its values. Permissions that it may check: `manage_system`. */
  deleteCPAField: { path: { field_id: string }; answer: StatusBody };
  /** Get CPA group. Answers with the group of the fields, whose id is stable. */
  getCPAGroup: { answer: AttributeGroup };
  /** Patch CPA values. Changes the caller's own values. Permissions that it may check: `manage_system`. */
  patchCPAValues: { body: Record<string, unknown>; answer: Record<string, unknown> };
  /** Get global data retention policy. Answers with the retention policy, by which clients hide what is about to be deleted. */
  getGlobalDataRetentionPolicy: { answer: GlobalRetention };
  /** Upsert draft. Keeps a draft in place of the one before. An empty one removes it, and is answered by `null`. */
  upsertDraft: { body: DraftInput; answer: Draft | null };
  /** Test email. Mails the caller with the settings of the body, which are not kept; with those in force where there is none. Permissions that it may check: `test_email`. */
  testEmail: { body: unknown; answer: StatusBody };
  /** Create emoji. Permissions that it may check: `create_emojis`. */
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
  /** Delete emoji. Permissions that it may check: `delete_emojis`, `delete_others_emojis`. */
  deleteEmoji: { path: { emoji_id: string }; answer: StatusBody };
  /** Get emoji */
  getEmoji: { path: { emoji_id: string }; answer: Emoji };
  /** Get emoji image */
  getEmojiImage: { path: { emoji_id: string }; answer: Blob };
  /** List exports. Permissions that it may check: `manage_system`. */
  listExports: { answer: string[] };
  /** Delete export. Deletes the file; it succeeds also when there is none. Permissions that it may check: `manage_system`. */
  deleteExport: { path: { export_name: string }; answer: StatusBody };
  /** Download export. Permissions that it may check: `manage_system`. */
  downloadExport: { path: { export_name: string }; answer: Blob };
  /** Generate presign url export. Answers with a link to the file in the object store, where the configuration allows links. Permissions that it may check: `manage_system`. */
  generatePresignUrlExport: { path: { export_name: string }; answer: {
  url: string;
  expiration: number;
} };
  /** Test S3. Whether files can be kept as the body's settings say, which are not put in force; as those in force say where there is none. Permissions that it may check: `test_s3`. */
  testS3: { body: unknown; answer: StatusBody };
  /** Upload files. Permissions that it may check: `upload_file`. */
  uploadFiles: { query?: { channel_id?: string; filename?: string; client_id?: string }; body: FormData; answer: FileUpload };
  /** Search files in all teams. It answers 503 while the server is busy. */
  searchFilesInAllTeams: { body: SearchForm; answer: FileInfoList };
  /** Get file */
  getFile: { path: { file_id: string }; query?: { download?: boolean }; answer: Blob };
  /** Get file info */
  getFileInfo: { path: { file_id: string }; answer: FileInfo };
  /** Get file link. Permissions that it may check: `get_public_link`. */
  getFileLink: { path: { file_id: string }; answer: FileLink };
  /** Get file preview */
  getFilePreview: { path: { file_id: string }; query?: { download?: boolean }; answer: Blob };
  /** Get public file. For people without an account who know the link. */
  getPublicFile: { path: { file_id: string }; query?: { download?: boolean }; answer: Blob };
  /** Get file thumbnail */
  getFileThumbnail: { path: { file_id: string }; query?: { download?: boolean }; answer: Blob };
  /** Get gifs. Answers with GIFs for the words `q`, or with those in fashion. */
  getGifs: { query?: { q?: string }; answer: Gif[] };
  /** Get groups */
  getGroups: { query?: { per_page?: number; page?: number; include_member_count?: boolean; group_source?: string; filter_has_member?: string; filter_archived?: boolean; include_archived?: boolean; q?: string; filter_allow_reference?: boolean }; answer: Group[] };
  /** Create group. Permissions that it may check: `create_custom_group`. */
  createGroup: { body: NewGroup; answer: Group };
  /** Get groups by names */
  getGroupsByNames: { body: string[]; answer: Group[] };
  /** Get group */
  getGroup: { path: { group_id: string }; query?: { include_member_count?: boolean }; answer: Group };
  /** Delete group. Archives the group. It no longer mentions anyone. Permissions that it may check: `delete_custom_group`. */
  deleteGroup: { path: { group_id: string }; answer: StatusBody };
  /** Get group members */
  getGroupMembers: { path: { group_id: string }; query?: { per_page?: number; page?: number }; answer: GroupMembers };
  /** Add group members. Permissions that it may check: `manage_custom_group_members`. */
  addGroupMembers: { path: { group_id: string }; body: GroupMemberIds; answer: GroupMember[] };
  /** Delete group members. Permissions that it may check: `manage_custom_group_members`. */
  deleteGroupMembers: { path: { group_id: string }; body: GroupMemberIds; answer: GroupMember[] };
  /** Patch group. Permissions that it may check: `edit_custom_group`, `sysconsole_write_user_management_groups`. */
  patchGroup: { path: { group_id: string }; body: GroupPatch; answer: Group };
  /** Restore group. Permissions that it may check: `restore_custom_group`. */
  restoreGroup: { path: { group_id: string }; answer: Group };
  /** Get group stats */
  getGroupStats: { path: { group_id: string }; answer: GroupStats };
  /** Get group syncables. Permissions that it may check: `sysconsole_read_user_management_groups`. */
  getGroupSyncables: { path: { group_id: string; syncable_type: string }; answer: Array<Record<string, unknown>> };
  /** Get group syncable. Permissions that it may check: `manage_system`, `manage_team`, `manage_public_channel_members`, `manage_private_channel_members`. */
  getGroupSyncable: { path: { group_id: string; syncable_type: string; syncable_id: string }; answer: Record<string, unknown> };
  /** Link group syncable. Permissions that it may check: `manage_team`, `manage_public_channel_members`, `manage_private_channel_members`, `manage_team_roles`, `manage_channel_roles`, `add_user_to_team`. */
  linkGroupSyncable: { path: { group_id: string; syncable_type: string; syncable_id: string }; body: SyncableForm; answer: Record<string, unknown> };
  /** Unlink group syncable. Permissions that it may check: `manage_team`, `manage_public_channel_members`, `manage_private_channel_members`. */
  unlinkGroupSyncable: { path: { group_id: string; syncable_type: string; syncable_id: string }; answer: StatusBody };
  /** Patch group syncable. Permissions that it may check: `manage_team`, `manage_public_channel_members`, `manage_private_channel_members`, `manage_team_roles`, `manage_channel_roles`, `add_user_to_team`. */
  patchGroupSyncable: { path: { group_id: string; syncable_type: string; syncable_id: string }; body: SyncableForm; answer: Record<string, unknown> };
  /** Command webhook. Takes a program's delayed answer to a command. */
  commandWebhook: { path: { hook_id: string }; body: CommandResponseInput; answer: Blob };
  /** Create incoming hook. Permissions that it may check: `manage_own_incoming_webhooks`, `manage_others_incoming_webhooks`, `manage_system`, `read_channel_content`, `bypass_incoming_webhook_channel_lock`. */
  createIncomingHook: { body: IncomingHookInput; answer: IncomingHook };
  /** Get incoming hooks. Answers with the webhooks of a team or the server; without the right to others', with the caller's own. Webhooks that roam in the name of somebody with more rights than the caller are left out: whoever knows one's id speaks as that person, also in direct messages. Permissions that it may check: `manage_own_incoming_webhooks`, `manage_others_incoming_webhooks`. */
  getIncomingHooks: { query?: { team_id?: string; per_page?: number; page?: number; include_total_count?: boolean }; answer: IncomingHook[] | IncomingHooksWithCount };
  /** Get incoming hook. Permissions that it may check: `manage_others_incoming_webhooks`, `manage_own_incoming_webhooks`. */
  getIncomingHook: { path: { hook_id: string }; answer: IncomingHook };
  /** Update incoming hook. Permissions that it may check: `manage_others_incoming_webhooks`, `manage_system`, `read_channel_content`, `bypass_incoming_webhook_channel_lock`, `manage_own_incoming_webhooks`. */
  updateIncomingHook: { path: { hook_id: string }; body: IncomingHookInput; answer: IncomingHook };
  /** Delete incoming hook. Permissions that it may check: `manage_others_incoming_webhooks`, `manage_own_incoming_webhooks`. */
  deleteIncomingHook: { path: { hook_id: string }; answer: StatusBody };
  /** Create outgoing hook. Permissions that it may check: `manage_others_outgoing_webhooks`, `manage_own_outgoing_webhooks`. */
  createOutgoingHook: { body: OutgoingHookInput; answer: OutgoingHook };
  /** Get outgoing hooks. Answers with the webhooks of a channel, a team, or the server. Permissions that it may check: `manage_own_outgoing_webhooks`, `manage_others_outgoing_webhooks`. */
  getOutgoingHooks: { query?: { team_id?: string; channel_id?: string; per_page?: number; page?: number }; answer: OutgoingHook[] };
  /** Get outgoing hook. Permissions that it may check: `manage_others_outgoing_webhooks`, `manage_own_outgoing_webhooks`. */
  getOutgoingHook: { path: { hook_id: string }; answer: OutgoingHook };
  /** Update outgoing hook. Replaces the webhook, its token included. Permissions that it may check: `manage_others_outgoing_webhooks`, `manage_own_outgoing_webhooks`. */
  updateOutgoingHook: { path: { hook_id: string }; body: OutgoingHookInput; answer: OutgoingHook };
  /** Delete outgoing hook. Permissions that it may check: `manage_others_outgoing_webhooks`, `manage_own_outgoing_webhooks`. */
  deleteOutgoingHook: { path: { hook_id: string }; answer: StatusBody };
  /** Regen outgoing hook token. Permissions that it may check: `manage_others_outgoing_webhooks`, `manage_own_outgoing_webhooks`. */
  regenOutgoingHookToken: { path: { hook_id: string }; answer: OutgoingHook };
  /** Incoming webhook. Permissions that it may check: `read_channel_content`, `read_public_channel`. */
  incomingWebhook: { path: { hook_id: string }; body: IncomingHookForm; answer: Blob };
  /** Get image */
  getImage: { query?: { url?: string }; answer: Blob };
  /** List imports. Permissions that it may check: `manage_system`. */
  listImports: { answer: string[] };
  /** Delete import. Deletes the file; it succeeds also when there is none. Permissions that it may check: `manage_system`. */
  deleteImport: { path: { import_name: string }; answer: StatusBody };
  /** Get jobs. Permissions that it may check: `read_jobs`. */
  getJobs: { query?: { job_type?: string; status?: string; per_page?: number; page?: number }; answer: Job[] };
  /** Create job. Permissions that it may check: `manage_jobs`. */
  createJob: { body: JobForm; answer: Job };
  /** Get jobs by type. Permissions that it may check: `read_jobs`. */
  getJobsByType: { path: { job_type: string }; query?: { per_page?: number; page?: number }; answer: Job[] };
  /** Get job. Permissions that it may check: `read_jobs`, `manage_system`. */
  getJob: { path: { job_id: string }; answer: Job };
  /** Cancel job. Cancels a job: a waiting one at once, a running one at its next check. Permissions that it may check: `read_jobs`, `manage_system`. */
  cancelJob: { path: { job_id: string }; answer: StatusBody };
  /** Download job. Permissions that it may check: `download_compliance_export_result`. */
  downloadJob: { path: { job_id: string }; answer: Blob };
  /** Update job status. Puts a job that hangs back in the queue, or stops it. Permissions that it may check: `read_jobs`, `manage_system`. */
  updateJobStatus: { path: { job_id: string }; body: JobStatusForm; answer: StatusBody };
  /** Get latest version. Answers with this server's version: it looks for no newer one. Permissions that it may check: `manage_system`. */
  getLatestVersion: { answer: Record<string, unknown> };
  /** Get ldap groups. Permissions that it may check: `sysconsole_read_user_management_groups`. */
  getLdapGroups: { query?: { q?: string; page?: number; per_page?: number }; answer: DirectoryGroups };
  /** Link ldap group. This server follows the group from now on. Its people come with the next run of the job. Permissions that it may check: `sysconsole_write_user_management_groups`. */
  linkLdapGroup: { path: { remote_id: string }; answer: Group };
  /** Unlink ldap group. Unlinks the group from the directory. It no longer mentions anyone. Permissions that it may check: `sysconsole_write_user_management_groups`. */
  unlinkLdapGroup: { path: { remote_id: string }; answer: StatusBody };
  /** Migrate ldap ids. Permissions that it may check: `manage_system`. */
  migrateLdapIds: { body: {
  toAttribute?: string;
}; answer: StatusBody };
  /** Sync ldap. Queues a synchronization with the directory. Permissions that it may check: `create_ldap_sync_job`. */
  syncLdap: { answer: StatusBody };
  /** Test ldap. Tests the configured directory: its connection, the reading account, and whether it has users. Permissions that it may check: `test_ldap`. */
  testLdap: { answer: StatusBody };
  /** Test ldap connection. The same of settings that are not in force yet. Only whether it answers and lets the reader in. Permissions that it may check: `test_ldap`, `sysconsole_write_authentication_ldap`. */
  testLdapConnection: { body: unknown; answer: StatusBody };
  /** Test ldap diagnostics. Permissions that it may check: `test_ldap`, `sysconsole_write_authentication_ldap`. */
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
  /** Sync ldap group memberships. Adds one user to the teams and channels of the user's linked groups. Permissions that it may check: `sysconsole_write_user_management_groups`. */
  syncLdapGroupMemberships: { path: { user_id: string }; answer: StatusBody };
  /** Get client license. Answers with the state of a server without licences. */
  getClientLicense: { query?: { format?: string }; answer: Record<string, string> };
  /** Get license load metric. Nothing is licensed by the number of users. */
  getLicenseLoadMetric: { answer: Record<string, unknown> };
  /** Get server limits. Answers that nothing is limited; administrators also get the number of accounts, as it is now: scripts compare it before and after they make some. Permissions that it may check: `sysconsole_read_user_management_users`. */
  getServerLimits: { answer: ServerLimits };
  /** Get llm services */
  getLlmServices: { answer: Record<string, unknown> };
  /** Login with saml. For a browser, the desktop program (`desktop_token`) or a phone (`action=mobile`). */
  loginWithSaml: { query?: { action?: string; redirect_to?: string; desktop_token?: string; state?: string; code_challenge?: string; code_challenge_method?: string }; answer: undefined };
  /** Receive saml */
  receiveSaml: { body: URLSearchParams; answer: undefined };
  /** Complete saml */
  completeSaml: { query?: { code?: string; state?: string }; answer: undefined };
  /** Logout saml. A request of the provider by redirect, or its answer to one of this server. */
  logoutSaml: { query?: { SAMLResponse?: string; SAMLRequest?: string; RelayState?: string; SigAlg?: string; Signature?: string }; answer: undefined };
  /** Receive saml logout. The same by a form, which the provider posts through the browser. */
  receiveSamlLogout: { body: URLSearchParams; answer: undefined };
  /** Complete O auth at login */
  completeOAuthAtLogin: { path: { service: string }; query?: { state?: string; iss?: string; error?: string; error_description?: string; code?: string }; answer: undefined };
  /** Get logs. A page of lines, the newest last. Permissions that it may check: `get_logs`. */
  getLogs: { query?: { logs_per_page?: number; page?: number }; answer: string[] };
  /** Post log. Writes a line of a client's log to the server's log. It needs a session. */
  postLog: { body: ClientLogInput; answer: ClientLog };
  /** Push notification ack. A phone received a push. The answer to one without contents is the push with them. */
  pushNotificationAck: { body: PushReceipt; answer: PushNotification | StatusBody };
  /** Test notifications. Sends the caller a message of the system's account, which notifies whatever the settings. */
  testNotifications: { answer: StatusBody };
  /** Get access token */
  getAccessToken: { body: URLSearchParams; answer: AccessTokenResponse };
  /** Create O auth app. Permissions that it may check: `manage_oauth`, `manage_system`. */
  createOAuthApp: { body: OAuthAppInput; answer: OAuthApp };
  /** Get O auth apps. Answers with all applications, or with the caller's own. Permissions that it may check: `manage_oauth`, `manage_system_wide_oauth`. */
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
  /** Update O auth app. Permissions that it may check: `manage_system`, `manage_oauth`, `manage_system_wide_oauth`. */
  updateOAuthApp: { path: { app_id: string }; body: OAuthAppInput; answer: OAuthApp };
  /** Get O auth app. Permissions that it may check: `manage_oauth`, `manage_system_wide_oauth`. */
  getOAuthApp: { path: { app_id: string }; answer: OAuthApp };
  /** Delete O auth app. Deletes the application, with its codes and sessions. Permissions that it may check: `manage_oauth`, `manage_system_wide_oauth`. */
  deleteOAuthApp: { path: { app_id: string }; answer: StatusBody };
  /** Get O auth app info. Answers with what a user sees of an application before authorizing it. */
  getOAuthAppInfo: { path: { app_id: string }; answer: OAuthApp };
  /** Regenerate O auth app secret. Permissions that it may check: `manage_oauth`, `manage_system_wide_oauth`. */
  regenerateOAuthAppSecret: { path: { app_id: string }; answer: OAuthApp };
  /** Authorize O auth page. Asks the user to authorize the application, after a sign-in if there is no session. */
  authorizeOAuthPage: { query?: { response_type?: string; client_id?: string; redirect_uri?: string; scope?: string; state?: string; code_challenge?: string; code_challenge_method?: string; resource?: string }; answer: Blob };
  /** Authorize O auth app. The user lets the application in. */
  authorizeOAuthApp: { body: AuthorizeForm; answer: Redirect };
  /** Deauthorize O auth app. Ends the caller's authorization of an application. */
  deauthorizeOAuthApp: { body: DeauthorizeForm; answer: StatusBody };
  /** End O auth session. Somebody signed out at the provider, which says so by a token of its own (OpenID Connect Back-Channel Logout). */
  endOAuthSession: { path: { service: string }; answer: undefined };
  /** Complete O auth */
  completeOAuth: { path: { service: string }; query?: { state?: string; iss?: string; error?: string; error_description?: string; code?: string }; answer: undefined };
  /** Login with O auth. Who is new gets an account either way. */
  loginWithOAuth: { path: { service: string }; query?: { desktop_token?: string; redirect_to?: string; login_hint?: string }; answer: undefined };
  /** Mobile login with O auth */
  mobileLoginWithOAuth: { path: { service: string }; query?: { code_challenge_method?: string; code_challenge?: string; redirect_to?: string; state?: string; login_hint?: string }; answer: undefined };
  /** Signup with O auth. Who is new gets an account either way. */
  signupWithOAuth: { path: { service: string }; query?: { desktop_token?: string; redirect_to?: string; login_hint?: string }; answer: undefined };
  /** Get ancillary permissions. Answers with the given permissions and those that they need. */
  getAncillaryPermissions: { body: string[]; answer: string[] };
  /** Set first admin visit marketplace status. Permissions that it may check: `manage_system`. */
  setFirstAdminVisitMarketplaceStatus: { answer: StatusBody };
  /** Get first admin visit marketplace status. Permissions that it may check: `manage_system`. */
  getFirstAdminVisitMarketplaceStatus: { answer: SystemValue };
  /** Get plugin statuses. Permissions that it may check: `sysconsole_read_plugins`. */
  getPluginStatuses: { answer: unknown[] };
  /** Get webapp plugins. Answers with the plugins that browsers load. */
  getWebappPlugins: { answer: unknown[] };
  /** Create post. Posts what the caller wrote. Permissions that it may check: `upload_file`, `create_post`, `create_post_public`, `read_channel_content`. */
  createPost: { query?: { set_online?: string }; body: PostInput; answer: Post };
  /** Create ephemeral post. Shows an ephemeral message of an integration to one user. Permissions that it may check: `create_post_ephemeral`. */
  createEphemeralPost: { body: EphemeralForm; answer: Post };
  /** Get posts by ids. Those of the named posts that the caller may read, newest first. */
  getPostsByIds: { body: string[]; answer: Post[] };
  /** Get bulk reactions. The reactions to some posts that the caller may read. */
  getBulkReactions: { body: string[]; answer: Record<string, Reaction[]> };
  /** Create schedule post. Takes a post to be sent at its time. Permissions that it may check: `upload_file`. */
  createSchedulePost: { body: ScheduledPostInput; answer: ScheduledPost };
  /** Update scheduled post. Changes what is sent, and when. One that could not be sent is tried anew. Permissions that it may check: `upload_file`. */
  updateScheduledPost: { path: { scheduled_post_id: string }; body: ScheduledPostInput; answer: ScheduledPost };
  /** Delete scheduled post. Takes a scheduled post back. */
  deleteScheduledPost: { path: { scheduled_post_id: string }; answer: ScheduledPost };
  /** Get team scheduled posts. Answers with the caller's scheduled posts of a team and, when asked for, of conversations. Permissions that it may check: `view_team`. */
  getTeamScheduledPosts: { path: { team_id: string }; query?: { includeDirectChannels?: boolean }; answer: Record<string, ScheduledPost[]> };
  /** Search posts in all teams. It answers 503 while the server is busy. */
  searchPostsInAllTeams: { body: SearchForm; answer: SearchResults };
  /** Get post. One post. Permissions that it may check: `manage_system`. */
  getPost: { path: { post_id: string }; query?: { include_deleted?: boolean }; answer: Post };
  /** Delete post. Deletes a post; with `permanent=true` nothing of it stays. Permissions that it may check: `delete_post`, `delete_others_posts`, `manage_system`. */
  deletePost: { path: { post_id: string }; query?: { permanent?: boolean }; answer: StatusBody };
  /** Update post. Replaces what a post says. Permissions that it may check: `edit_post`, `edit_others_posts`, `upload_file`. */
  updatePost: { path: { post_id: string }; body: PostInput; answer: Post };
  /** Do post action. Permissions that it may check: `read_channel_content`. */
  doPostAction: { path: { post_id: string; action_id: string }; body: ActionForm; answer: ActionDone };
  /** Get edit history for post. The versions of the caller's post, newest first, without the present one. Permissions that it may check: `edit_post`. */
  getEditHistoryForPost: { path: { post_id: string }; answer: Post[] };
  /** Get file infos for post. What is known of a post's files. Permissions that it may check: `manage_system`. */
  getFileInfosForPost: { path: { post_id: string }; query?: { include_deleted?: boolean }; answer: FileInfo[] };
  /** Get post info. What the caller would have to join in order to read a post. Permissions that it may check: `join_public_teams`, `join_private_teams`, `join_public_channels`, `manage_private_channel_members`. */
  getPostInfo: { path: { post_id: string }; answer: PostInfo };
  /** Move thread. Threads stay where they were begun: moving one would rewrite what its followers have read. */
  moveThread: { path: { post_id: string }; answer: never };
  /** Patch post. Replaces the parts of a post that the body names. Permissions that it may check: `edit_post`, `edit_others_posts`, `upload_file`. */
  patchPost: { path: { post_id: string }; body: PostPatch; answer: Post };
  /** Pin post. Permissions that it may check: `create_post`. */
  pinPost: { path: { post_id: string }; answer: StatusBody };
  /** Get reactions. The reactions to a post, oldest first; `null` when there is none. */
  getReactions: { path: { post_id: string }; answer: Reaction[] | null };
  /** Restore post version. Brings an older version of the caller's post back. Permissions that it may check: `edit_post`, `edit_others_posts`, `upload_file`. */
  restorePostVersion: { path: { post_id: string; restore_version_id: string }; answer: Post };
  /** Get post thread. The thread that a post belongs to. */
  getPostThread: { path: { post_id: string }; query?: { direction?: string; fromPost?: string; updatesOnly?: boolean; collapsedThreads?: boolean; collapsedThreadsExtended?: boolean; skipFetchThreads?: boolean; perPage?: number; fromCreateAt?: number; fromUpdateAt?: number }; answer: PostList };
  /** Unpin post. Permissions that it may check: `create_post`. */
  unpinPost: { path: { post_id: string }; answer: StatusBody };
  /** Get provisioning tokens. Permissions that it may check: `manage_system`. */
  getProvisioningTokens: { answer: ProvisioningToken[] };
  /** Create provisioning token. Permissions that it may check: `manage_system`. */
  createProvisioningToken: { body: ProvisioningTokenForm; answer: ProvisioningToken };
  /** Delete provisioning token. Permissions that it may check: `manage_system`. */
  deleteProvisioningToken: { path: { token_id: string }; answer: StatusBody };
  /** Save reaction. Adds the caller's reaction. One that is there already is announced again, as clients expect. Permissions that it may check: `add_reaction`. */
  saveReaction: { body: ReactionInput; answer: Reaction };
  /** Get recaps. Summaries that were made for the caller. */
  getRecaps: { answer: unknown[] };
  /** Get redirect location. Answers with the given address: the server follows no redirects for clients. */
  getRedirectLocation: { query?: { url?: string }; answer: RedirectLocation };
  /** Get users for reporting. Permissions that it may check: `sysconsole_read_user_management_users`. */
  getUsersForReporting: { query?: { page_size?: number; direction?: string; sort_direction?: string; from_id?: string; from_column_value?: string; sort_column?: string; hide_active?: boolean; hide_inactive?: boolean; team_filter?: string; guest_filter?: string; role_filter?: string; search_term?: string; has_no_team?: boolean }; answer: UserReport[] };
  /** Get user count for reporting. Permissions that it may check: `sysconsole_read_user_management_users`. */
  getUserCountForReporting: { query?: { hide_active?: boolean; hide_inactive?: boolean; team_filter?: string; guest_filter?: string; role_filter?: string; search_term?: string; has_no_team?: boolean }; answer: number };
  /** Start users batch export. Permissions that it may check: `manage_system`. */
  startUsersBatchExport: { query?: { hide_active?: boolean; hide_inactive?: boolean; team_filter?: string }; answer: StatusBody };
  /** Robots. A chat is not for search engines. */
  robots: { answer: Blob };
  /** Get all roles. Permissions that it may check: `manage_system`. */
  getAllRoles: { answer: Role[] };
  /** Get role by name */
  getRoleByName: { path: { role_name: string }; answer: Role };
  /** Get roles by names. Answers with the roles that exist; `null` when there is none, as clients of the protocol expect. */
  getRolesByNames: { body: string[]; answer: Role[] | null };
  /** Get role */
  getRole: { path: { role_id: string }; answer: Role };
  /** Patch role. Changes the permissions of a role. Permissions that it may check: `manage_system`, `sysconsole_write_user_management_permissions`. */
  patchRole: { path: { role_id: string }; body: RolePatch; answer: Role };
  /** Add saml idp certificate. Stores one certificate or several, which replace earlier ones. Permissions that it may check: `add_saml_idp_cert`. */
  addSamlIdpCertificate: { body: FormData; answer: StatusBody };
  /** Remove saml idp certificate. Permissions that it may check: `remove_saml_idp_cert`. */
  removeSamlIdpCertificate: { answer: StatusBody };
  /** Add saml private certificate. Permissions that it may check: `add_saml_private_cert`. */
  addSamlPrivateCertificate: { body: FormData; answer: StatusBody };
  /** Remove saml private certificate. Permissions that it may check: `remove_saml_private_cert`. */
  removeSamlPrivateCertificate: { answer: StatusBody };
  /** Add saml public certificate. Permissions that it may check: `add_saml_public_cert`. */
  addSamlPublicCertificate: { body: FormData; answer: StatusBody };
  /** Remove saml public certificate. Permissions that it may check: `remove_saml_public_cert`. */
  removeSamlPublicCertificate: { answer: StatusBody };
  /** Get saml certificate status. Permissions that it may check: `get_saml_cert_status`. */
  getSamlCertificateStatus: { answer: {
  idp_certificate_file: boolean;
  private_key_file: boolean;
  public_certificate_file: boolean;
} };
  /** Get saml metadata */
  getSamlMetadata: { answer: Blob };
  /** Get saml metadata from idp. Reads the description of a provider; what becomes of it the caller decides. Permissions that it may check: `get_saml_metadata_from_idp`, `manage_system`. */
  getSamlMetadataFromIdp: { body: {
  saml_metadata_url?: string;
}; answer: {
  idp_descriptor_url: string;
  idp_url: string;
  /** All of its certificates in PEM, the older and the newer one. */
  idp_public_certificate: string;
} };
  /** Reset saml auth data. Permissions that it may check: `manage_system`. */
  resetSamlAuthData: { body: {
  include_deleted?: boolean;
  dry_run?: boolean;
  /** Empty is everybody. */
  user_ids?: string[];
}; answer: {
  num_affected: number;
} };
  /** Get schemes. Permissions that it may check: `sysconsole_read_user_management_permissions`. */
  getSchemes: { query?: { scope?: string; per_page?: number; page?: number }; answer: Scheme[] };
  /** Create scheme. Permissions that it may check: `sysconsole_write_user_management_permissions`. */
  createScheme: { body: SchemeInput; answer: Scheme };
  /** Delete scheme. Deletes a scheme. Its teams and channels get the server's roles again. Permissions that it may check: `sysconsole_write_user_management_permissions`. */
  deleteScheme: { path: { scheme_id: string }; answer: StatusBody };
  /** Get scheme. Permissions that it may check: `sysconsole_read_user_management_permissions`. */
  getScheme: { path: { scheme_id: string }; answer: Scheme };
  /** Get scheme channels. Permissions that it may check: `sysconsole_read_user_management_channels`. */
  getSchemeChannels: { path: { scheme_id: string }; query?: { per_page?: number; page?: number }; answer: ChannelWithTeam[] };
  /** Patch scheme. Permissions that it may check: `sysconsole_write_user_management_permissions`. */
  patchScheme: { path: { scheme_id: string }; body: SchemePatch; answer: Scheme };
  /** Get scheme teams. Permissions that it may check: `sysconsole_read_user_management_teams`. */
  getSchemeTeams: { path: { scheme_id: string }; query?: { per_page?: number; page?: number }; answer: Team[] };
  /** Provision in bulk */
  provisionInBulk: { answer: never };
  /** Get provisioned groups */
  getProvisionedGroups: { answer: Blob };
  /** Create provisioned group */
  createProvisionedGroup: { answer: Blob };
  /** Get provisioned group */
  getProvisionedGroup: { path: { resource_id: string }; answer: Blob };
  /** Update provisioned group */
  updateProvisionedGroup: { path: { resource_id: string }; answer: Blob };
  /** Patch provisioned group */
  patchProvisionedGroup: { path: { resource_id: string }; answer: Blob };
  /** Delete provisioned group */
  deleteProvisionedGroup: { path: { resource_id: string }; answer: undefined };
  /** Get provisioning types */
  getProvisioningTypes: { answer: Blob };
  /** Get provisioning type */
  getProvisioningType: { path: { resource_id: string }; answer: Blob };
  /** Get provisioning schemas */
  getProvisioningSchemas: { answer: Blob };
  /** Get provisioning schema */
  getProvisioningSchema: { path: { resource_id: string }; answer: Blob };
  /** Get provisioning service */
  getProvisioningService: { answer: Blob };
  /** Get provisioned users */
  getProvisionedUsers: { answer: Blob };
  /** Create provisioned user */
  createProvisionedUser: { answer: Blob };
  /** Get provisioned user */
  getProvisionedUser: { path: { resource_id: string }; answer: Blob };
  /** Update provisioned user */
  updateProvisionedUser: { path: { resource_id: string }; answer: Blob };
  /** Patch provisioned user */
  patchProvisionedUser: { path: { resource_id: string }; answer: Blob };
  /** Delete provisioned user */
  deleteProvisionedUser: { path: { resource_id: string }; answer: undefined };
  /** Get server busy expires. The server sheds load by itself, and is not told to. Permissions that it may check: `manage_system`. */
  getServerBusyExpires: { answer: ServerBusy };
  /** Preview sign in. Permissions that it may check: `manage_system`. */
  previewSignIn: { path: { service: string }; body: {
  /** Claims of a token, or attributes of an assertion. */
  claims?: Record<string, unknown>;
  /** What somebody of a directory types. */
  login_id?: string;
}; answer: Preview };
  /** Test sign in. Tests a configured service, or a provider that an administrator enters before saving it. Permissions that it may check: `manage_system`. */
  testSignIn: { path: { service: string }; body: {
  /** A provider in the form of the configuration file. `None` tests the configured one. */
  provider?: unknown;
}; answer: Trial };
  /** Complete O auth at signup */
  completeOAuthAtSignup: { path: { service: string }; query?: { state?: string; iss?: string; error?: string; error_description?: string; code?: string }; answer: undefined };
  /** Test site url. Asks whether a server of this API answers at an address. The call goes where the server's calls may go, and what is there is not told beyond yes or no. Permissions that it may check: `test_site_url`. */
  testSiteUrl: { body: {
  site_url?: string;
}; answer: StatusBody };
  /** Get system emoji image */
  getSystemEmojiImage: { path: { file_name: string }; answer: Blob };
  /** Update viewed product notices */
  updateViewedProductNotices: { body: string[]; answer: StatusBody };
  /** Get product notices. Answers with an empty list: this server has no notices. */
  getProductNotices: { path: { team_id: string }; answer: unknown[] };
  /** Get onboarding. Permissions that it may check: `manage_system`. */
  getOnboarding: { answer: SystemValue };
  /** Complete onboarding. Permissions that it may check: `manage_system`. */
  completeOnboarding: { answer: StatusBody };
  /** Get ping. Answers when requests are served; with `get_server_status` also whether the database and the files answer. */
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
  /** Get supported timezones. Answers with the time zones that clients offer. */
  getSupportedTimezones: { answer: string[] };
  /** Create team. Permissions that it may check: `create_team`. */
  createTeam: { body: TeamInput; answer: Team };
  /** Get all teams. Permissions that it may check: `list_public_teams`, `list_private_teams`. */
  getAllTeams: { query?: { per_page?: number; page?: number; include_total_count?: boolean }; answer: Team[] | TeamsWithCount };
  /** Get invite info. Answers with what an invited user may read of the team. */
  getInviteInfo: { path: { invite_id: string }; answer: TeamInvite };
  /** Invalidate all email invites. Invalidates all invitations that were mailed so far. Permissions that it may check: `invalidate_email_invite`. */
  invalidateAllEmailInvites: { answer: StatusBody };
  /** Add user to team from invite. Joins by the link of the team, or by a token that came by mail. */
  addUserToTeamFromInvite: { query?: { token?: string; invite_id?: string }; answer: TeamMember };
  /** Get team by name */
  getTeamByName: { path: { team_name: string }; answer: Team };
  /** Get channel by name for team name. The same, with the team's name instead of its id. Permissions that it may check: `read_public_channel`, `read_channel`. */
  getChannelByNameForTeamName: { path: { team_name: string; channel_name: string }; query?: { include_deleted?: boolean }; answer: Channel };
  /** Team exists. Tells whether a team of this name exists, as far as the caller may know. */
  teamExists: { path: { team_name: string }; answer: TeamExists };
  /** Search teams. Searches teams by name and display name. Permissions that it may check: `list_public_teams`, `list_private_teams`. It answers 503 while the server is busy. */
  searchTeams: { body: TeamSearch; answer: Team[] | TeamsWithCount };
  /** Get team */
  getTeam: { path: { team_id: string }; answer: Team };
  /** Update team. Replaces the team's texts; fields that are absent become empty. Permissions that it may check: `manage_team`, `invite_user`. */
  updateTeam: { path: { team_id: string }; body: TeamInput; answer: Team };
  /** Delete team. Archives the team. Permissions that it may check: `manage_team`. */
  deleteTeam: { path: { team_id: string }; query?: { permanent?: boolean }; answer: StatusBody };
  /** Get public channels for team. Answers with a page of a team's public channels. Permissions that it may check: `list_team_channels`. */
  getPublicChannelsForTeam: { path: { team_id: string }; query?: { per_page?: number; page?: number }; answer: Channel[] };
  /** Autocomplete channels for team. Completes the name of a channel that the caller may know. Permissions that it may check: `list_team_channels`. */
  autocompleteChannelsForTeam: { path: { team_id: string }; query?: { name?: string }; answer: Channel[] };
  /** Get deleted channels for team. Answers with a page of a team's archived channels, of those that the caller may see. Permissions that it may check: `list_team_channels`. */
  getDeletedChannelsForTeam: { path: { team_id: string }; query?: { per_page?: number; page?: number }; answer: Channel[] };
  /** Get public channels by ids for team. Answers with those of a team's public channels that the body names, of which the caller may know. Permissions that it may check: `view_team`, `list_team_channels`. */
  getPublicChannelsByIdsForTeam: { path: { team_id: string }; body: string[]; answer: Channel[] };
  /** Get channel by name. Answers with the channel of a name. One that the caller may not see is as good as none. Permissions that it may check: `read_public_channel`, `read_channel`. */
  getChannelByName: { path: { team_id: string; channel_name: string }; query?: { include_deleted?: boolean }; answer: Channel };
  /** Get private channels for team. Answers with a page of a team's private channels, for administrators. Permissions that it may check: `manage_system`. */
  getPrivateChannelsForTeam: { path: { team_id: string }; query?: { per_page?: number; page?: number }; answer: Channel[] };
  /** Search channels for team. Searches a team: its public channels and the caller's private ones. Permissions that it may check: `list_team_channels`. It answers 503 while the server is busy. */
  searchChannelsForTeam: { path: { team_id: string }; body: ChannelSearch; answer: Channel[] };
  /** Autocomplete channels for team for search. Completes the name of one of the caller's channels, as a search for posts needs it. */
  autocompleteChannelsForTeamForSearch: { path: { team_id: string }; query?: { name?: string }; answer: Channel[] };
  /** List autocomplete commands. Permissions that it may check: `view_team`. */
  listAutocompleteCommands: { path: { team_id: string }; answer: Command[] };
  /** List command autocomplete suggestions. Answers with commands that begin like the caller's text. Permissions that it may check: `view_team`. */
  listCommandAutocompleteSuggestions: { path: { team_id: string }; query?: { user_input?: string }; answer: CommandSuggestion[] };
  /** Search files in team. It answers 503 while the server is busy. */
  searchFilesInTeam: { path: { team_id: string }; body: SearchForm; answer: FileInfoList };
  /** Get team groups. Permissions that it may check: `view_team`. */
  getTeamGroups: { path: { team_id: string }; query?: { q?: string; filter_allow_reference?: boolean; paginate?: string; page?: number; per_page?: number; include_member_count?: boolean }; answer: Record<string, unknown> };
  /** Get team groups by channels. Permissions that it may check: `list_team_channels`, `read_private_channel_groups`. */
  getTeamGroupsByChannels: { path: { team_id: string }; answer: Record<string, unknown> };
  /** Get team icon. Permissions that it may check: `list_public_teams`, `view_team`. */
  getTeamIcon: { path: { team_id: string }; answer: Blob };
  /** Set team icon. Permissions that it may check: `manage_team`. */
  setTeamIcon: { path: { team_id: string }; body: FormData; answer: StatusBody };
  /** Remove team icon. Permissions that it may check: `manage_team`. */
  removeTeamIcon: { path: { team_id: string }; answer: StatusBody };
  /** Invite guests to channels. Mails each address a link to some channels of the team. Permissions that it may check: `invite_guest`. */
  inviteGuestsToChannels: { path: { team_id: string }; query?: { guest_magic_link?: boolean; graceful?: boolean }; body: InviteWithChannels; answer: StatusBody | InviteAttempt[] };
  /** Invite users to team. Mails each address a link that counts once. Permissions that it may check: `invite_user`, `add_user_to_team`. */
  inviteUsersToTeam: { path: { team_id: string }; query?: { graceful?: boolean }; body: string[] | InviteWithChannels; answer: StatusBody | InviteAttempt[] };
  /** Get team members. Permissions that it may check: `view_team`. */
  getTeamMembers: { path: { team_id: string }; query?: { sort?: string; exclude_deleted_users?: boolean; per_page?: number; page?: number }; answer: TeamMember[] };
  /** Add team member. Permissions that it may check: `add_user_to_team`, `join_public_teams`, `join_private_teams`. */
  addTeamMember: { path: { team_id: string }; body: TeamMemberForm; answer: TeamMember };
  /** Add team members. Permissions that it may check: `add_user_to_team`. */
  addTeamMembers: { path: { team_id: string }; query?: { graceful?: boolean }; body: Array<{
  team_id?: string;
  user_id?: string;
}>; answer: TeamMember[] | TeamMemberAttempt[] };
  /** Get team members by ids. Permissions that it may check: `view_team`. */
  getTeamMembersByIds: { path: { team_id: string }; body: string[]; answer: TeamMember[] };
  /** Remove team member. Permissions that it may check: `remove_user_from_team`. */
  removeTeamMember: { path: { team_id: string; user_id: string }; answer: StatusBody };
  /** Get team member. Permissions that it may check: `view_team`. */
  getTeamMember: { path: { team_id: string; user_id: string }; answer: TeamMember };
  /** Update team member roles. Permissions that it may check: `manage_team_roles`. */
  updateTeamMemberRoles: { path: { team_id: string; user_id: string }; body: RolesForm; answer: StatusBody };
  /** Update team member scheme roles. Permissions that it may check: `manage_team_roles`. */
  updateTeamMemberSchemeRoles: { path: { team_id: string; user_id: string }; body: SchemeRoles; answer: StatusBody };
  /** Get team members minus group members. Permissions that it may check: `sysconsole_read_user_management_groups`. */
  getTeamMembersMinusGroupMembers: { path: { team_id: string }; query?: { group_ids?: string; per_page?: number; page?: number }; answer: UsersWithGroups };
  /** Patch team. Changes some settings. A team that is closed gets a new invitation, as by its privacy. Permissions that it may check: `manage_team`, `invite_user`. */
  patchTeam: { path: { team_id: string }; body: TeamPatch; answer: Team };
  /** Search posts in team. It answers 503 while the server is busy. */
  searchPostsInTeam: { path: { team_id: string }; body: SearchForm; answer: SearchResults };
  /** Update team privacy. Opens or closes a team. A closed team gets a new invitation, which invalidates old ones. Permissions that it may check: `manage_team`, `invite_user`. */
  updateTeamPrivacy: { path: { team_id: string }; body: PrivacyForm; answer: Team };
  /** Regenerate team invite id. Permissions that it may check: `manage_team`, `invite_user`. */
  regenerateTeamInviteId: { path: { team_id: string }; answer: Team };
  /** Restore team. Permissions that it may check: `manage_team`. */
  restoreTeam: { path: { team_id: string }; answer: Team };
  /** Update team scheme. Permissions that it may check: `sysconsole_write_user_management_permissions`. */
  updateTeamScheme: { path: { team_id: string }; body: {
  scheme_id?: string;
}; answer: StatusBody };
  /** Get team stats. Permissions that it may check: `view_team`. */
  getTeamStats: { path: { team_id: string }; answer: TeamStats };
  /** Get latest terms of service. Answers with the terms of service in force. */
  getLatestTermsOfService: { answer: TermsOfService };
  /** Create terms of service. Sets new terms of service, which all users are asked to accept. Permissions that it may check: `manage_system`. */
  createTermsOfService: { body: {
  text?: string;
}; answer: TermsOfService };
  /** Get previous trial license. No licence was ever tried. */
  getPreviousTrialLicense: { answer: Record<string, string> };
  /** Upgrade to enterprise status. There is one edition. Permissions that it may check: `manage_system`. */
  upgradeToEnterpriseStatus: { answer: Record<string, unknown> };
  /** Create upload. Permissions that it may check: `manage_system`, `upload_file`. */
  createUpload: { body: UploadSessionInput; answer: UploadSession };
  /** Get upload */
  getUpload: { path: { upload_id: string }; answer: UploadSession };
  /** Upload data. Takes the next part; 204 while bytes are missing, then the file. Permissions that it may check: `manage_system`, `upload_file`. */
  uploadData: { path: { upload_id: string }; body: FormData; answer: FileInfo };
  /** Get posts usage */
  getPostsUsage: { answer: PostsUsage };
  /** Get storage usage */
  getStorageUsage: { answer: StorageUsage };
  /** Get teams usage */
  getTeamsUsage: { answer: TeamsUsage };
  /** Create user. Permissions that it may check: `manage_system`. */
  createUser: { body: UserForm; answer: User };
  /** Get users. Permissions that it may check: `list_users_without_team`, `view_team`, `read_channel`, `view_members`. */
  getUsers: { query?: { active?: boolean; inactive?: boolean; role?: string; cursor_id?: string; page?: number; per_page?: number; in_team?: string; not_in_team?: string; in_channel?: string; not_in_channel?: string; in_group?: string; not_in_group?: string; without_team?: boolean; sort?: string }; answer: User[] };
  /** Autocomplete users. Completes a mention or a name, in a team or a channel. It searches no email addresses. */
  autocompleteUsers: { query?: { in_team?: string; in_channel?: string; limit?: number; name?: string }; answer: UserAutocomplete };
  /** Verify user email */
  verifyUserEmail: { body: TokenForm; answer: StatusBody };
  /** Send verification email. Sends a link, if there is such an account. The answer does not tell. */
  sendVerificationEmail: { body: EmailForm; answer: StatusBody };
  /** Get user by email. Answers with the user of an email address, for administrators, or for all where addresses are shown. Permissions that it may check: `manage_system`. */
  getUserByEmail: { path: { email: string }; answer: User };
  /** Get users by group channel ids. Answers with the other members of the caller's group channels. */
  getUsersByGroupChannelIds: { body: string[]; answer: Record<string, User[]> };
  /** Get users by ids. Permissions that it may check: `view_members`, `manage_system`. */
  getUsersByIds: { query?: { since?: number }; body: string[]; answer: User[] };
  /** Get users with invalid emails. Answers with accounts whose address is of a domain that is not allowed. Permissions that it may check: `sysconsole_read_user_management_users`. */
  getUsersWithInvalidEmails: { query?: { page?: number; per_page?: number }; answer: User[] };
  /** Get known users. Answers with the ids of users who share a channel with the caller. */
  getKnownUsers: { answer: string[] };
  /** Login. By a link of a mail, or else by a password. */
  login: { body: LoginForm; answer: User };
  /** Login with desktop token. Answers with the session of the desktop program after its sign-in in a browser. */
  loginWithDesktopToken: { body: {
  token?: string;
  device_id?: string;
}; answer: User };
  /** Login with passkey. Answers as `POST /users/login` does. */
  loginWithPasskey: { body: PasskeyLogin; answer: User };
  /** Begin passkey login. What a browser uses a passkey by. With a name and a password, for the passkeys of that account. */
  beginPasskeyLogin: { body: LoginForm; answer: RequestOptions };
  /** Exchange sso code. Answers with the session of a phone's app, for the app that began the sign-in. */
  exchangeSsoCode: { body: {
  login_code?: string;
  code_verifier?: string;
  state?: string;
}; answer: {
  token: string;
  csrf: string;
} };
  /** Switch account type */
  switchAccountType: { body: SwitchForm; answer: FollowLink };
  /** Get login type. Whether the account signs in by magic link, and if so, mails one. It tells nothing else.  Clients call it at each sign-in. Only mails that are sent count towards the limit of mails. */
  getLoginType: { body: LoginForm; answer: LoginType };
  /** Logout. Ends the session here, and says where it ends at the provider. */
  logout: { answer: StatusBody };
  /** Migrate auth to ldap. Permissions that it may check: `manage_system`. */
  migrateAuthToLdap: { body: {
  from?: string;
  match_field?: string;
  force?: boolean;
  /** Of our own: says what would move, and moves nobody. */
  dry_run?: boolean;
}; answer: {
  dry_run: boolean;
  moved: number;
  passed_over: number;
  lines: string[];
  /** Nothing is moved, unless that is forced: it is not certain for some accounts whose they are. */
  is_refused: boolean;
} & {
  status: string;
} };
  /** Migrate auth to saml. Permissions that it may check: `manage_system`. */
  migrateAuthToSaml: { body: {
  from?: string;
  /** The accounts that move, by their addresses, with the usernames there: those here stay as they are. */
  matches?: Record<string, string>;
  /** All accounts move. */
  auto?: boolean;
  /** Of our own: says what would move, and moves nobody. */
  dry_run?: boolean;
}; answer: {
  dry_run: boolean;
  moved: number;
  passed_over: number;
  lines: string[];
  /** Nothing is moved, unless that is forced: it is not certain for some accounts whose they are. */
  is_refused: boolean;
} & {
  status: string;
} };
  /** Notify admin. Clients ask for a feature of a larger edition by it. There is one edition, and it has everything, so there is nothing to pass on. */
  notifyAdmin: { answer: StatusBody };
  /** Reset password */
  resetPassword: { body: PasswordReset; answer: StatusBody };
  /** Send password reset. Sends a link, if there is such an account. The answer does not tell. */
  sendPasswordReset: { body: EmailForm; answer: StatusBody };
  /** Search users. It answers 503 while the server is busy. */
  searchUsers: { body: UserSearch; answer: User[] };
  /** Attach device id. Registers the session's device for push: a phone, or a browser. */
  attachDeviceId: { body: DeviceForm; answer: StatusBody };
  /** Revoke all sessions all users. Permissions that it may check: `manage_system`. */
  revokeAllSessionsAllUsers: { answer: StatusBody };
  /** Get total users stats. Permissions that it may check: `view_members`. */
  getTotalUsersStats: { answer: UserStats };
  /** Get filtered users stats. Permissions that it may check: `sysconsole_read_user_management_users`, `list_users_without_team`, `view_team`, `read_channel`. */
  getFilteredUsersStats: { query?: { include_deleted?: boolean; include_bots?: boolean; in_team?: string; not_in_team?: string; in_channel?: string; not_in_channel?: string; in_group?: string; not_in_group?: string; without_team?: boolean }; answer: UserStats };
  /** Get user statuses by ids */
  getUserStatusesByIds: { body: string[]; answer: Status[] };
  /** Get user access tokens. Permissions that it may check: `manage_system`. */
  getUserAccessTokens: { query?: { page?: number; per_page?: number }; answer: AccessToken[] };
  /** Disable user access token. Permissions that it may check: `revoke_user_access_token`, `manage_others_bots`, `edit_other_users`. */
  disableUserAccessToken: { body: AccessTokenRef; answer: StatusBody };
  /** Enable user access token. Permissions that it may check: `create_user_access_token`, `manage_others_bots`, `edit_other_users`. */
  enableUserAccessToken: { body: AccessTokenRef; answer: StatusBody };
  /** Revoke user access token. Permissions that it may check: `revoke_user_access_token`, `manage_others_bots`, `edit_other_users`. */
  revokeUserAccessToken: { body: AccessTokenRef; answer: StatusBody };
  /** Search user access tokens. Permissions that it may check: `manage_system`. */
  searchUserAccessTokens: { body: AccessTokenSearch; answer: AccessToken[] };
  /** Get user access token. Permissions that it may check: `read_user_access_token`, `manage_others_bots`, `edit_other_users`. */
  getUserAccessToken: { path: { token_id: string }; answer: AccessToken };
  /** Get user by username. Permissions that it may check: `manage_system`. */
  getUserByUsername: { path: { username: string }; answer: User };
  /** Get users by names. Permissions that it may check: `view_members`, `manage_system`. */
  getUsersByNames: { body: string[]; answer: User[] };
  /** Get user. Permissions that it may check: `manage_system`. */
  getUser: { path: { user_id: string }; answer: User };
  /** Update user. Replaces the profile; fields that the body leaves out become empty. Permissions that it may check: `edit_other_users`. */
  updateUser: { path: { user_id: string }; body: UserForm; answer: User };
  /** Delete user. Deactivates; with `permanent=true`, and where that is on, removes for good. Permissions that it may check: `manage_system`. */
  deleteUser: { path: { user_id: string }; query?: { permanent?: boolean }; answer: StatusBody };
  /** Update user active. For those who administer users, and for oneself where that is on. Guests come back only where there are guests. Permissions that it may check: `sysconsole_write_user_management_users`. */
  updateUserActive: { path: { user_id: string }; body: ActiveForm; answer: StatusBody };
  /** Get user audits */
  getUserAudits: { path: { user_id: string }; query?: { page?: number; per_page?: number }; answer: Audit[] };
  /** Update user auth. How an account signs in from now on. Its sessions end. Permissions that it may check: `edit_other_users`. */
  updateUserAuth: { path: { user_id: string }; body: AuthFormInput; answer: AuthForm };
  /** Get browsers. Those that are remembered, the newest first. */
  getBrowsers: { path: { user_id: string }; answer: Browser[] };
  /** Delete browser. It is asked for the second factor again. */
  deleteBrowser: { path: { user_id: string; browser_id: string }; answer: StatusBody };
  /** Get channel members for user. Answers with a page of a user's memberships everywhere; page -1 is all of them, one a line. */
  getChannelMembersForUser: { path: { user_id: string }; query?: { page?: number; per_page?: number }; answer: ChannelMemberWithTeam[] };
  /** Get channels for user. Answers with all channels of a user. */
  getChannelsForUser: { path: { user_id: string }; query?: { include_deleted?: boolean; last_delete_at?: number }; answer: Channel[] };
  /** Delete draft. Removes the draft of a channel. */
  deleteDraft: { path: { user_id: string; channel_id: string }; answer: StatusBody };
  /** Delete thread draft. Removes the draft of a thread. */
  deleteThreadDraft: { path: { user_id: string; channel_id: string; thread_id: string }; answer: StatusBody };
  /** Get posts for channel around last unread. The posts around the place up to which the caller has read. */
  getPostsForChannelAroundLastUnread: { path: { user_id: string; channel_id: string }; query?: { limit_before?: number; limit_after?: number; before?: string; after?: string; collapsedThreads?: boolean; collapsedThreadsExtended?: boolean; skipFetchThreads?: boolean }; answer: PostList };
  /** Get channel unread. Answers with what a user has not read of a channel. Permissions that it may check: `read_channel`. */
  getChannelUnread: { path: { user_id: string; channel_id: string }; answer: ChannelUnread };
  /** Convert user to bot. The account keeps its name and owns itself; nobody signs in as it any more. Permissions that it may check: `manage_system`. */
  convertUserToBot: { path: { user_id: string }; answer: Bot };
  /** List CPA values. Answers with the values by field that the caller may see. */
  listCPAValues: { path: { user_id: string }; answer: Record<string, unknown> };
  /** Patch CPA values for user. Permissions that it may check: `manage_system`. */
  patchCPAValuesForUser: { path: { user_id: string }; body: Record<string, unknown>; answer: Record<string, unknown> };
  /** Demote user to guest. Permissions that it may check: `demote_to_guest`. */
  demoteUserToGuest: { path: { user_id: string }; answer: StatusBody };
  /** Verify user email without token. Marks an address as verified, for administrators. Permissions that it may check: `manage_system`. */
  verifyUserEmailWithoutToken: { path: { user_id: string }; answer: User };
  /** Get expiry */
  getExpiry: { path: { user_id: string }; answer: Expiry };
  /** Update expiry. Of somebody else. A time that has come ends the account with the next run of the job. */
  updateExpiry: { path: { user_id: string }; body: ExpiryInput; answer: Expiry };
  /** Get groups by user id. Permissions that it may check: `sysconsole_read_user_management_groups`. */
  getGroupsByUserId: { path: { user_id: string }; query?: { filter_allow_reference?: boolean }; answer: Group[] };
  /** Get profile image */
  getProfileImage: { path: { user_id: string }; answer: Blob };
  /** Set profile image */
  setProfileImage: { path: { user_id: string }; body: FormData; answer: StatusBody };
  /** Set default profile image */
  setDefaultProfileImage: { path: { user_id: string }; answer: StatusBody };
  /** Get default profile image */
  getDefaultProfileImage: { path: { user_id: string }; answer: Blob };
  /** Update user mfa. It also serves a session that lacks a required second factor. */
  updateUserMfa: { path: { user_id: string }; body: MfaForm; answer: StatusBody };
  /** Generate mfa secret. Creates a secret for an authenticator app. It is not in use before its first code. It also serves a session that lacks a required second factor. */
  generateMfaSecret: { path: { user_id: string }; answer: MfaSecret };
  /** Get authorized O auth apps */
  getAuthorizedOAuthApps: { path: { user_id: string }; query?: { per_page?: number; page?: number }; answer: OAuthApp[] };
  /** Get passkeys. It also serves a session that lacks a required second factor. */
  getPasskeys: { path: { user_id: string }; answer: Passkey[] };
  /** Create passkey. Stores a passkey that the browser created. It also serves a session that lacks a required second factor. */
  createPasskey: { path: { user_id: string }; body: PasskeyForm; answer: Passkey };
  /** Begin passkey. Answers with the options with which a browser creates a passkey. It also serves a session that lacks a required second factor. */
  beginPasskey: { path: { user_id: string }; body: PasswordProof; answer: PasskeyBegun };
  /** Rename passkey. It also serves a session that lacks a required second factor. */
  renamePasskey: { path: { user_id: string; passkey_id: string }; body: PasskeyName; answer: StatusBody };
  /** Delete passkey. With the last one, and without codes of an app, recovery codes go too. Remembered browsers are asked for the second factor again. It also serves a session that lacks a required second factor. */
  deletePasskey: { path: { user_id: string; passkey_id: string }; answer: StatusBody };
  /** Update password. Permissions that it may check: `sysconsole_write_user_management_users`, `manage_system`. */
  updatePassword: { path: { user_id: string }; body: PasswordChange; answer: StatusBody };
  /** Patch user. Permissions that it may check: `edit_other_users`. */
  patchUser: { path: { user_id: string }; body: UserPatch; answer: User };
  /** Get flagged posts for user. A page of the posts that a user saved, newest first, of those the user may still read. */
  getFlaggedPostsForUser: { path: { user_id: string }; query?: { team_id?: string; channel_id?: string; page?: number; per_page?: number }; answer: PostList };
  /** Acknowledge post. The caller says to have read a post. */
  acknowledgePost: { path: { user_id: string; post_id: string }; answer: Acknowledgement };
  /** Unacknowledge post. The caller takes that back, shortly after. */
  unacknowledgePost: { path: { user_id: string; post_id: string }; answer: StatusBody };
  /** Delete reaction. Takes a reaction back. Permissions that it may check: `remove_reaction`, `remove_others_reactions`. */
  deleteReaction: { path: { user_id: string; post_id: string; emoji_name: string }; answer: StatusBody };
  /** Set post reminder. Sets a reminder and confirms it to the caller. */
  setPostReminder: { path: { user_id: string; post_id: string }; body: ReminderForm; answer: StatusBody };
  /** Set post unread. Makes a post the first that the user has not read. */
  setPostUnread: { path: { user_id: string; post_id: string }; body: SetUnreadForm; answer: ChannelUnreadAt };
  /** Get preferences */
  getPreferences: { path: { user_id: string }; answer: Preference[] };
  /** Update preferences. Permissions that it may check: `read_channel_content`. */
  updatePreferences: { path: { user_id: string }; body: PreferenceInput[]; answer: StatusBody };
  /** Delete preferences */
  deletePreferences: { path: { user_id: string }; body: PreferenceInput[]; answer: StatusBody };
  /** Get preferences by category */
  getPreferencesByCategory: { path: { user_id: string; category: string }; answer: Preference[] };
  /** Get preference by category and name */
  getPreferenceByCategoryAndName: { path: { user_id: string; category: string; preference_name: string }; answer: Preference };
  /** Promote guest to user. Permissions that it may check: `promote_guest`. */
  promoteGuestToUser: { path: { user_id: string }; answer: StatusBody };
  /** Get recovery codes. Answers with the number of unused recovery codes. It also serves a session that lacks a required second factor. */
  getRecoveryCodes: { path: { user_id: string }; answer: RecoveryCodesLeft };
  /** Create recovery codes. Creates recovery codes, which replace earlier ones. It also serves a session that lacks a required second factor. */
  createRecoveryCodes: { path: { user_id: string }; body: PasswordProof; answer: RecoveryCodes };
  /** Reset failed attempts. Permissions that it may check: `sysconsole_write_user_management_users`. */
  resetFailedAttempts: { path: { user_id: string }; answer: StatusBody };
  /** Update user roles. Permissions that it may check: `manage_roles`, `manage_system`. */
  updateUserRoles: { path: { user_id: string }; body: RolesForm; answer: StatusBody };
  /** Get sessions */
  getSessions: { path: { user_id: string }; answer: Session[] };
  /** Revoke session */
  revokeSession: { path: { user_id: string }; body: SessionForm; answer: StatusBody };
  /** Revoke all sessions for user */
  revokeAllSessionsForUser: { path: { user_id: string }; answer: StatusBody };
  /** Get user status. Answers with the user's status; offline for a user who was never seen. */
  getUserStatus: { path: { user_id: string }; answer: Status };
  /** Update user status */
  updateUserStatus: { path: { user_id: string }; body: StatusForm; answer: Status };
  /** Update user custom status */
  updateUserCustomStatus: { path: { user_id: string }; body: CustomStatus; answer: StatusBody };
  /** Remove user custom status */
  removeUserCustomStatus: { path: { user_id: string }; answer: StatusBody };
  /** Remove user recent custom status */
  removeUserRecentCustomStatus: { path: { user_id: string }; body: CustomStatus; answer: StatusBody };
  /** Delete user recent custom status */
  deleteUserRecentCustomStatus: { path: { user_id: string }; body: CustomStatus; answer: StatusBody };
  /** Get teams for user. Permissions that it may check: `sysconsole_read_user_management_users`. */
  getTeamsForUser: { path: { user_id: string }; answer: Team[] };
  /** Get team members for user. Permissions that it may check: `read_other_users_teams`. */
  getTeamMembersForUser: { path: { user_id: string }; answer: TeamMember[] };
  /** Get teams unread for user */
  getTeamsUnreadForUser: { path: { user_id: string }; query?: { exclude_team?: string; include_collapsed_threads?: boolean }; answer: TeamUnread[] };
  /** Get channels for team for user. Answers with a user's channels of a team, and the direct and group channels. Permissions that it may check: `view_team`. */
  getChannelsForTeamForUser: { path: { user_id: string; team_id: string }; query?: { include_deleted?: boolean; last_delete_at?: number }; answer: Channel[] };
  /** Get categories for team for user. Answers with all categories and their order. Permissions that it may check: `view_team`. */
  getCategoriesForTeamForUser: { path: { user_id: string; team_id: string }; answer: Categories };
  /** Create category for team for user. Makes a category of the user's own. Permissions that it may check: `view_team`. */
  createCategoryForTeamForUser: { path: { user_id: string; team_id: string }; body: CategoryInput; answer: Category };
  /** Update categories for team for user. Replaces several categories. Permissions that it may check: `view_team`. */
  updateCategoriesForTeamForUser: { path: { user_id: string; team_id: string }; body: CategoryInput[]; answer: Category[] };
  /** Get category order for team for user. Answers with the order alone. Permissions that it may check: `view_team`. */
  getCategoryOrderForTeamForUser: { path: { user_id: string; team_id: string }; answer: string[] };
  /** Update category order for team for user. Puts the categories in another order. Permissions that it may check: `view_team`. */
  updateCategoryOrderForTeamForUser: { path: { user_id: string; team_id: string }; body: string[]; answer: string[] };
  /** Get category for team for user. Answers with one category. Permissions that it may check: `view_team`. */
  getCategoryForTeamForUser: { path: { user_id: string; team_id: string; category_id: string }; answer: Category };
  /** Update category for team for user. Replaces one category. Permissions that it may check: `view_team`. */
  updateCategoryForTeamForUser: { path: { user_id: string; team_id: string; category_id: string }; body: CategoryInput; answer: Category };
  /** Delete category for team for user. Removes a category that the user made; its channels go back to where they stood before. Permissions that it may check: `view_team`. */
  deleteCategoryForTeamForUser: { path: { user_id: string; team_id: string; category_id: string }; answer: StatusBody };
  /** Get channel members for team for user. Answers with a user's memberships in a team's channels, and in direct and group channels. Permissions that it may check: `view_team`, `manage_system`. */
  getChannelMembersForTeamForUser: { path: { user_id: string; team_id: string }; answer: ChannelMember[] };
  /** Get drafts. Answers with the caller's drafts in a team and in conversations; `null` when there are none. Permissions that it may check: `view_team`. */
  getDrafts: { path: { user_id: string; team_id: string }; answer: Draft[] | null };
  /** Get threads for user. A page of the threads that a user follows in a team and in direct and group channels. Permissions that it may check: `view_team`. */
  getThreadsForUser: { path: { user_id: string; team_id: string }; query?: { totalsOnly?: boolean; threadsOnly?: boolean; since?: string; excludeDirect?: boolean; unread?: boolean; deleted?: boolean; extended?: boolean; per_page?: number; before?: string; after?: string; pageSize?: number }; answer: Threads };
  /** Update read state all threads by user. Marks all threads of a team, and those of direct and group channels, as read. Permissions that it may check: `view_team`. */
  updateReadStateAllThreadsByUser: { path: { user_id: string; team_id: string }; answer: StatusBody };
  /** Get thread for user. One thread that a user follows. */
  getThreadForUser: { path: { user_id: string; team_id: string; thread_id: string }; query?: { extended?: boolean }; answer: Thread };
  /** Follow thread by user. Makes the user follow a thread. What is there counts as read. */
  followThreadByUser: { path: { user_id: string; team_id: string; thread_id: string }; answer: StatusBody };
  /** Unfollow thread by user. Replies no longer concern the user, until one mentions the user. */
  unfollowThreadByUser: { path: { user_id: string; team_id: string; thread_id: string }; answer: StatusBody };
  /** Update read state thread by user. Marks a thread as read up to a time, which may lie before what was read already. */
  updateReadStateThreadByUser: { path: { user_id: string; team_id: string; thread_id: string; timestamp: string }; answer: Thread };
  /** Set unread thread by post id. Makes a post of a thread the first that the user has not read. Who did not follow the thread does from now on. */
  setUnreadThreadByPostId: { path: { user_id: string; team_id: string; thread_id: string; post_id: string }; answer: Thread };
  /** Get team unread. Permissions that it may check: `view_team`. */
  getTeamUnread: { path: { user_id: string; team_id: string }; answer: TeamUnread };
  /** Save user terms of service */
  saveUserTermsOfService: { path: { user_id: string }; body: TermsAnswer; answer: StatusBody };
  /** Get user terms of service */
  getUserTermsOfService: { path: { user_id: string }; answer: {
  user_id: string;
  terms_of_service_id: string;
  create_at: number;
} };
  /** Create user access token. Permissions that it may check: `create_user_access_token`, `manage_others_bots`, `edit_other_users`. */
  createUserAccessToken: { path: { user_id: string }; body: AccessTokenForm; answer: AccessToken };
  /** Get user access tokens for user. Permissions that it may check: `read_user_access_token`, `manage_others_bots`, `edit_other_users`. */
  getUserAccessTokensForUser: { path: { user_id: string }; query?: { page?: number; per_page?: number }; answer: AccessToken[] };
  /** Publish user typing. Permissions that it may check: `create_post`. It answers 503 while the server is busy. */
  publishUserTyping: { path: { user_id: string }; body: TypingForm; answer: StatusBody };
  /** Get uploads for user */
  getUploadsForUser: { path: { user_id: string }; answer: UploadSession[] };
  /** Connect web socket. Answers 101 and serves the socket from a task of its own. */
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
  getChannelSeen: ["GET", "/api/v4/channels/{channel_id}/seen"],
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
  getGifs: ["GET", "/api/v4/gifs"],
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
  logoutSaml: ["GET", "/login/sso/saml/logout"],
  receiveSamlLogout: ["POST", "/login/sso/saml/logout"],
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
  getProvisioningTokens: ["GET", "/api/v4/provisioning/tokens"],
  createProvisioningToken: ["POST", "/api/v4/provisioning/tokens"],
  deleteProvisioningToken: ["DELETE", "/api/v4/provisioning/tokens/{token_id}"],
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
  provisionInBulk: ["POST", "/scim/v2/Bulk"],
  getProvisionedGroups: ["GET", "/scim/v2/Groups"],
  createProvisionedGroup: ["POST", "/scim/v2/Groups"],
  getProvisionedGroup: ["GET", "/scim/v2/Groups/{resource_id}"],
  updateProvisionedGroup: ["PUT", "/scim/v2/Groups/{resource_id}"],
  patchProvisionedGroup: ["PATCH", "/scim/v2/Groups/{resource_id}"],
  deleteProvisionedGroup: ["DELETE", "/scim/v2/Groups/{resource_id}"],
  getProvisioningTypes: ["GET", "/scim/v2/ResourceTypes"],
  getProvisioningType: ["GET", "/scim/v2/ResourceTypes/{resource_id}"],
  getProvisioningSchemas: ["GET", "/scim/v2/Schemas"],
  getProvisioningSchema: ["GET", "/scim/v2/Schemas/{resource_id}"],
  getProvisioningService: ["GET", "/scim/v2/ServiceProviderConfig"],
  getProvisionedUsers: ["GET", "/scim/v2/Users"],
  createProvisionedUser: ["POST", "/scim/v2/Users"],
  getProvisionedUser: ["GET", "/scim/v2/Users/{resource_id}"],
  updateProvisionedUser: ["PUT", "/scim/v2/Users/{resource_id}"],
  patchProvisionedUser: ["PATCH", "/scim/v2/Users/{resource_id}"],
  deleteProvisionedUser: ["DELETE", "/scim/v2/Users/{resource_id}"],
  getServerBusyExpires: ["GET", "/api/v4/server_busy"],
  previewSignIn: ["POST", "/api/v4/sign_in/{service}/preview"],
  testSignIn: ["POST", "/api/v4/sign_in/{service}/test"],
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
  migrateAuthToLdap: ["POST", "/api/v4/users/migrate_auth/ldap"],
  migrateAuthToSaml: ["POST", "/api/v4/users/migrate_auth/saml"],
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
  getBrowsers: ["GET", "/api/v4/users/{user_id}/browsers"],
  deleteBrowser: ["DELETE", "/api/v4/users/{user_id}/browsers/{browser_id}"],
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
  getExpiry: ["GET", "/api/v4/users/{user_id}/expiry"],
  updateExpiry: ["PUT", "/api/v4/users/{user_id}/expiry"],
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
