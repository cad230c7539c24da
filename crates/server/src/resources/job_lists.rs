//! Jobs that administrators start and watch. This server runs what it needs to by itself (see
//! [`crate::jobs`]), so there is nothing to list and nothing to start.

use permissions::Permission;
use wire::errors::ids;

use crate::error::ApiError;
use crate::http::{Answer, Call, Reply};

/// `GET /jobs`
pub async fn list(call: Call) -> Answer {
    call.must(Permission::ReadJobs)?;
    Ok(Reply::json::<[(); 0]>(&[]))
}

/// `GET /jobs/type/{job_type}`
pub async fn of_kind(call: Call) -> Answer {
    call.must(Permission::ReadJobs)?;
    let text = "There are no jobs of this type that you may see.";
    Err(ApiError::bad_request(ids::API_JOB_RETRIEVE_NOPERMISSIONS, text))
}

/// `GET /jobs/{job_id}` and `POST /jobs/{job_id}/cancel`
pub async fn one(call: Call) -> Answer {
    let _: base::ids::JobId = call.id("job_id")?;
    call.must(Permission::ReadJobs)?;
    Err(ApiError::not_found("app.job.get.app_error", "There is no such job."))
}

/// `POST /jobs`
pub async fn create(mut call: Call) -> Answer {
    let form: wire::jobs::JobForm = call.json("job").await?;
    call.must(Permission::ManageJobs)?;
    let text = format!("{:?} is no type of job that can be started here.", form.kind);
    Err(ApiError::bad_request(ids::API_JOB_UNABLE_TO_CREATE_JOB_INCORRECT_JOB_TYPE, text))
}
