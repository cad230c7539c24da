//! What the server fetches because a post links to it.

use crate::field::section;

section! {
    /// What the server fetches because a post links to it.
    Links in links {
        /// Shows what a link leads to.
        enable_previews: bool = true => api("ServiceSettings.EnableLinkPreviews").member("EnableLinkPreviews");
        /// Shows the post that a permalink leads to.
        enable_permalink_previews: bool = true
            => api("ServiceSettings.EnablePermalinkPreviews").member("EnablePermalinkPreviews");
        /// Domains that are not fetched, separated by commas.
        no_preview_domains: String = "" => api("ServiceSettings.RestrictLinkPreviews");
        /// Milliseconds for which a linked page is waited for.
        timeout_ms: u32 = 5000
            => range(100, 60_000).api("ExperimentalSettings.LinkMetadataTimeoutMilliseconds");
        /// Fetches linked pictures for the clients, which then reveal nothing to the site.
        enable_image_proxy: bool = false => api("ImageProxySettings.Enable").anyone("HasImageProxy");
    }
}
