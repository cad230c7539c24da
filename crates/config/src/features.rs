//! What this product has: flags that clients ask for, and features that the original ties to a licence.

use crate::Audience;

/// A flag that clients know as `FeatureFlag{name}`.
pub struct Flag {
    pub name: &'static str,
    pub value: &'static str,
    pub audience: Audience,
}

const fn on(name: &'static str) -> Flag {
    Flag { name, value: "true", audience: Audience::Anyone }
}

const fn off(name: &'static str) -> Flag {
    Flag { name, value: "false", audience: Audience::Anyone }
}

/// Every flag that clients may ask for. Off is what is not built here, whatever the original's default.
pub const FLAGS: &[Flag] = &[
    off("AppsEnabled"),
    off("AttributeBasedAccessControl"),
    off("AutoTranslation"),
    off("BurnOnRead"),
    on("ChannelBookmarks"),
    off("CloudAnnualRenewals"),
    off("CloudDedicatedExportUI"),
    off("CloudIPFiltering"),
    off("ConsumePostHook"),
    off("ContentFlagging"),
    on("CustomProfileAttributes"),
    off("DeprecateCloudFree"),
    off("EnableExportDirectDownload"),
    off("EnableMattermostEntry"),
    off("EnableRemoteClusterService"),
    off("EnableSharedChannelsDMs"),
    off("EnableSharedChannelsMemberSync"),
    off("EnableSharedChannelsPlugins"),
    off("EnableSyncAllUsersForRemoteCluster"),
    off("ExperimentalAuditSettingsSystemConsoleUI"),
    Flag { name: "ExperimentalCrossTeamSearch", value: "true", audience: Audience::Member },
    on("InteractiveDialogAppsForm"),
    on("MobileSSOCodeExchange"),
    off("MoveThreadsEnabled"),
    off("NormalizeLdapDNs"),
    on("NotificationMonitoring"),
    on("OnboardingTourTips"),
    on("PermalinkPreviews"),
    off("StreamlinedMarketplace"),
    off("TestBoolFeature"),
    Flag { name: "TestFeature", value: "off", audience: Audience::Anyone },
    on("WebSocketEventScope"),
    off("WysiwygEditor"),
];

/// Something that clients switch on by keys of their configuration.
pub struct Feature {
    pub name: &'static str,
    /// Whether the code is here. While it is not, the keys are "false", whatever the configuration says.
    pub built: bool,
    pub client_keys: &'static [&'static str],
}

/// What is built of the things that the original ties to a licence, or that are built later than the rest.
pub const FEATURES: &[Feature] = &[
    Feature { name: "post acknowledgements", built: true, client_keys: &["PostAcknowledgements"] },
    Feature { name: "scheduled posts", built: true, client_keys: &["ScheduledPosts"] },
    Feature { name: "custom groups", built: true, client_keys: &["EnableCustomGroups"] },
    Feature { name: "guest accounts", built: true, client_keys: &["EnableGuestAccounts"] },
    Feature { name: "shared channels", built: false, client_keys: &["ExperimentalSharedChannels"] },
];
