//! Forms with files (`multipart/form-data`): as a stream, or whole where the files are pictures.

use bytes::{Bytes, BytesMut};
use files::charset::{self, Wording};
use http::header;
use http_body_util::BodyDataStream;
use multer::{Field, Multipart};
use node::error::{ApiError, Result};
use tokio::sync::OwnedSemaphorePermit;

use crate::Call;
use crate::disposition::{Disposition, Parameters};

/// Parts of a form that is read whole; the ones we know have two or three.
const PARTS_MAX: usize = 16;
/// Bytes of a form beside the contents of its parts.
const HEADERS_BYTES_MAX: u64 = 1024 * 1024;
/// Bytes of a value beside the files.
const VALUE_BYTES_MAX: usize = 16 * 1024;
/// Bytes that one permit of the memory for uploads stands for.
const PERMIT_BYTES: usize = 1024;

/// A form in memory.
#[derive(Default)]
pub struct Form {
    values: Vec<(String, String)>,
    files: Vec<(String, Bytes)>,
    /// Given back when the form is gone.
    _memory: Vec<OwnedSemaphorePermit>,
}

impl Form {
    /// The first value under `name`.
    pub fn value(&self, name: &str) -> Option<&str> {
        self.values.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// The content of the first file under `name`.
    pub fn file(&self, name: &str) -> Option<&Bytes> {
        self.files.iter().find(|(key, _)| key == name).map(|(_, bytes)| bytes)
    }
}

impl Call {
    /// True when the body says that it is a form with files.
    pub fn is_form(&self) -> bool {
        crate::call::media(self.header(header::CONTENT_TYPE.as_str())) == "multipart/form-data"
    }

    /// The body as a stream of parts, whose contents have at most `bytes_max` bytes together. The handler bounds each; the
    /// headers of parts, which are kept until they end, have [`HEADERS_BYTES_MAX`] besides.
    ///
    /// # Errors
    /// `invalid_body_param` when it is no form.
    pub fn parts(&mut self, bytes_max: u64) -> Result<Multipart<'static>> {
        let boundary = boundary(self.header(header::CONTENT_TYPE.as_str()));
        let boundary = boundary.ok_or_else(|| ApiError::body_param("body"))?;
        let body = self.stream().ok_or_else(|| ApiError::body_param("body"))?;
        let limit = multer::SizeLimit::new().whole_stream(bytes_max.saturating_add(HEADERS_BYTES_MAX));
        let constraints = multer::Constraints::new().size_limit(limit);
        Ok(Multipart::with_constraints(BodyDataStream::new(body), boundary, constraints))
    }

    /// The whole form, whose files have at most `bytes_max` bytes together.
    ///
    /// # Errors
    /// `invalid_body_param` when it is no form or has too many parts; `request_body_too_large` beyond `bytes_max`;
    /// `server_busy` when the pictures that are uploaded right now fill the memory set aside for them.
    pub async fn form(&mut self, bytes_max: usize) -> Result<Form> {
        let parts = self.parts(bytes_max as u64)?;
        Form::read(parts, bytes_max, |bytes| self.app.reserve_memory(bytes)).await
    }
}

/// What stands between the parts, as the type of a body says.
pub fn boundary(content_type: &str) -> Option<String> {
    Parameters::read(content_type.as_bytes()).text("boundary").filter(|boundary| !boundary.is_empty())
}

impl Form {
    /// Reads a form; `reserve` sets memory aside for so many bytes.
    ///
    /// # Errors
    /// As [`Call::form`].
    pub async fn read(
        mut parts: Multipart<'_>,
        bytes_max: usize,
        reserve: impl Fn(usize) -> Result<OwnedSemaphorePermit>,
    ) -> Result<Form> {
        let mut form = Form::default();
        let mut left = bytes_max;
        while let Some(mut part) = parts.next_field().await.map_err(broken)? {
            if form.values.len() + form.files.len() == PARTS_MAX {
                return Err(ApiError::body_param("body"));
            }
            let Disposition { name, file_name } = Disposition::of(part.headers());
            if file_name.is_none() {
                form.values.push((name, value(&mut part).await?));
                continue;
            }
            let is_chosen = is_file(file_name.as_deref());
            let mut content = BytesMut::new();
            while let Some(chunk) = part.chunk().await.map_err(broken)? {
                left = left.checked_sub(chunk.len()).ok_or_else(ApiError::too_large)?;
                if !is_chosen {
                    continue;
                }
                form._memory.push(reserve(chunk.len())?);
                content.extend_from_slice(&chunk);
            }
            if is_chosen {
                form.files.push((name, content.freeze()));
            }
        }
        Ok(form)
    }
}

/// Whether a part is a file. Browsers send an empty name for a field in which none was chosen.
pub fn is_file(file_name: Option<&str>) -> bool {
    file_name.is_some_and(|name| !name.is_empty())
}

/// A part's text.
///
/// # Errors
/// `request_body_too_large` for a longer one than any value is, `invalid_body_param` when it breaks off.
pub async fn value(part: &mut Field<'_>) -> Result<String> {
    let named = part.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    let named = named.and_then(charset::of_type).map(str::to_owned);
    let mut text = Vec::new();
    while let Some(chunk) = part.chunk().await.map_err(broken)? {
        if text.len() + chunk.len() > VALUE_BYTES_MAX {
            return Err(ApiError::too_large());
        }
        text.extend_from_slice(&chunk);
    }
    Ok(charset::decode(&text, named.as_deref(), Wording::Plain))
}

/// A form that cannot be read.
pub fn broken(error: multer::Error) -> ApiError {
    ApiError::body_param("body").because(error)
}

/// Permits for so many bytes.
pub fn permits(bytes: usize) -> u32 {
    u32::try_from(bytes.div_ceil(PERMIT_BYTES)).unwrap_or(u32::MAX)
}
