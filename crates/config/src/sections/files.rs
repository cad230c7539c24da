//! Uploaded files and pictures, and where they are kept.

use crate::check;
use crate::field::section;
use crate::setting::{Secret, choice};

choice! {
    /// Where files are kept.
    FileDriver { Local = "local", S3 = "amazons3" }
}

section! {
    /// Uploaded files and pictures, and where they are kept.
    Files in files {
        /// "local" keeps files in `directory`, "amazons3" in a bucket that all nodes share.
        driver: FileDriver = FileDriver::Local => api("FileSettings.DriverName").node();
        /// Folder of local files: below the data folder, or a whole path.
        directory: String = "files" => check(check::folder).api("FileSettings.Directory").node();
        /// Lets people attach files.
        enable_attachments: bool = true => api("FileSettings.EnableFileAttachments").member("EnableFileAttachments");
        /// Lets mobile clients upload.
        enable_mobile_upload: bool = true => api("FileSettings.EnableMobileUpload").member("EnableMobileFileUpload");
        /// Lets mobile clients download.
        enable_mobile_download: bool = true
            => api("FileSettings.EnableMobileDownload").member("EnableMobileFileDownload");
        /// Largest file.
        max_file_bytes: u64 = 104_857_600
            => range(1024, 1_099_511_627_776).api("FileSettings.MaxFileSize").member("MaxFileSize");
        /// Most pixels of a picture that is decoded.
        max_image_pixels: u64 = 33_177_600 => range(65_536, 1_000_000_000).api("FileSettings.MaxImageResolution");
        /// Pictures decoded at once, each of which takes up to 133 MB; -1 or 0 is half the cores.
        image_decoders: i64 = -1 => range(-1, 1024).api("FileSettings.MaxImageDecoderConcurrency").node();
        /// Reads the text of documents so that search finds it.
        extract_content: bool = true => api("FileSettings.ExtractContent");
        /// Lets people make links that need no account.
        enable_public_link: bool = false => api("FileSettings.EnablePublicLink").member("EnablePublicLink");
        /// Key of such links. Empty lets the server make one and keep it in the database.
        public_link_salt: Secret = "" => api("FileSettings.PublicLinkSalt");
        /// Address of the object store, without scheme.
        s3_endpoint: String = "s3.amazonaws.com" => api("FileSettings.AmazonS3Endpoint").node();
        /// Bucket of the object store.
        s3_bucket: String = "" => api("FileSettings.AmazonS3Bucket").node();
        /// Region of the bucket, where the store has regions.
        s3_region: String = "" => api("FileSettings.AmazonS3Region").node();
        /// Put before every name in the bucket.
        s3_path_prefix: String = "" => api("FileSettings.AmazonS3PathPrefix").node();
        /// Name of the key that may read and write the bucket.
        s3_access_key: String = "" => api("FileSettings.AmazonS3AccessKeyId").node();
        /// The key itself.
        s3_secret_key: Secret = "" => api("FileSettings.AmazonS3SecretAccessKey").node();
        /// Session token of a key that was issued for a time; the key ends with it.
        s3_session_token: Secret = "" => node();
        /// Address that gives the server the short-lived keys of its role, instead of `s3_access_key`:
        /// "http://169.254.169.254" for the role of a machine (EC2 instance metadata, version 2), or for a container the
        /// address in its AWS_CONTAINER_CREDENTIALS_FULL_URI.
        s3_credentials_url: String = "" => check(check::site_url).node();
        /// File whose text is the authorization for that address, as AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE names it.
        s3_credentials_token_file: String = "" => node();
        /// Encrypts the connection to the object store.
        s3_tls: bool = true => api("FileSettings.AmazonS3SSL").node();
        /// PEM file of authorities for the object store's certificate; empty means the public ones.
        s3_ca_file: String = "" => node();
        /// Names the bucket in the path of requests. Amazon's own store wants it in the host's name: false.
        s3_path_style: bool = true => node();
        /// Asks the object store to encrypt what it writes down, with a key of its own.
        s3_sse: bool = false => api("FileSettings.AmazonS3SSE").node();
        /// Sends people who may read a file of 1 MiB or more to the object store itself, by a link that is good for
        /// a minute. They must be able to reach `s3_endpoint`.
        s3_presigned_downloads: bool = false => node();
        /// Milliseconds a request to the object store may take.
        s3_timeout_ms: u64 = 30_000 => range(100, 3_600_000).api("FileSettings.AmazonS3RequestTimeoutMilliseconds").node();
    }
}
