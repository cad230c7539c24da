//! Work in the background.

use crate::field::section;

section! {
    /// Work in the background: imports, exports, indexing, clean-up.
    Jobs in jobs {
        /// This node does such work.
        run: bool = true => api("JobSettings.RunJobs").member("RunJobs").node();
        /// This node does nothing else: of the API it answers /api/v4/system/ping alone.
        only: bool = false => node();
        /// Seconds after which another node takes over the work of one that died.
        lease_s: u32 = 30 => range(1, 3600).node();
        /// This node decides when such work is due; one of several nodes is chosen.
        schedule: bool = true => api("JobSettings.RunScheduler").node();
        /// Days for which finished jobs are remembered; -1 is for ever.
        cleanup_after_d: i64 = -1 => range(-1, 36_500).api("JobSettings.CleanupJobsThresholdDays");
        /// Folder of imports among the files.
        import_directory: String = "./import" => api("ImportSettings.Directory").node();
        /// Days for which uploaded imports are kept.
        import_retention_d: u32 = 30 => range(1, 36_500).api("ImportSettings.RetentionDays");
        /// Folder of exports among the files.
        export_directory: String = "./export" => api("ExportSettings.Directory").node();
        /// Days for which exports are kept.
        export_retention_d: u32 = 30 => range(1, 36_500).api("ExportSettings.RetentionDays");
    }
}
