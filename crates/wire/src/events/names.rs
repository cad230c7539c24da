//! The names of events.

macro_rules! event_names {
    ($($name:ident = $text:literal,)+) => {
        /// What happened. Events of plugins (`custom_...`) have no name here.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum EventName {
            $($name,)+
        }

        impl EventName {
            pub const ALL: &[EventName] = &[$(EventName::$name),+];

            pub fn as_str(self) -> &'static str {
                match self {
                    $(EventName::$name => $text,)+
                }
            }

            /// The event of that name; `None` for names that this version does not know.
            pub fn parse(text: &str) -> Option<EventName> {
                match text {
                    $($text => Some(EventName::$name),)+
                    _ => None,
                }
            }
        }
    };
}

event_names! {
    Posted = "posted",
    PostEdited = "post_edited",
    PostDeleted = "post_deleted",
    PostUnread = "post_unread",
    EphemeralMessage = "ephemeral_message",
    ReactionAdded = "reaction_added",
    ReactionRemoved = "reaction_removed",
    PostAcknowledgementAdded = "post_acknowledgement_added",
    PostAcknowledgementRemoved = "post_acknowledgement_removed",
    PersistentNotificationTriggered = "persistent_notification_triggered",
    Typing = "typing",
    DraftCreated = "draft_created",
    DraftUpdated = "draft_updated",
    DraftDeleted = "draft_deleted",
    ScheduledPostCreated = "scheduled_post_created",
    ScheduledPostUpdated = "scheduled_post_updated",
    ScheduledPostDeleted = "scheduled_post_deleted",
    PostTranslationUpdated = "post_translation_updated",
    PostRevealed = "post_revealed",
    PostBurned = "post_burned",
    BurnOnReadAllRevealed = "burn_on_read_all_revealed",
    FileDownloadRejected = "file_download_rejected",
    ShowToast = "show_toast",
    ThreadUpdated = "thread_updated",
    ThreadFollowChanged = "thread_follow_changed",
    ThreadReadChanged = "thread_read_changed",
    ChannelCreated = "channel_created",
    ChannelUpdated = "channel_updated",
    ChannelConverted = "channel_converted",
    ChannelDeleted = "channel_deleted",
    ChannelRestored = "channel_restored",
    ChannelMemberUpdated = "channel_member_updated",
    ChannelSchemeUpdated = "channel_scheme_updated",
    DirectAdded = "direct_added",
    GroupAdded = "group_added",
    UserAdded = "user_added",
    UserRemoved = "user_removed",
    MultipleChannelsViewed = "multiple_channels_viewed",
    ChannelsSeen = "channels_seen",
    ChannelBookmarkCreated = "channel_bookmark_created",
    ChannelBookmarkUpdated = "channel_bookmark_updated",
    ChannelBookmarkDeleted = "channel_bookmark_deleted",
    ChannelBookmarkSorted = "channel_bookmark_sorted",
    AddedToTeam = "added_to_team",
    LeaveTeam = "leave_team",
    UpdateTeam = "update_team",
    DeleteTeam = "delete_team",
    RestoreTeam = "restore_team",
    UpdateTeamScheme = "update_team_scheme",
    MemberroleUpdated = "memberrole_updated",
    NewUser = "new_user",
    UserUpdated = "user_updated",
    UserRoleUpdated = "user_role_updated",
    UserActivationStatusChange = "user_activation_status_change",
    GuestsDeactivated = "guests_deactivated",
    StatusChange = "status_change",
    PreferencesChanged = "preferences_changed",
    PreferencesDeleted = "preferences_deleted",
    PreferenceChanged = "preference_changed",
    SidebarCategoryCreated = "sidebar_category_created",
    SidebarCategoryUpdated = "sidebar_category_updated",
    SidebarCategoryDeleted = "sidebar_category_deleted",
    SidebarCategoryOrderUpdated = "sidebar_category_order_updated",
    Hello = "hello",
    ConfigChanged = "config_changed",
    LicenseChanged = "license_changed",
    RoleUpdated = "role_updated",
    EmojiAdded = "emoji_added",
    OpenDialog = "open_dialog",
    PluginEnabled = "plugin_enabled",
    PluginDisabled = "plugin_disabled",
    PluginStatusesChanged = "plugin_statuses_changed",
    ReceivedGroup = "received_group",
    ReceivedGroupAssociatedToTeam = "received_group_associated_to_team",
    ReceivedGroupNotAssociatedToTeam = "received_group_not_associated_to_team",
    ReceivedGroupAssociatedToChannel = "received_group_associated_to_channel",
    ReceivedGroupNotAssociatedToChannel = "received_group_not_associated_to_channel",
    GroupMemberAdd = "group_member_add",
    GroupMemberDeleted = "group_member_deleted",
    CustomProfileAttributesFieldCreated = "custom_profile_attributes_field_created",
    CustomProfileAttributesFieldUpdated = "custom_profile_attributes_field_updated",
    CustomProfileAttributesFieldDeleted = "custom_profile_attributes_field_deleted",
    CustomProfileAttributesValuesUpdated = "custom_profile_attributes_values_updated",
    FirstAdminVisitMarketplaceStatusReceived = "first_admin_visit_marketplace_status_received",
    CloudSubscriptionChanged = "cloud_subscription_changed",
    HostedCustomerSignupProgressUpdated = "hosted_customer_signup_progress_updated",
    ContentFlaggingReportValueUpdated = "content_flagging_report_value_updated",
    RecapUpdated = "recap_updated",
    Response = "response",
}

impl EventName {
    /// True for events that a socket too slow for all of them may miss: they are soon out of date.
    pub fn is_droppable(self) -> bool {
        matches!(self, EventName::Typing | EventName::StatusChange | EventName::MultipleChannelsViewed)
    }

    /// True for events that may come some seconds late where they are for everybody: how people look.
    pub fn may_wait(self) -> bool {
        self == EventName::UserUpdated
    }

    /// True for events after which a page of the channel's posts reads differently.
    pub fn changes_posts(self) -> bool {
        matches!(
            self,
            EventName::Posted
                | EventName::PostEdited
                | EventName::PostDeleted
                | EventName::ReactionAdded
                | EventName::ReactionRemoved
                | EventName::PostAcknowledgementAdded
                | EventName::PostAcknowledgementRemoved
        )
    }

    /// True for events that go only to those who look at the channel.
    pub fn is_for_viewers(self) -> bool {
        matches!(self, EventName::Typing | EventName::ReactionAdded | EventName::ReactionRemoved)
    }
}

impl std::fmt::Display for EventName {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(self.as_str())
    }
}
