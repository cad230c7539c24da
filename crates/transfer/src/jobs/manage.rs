//! Jobs as administrators list, start and cancel them.

use std::sync::Arc;

use base::ids::JobId;
use http::StatusCode;
use node::change::Change;
use node::error::{ApiError, Result};
use people::audits;
use permissions::Permission;
use request::permit::allowed;
use request::{Answer, Call, Reply};
use store::post_pages::Page;
use wire::errors::ids;
use wire::jobs::{CANCEL_REQUESTED, CANCELED, IN_PROGRESS, Job, JobForm, JobStatusForm, PENDING};
use wire::omit::StringMap;

use crate::imports;
use crate::runner::{Jobs, Kind};

/// Values of a job's data, and bytes of all of them.
const DATA_LEN_MAX: usize = 20;
const DATA_BYTES_MAX: usize = 4_096;

/// The names of the kinds whose jobs the caller may see.
fn seen(call: &Call) -> Vec<String> {
    call.app.of::<Arc<Jobs>>().kinds().filter(|kind| call.can(kind.read)).map(|kind| kind.name.to_owned()).collect()
}

/// `GET /jobs`
pub async fn list(call: Call) -> Answer {
    let query = call.query();
    let wanted = query.text("job_type");
    let mut kinds = seen(&call);
    allowed(!kinds.is_empty() || call.can(Permission::ReadJobs))?;
    if !wanted.is_empty() {
        kinds.retain(|kind| kind == wanted);
    }
    page(&call, &kinds, query.text("status")).await
}

async fn page(call: &Call, kinds: &[String], status: &str) -> Answer {
    let (limit, page) = (call.query().per_page(), call.query().page());
    let page = Page { limit, offset: page.saturating_mul(limit) };
    Ok(Reply::json(&call.app.store.jobs_of_kinds(kinds, status, page).await?))
}

/// `GET /jobs/type/{job_type}`
pub async fn of_kind(call: Call) -> Answer {
    let Some(kind) = call.app.of::<Arc<Jobs>>().kind(call.text("job_type")) else {
        call.must(Permission::ReadJobs)?;
        let text = "There are no jobs of this type that you may see.";
        return Err(ApiError::bad_request(ids::API_JOB_RETRIEVE_NOPERMISSIONS, text));
    };
    call.must(kind.read)?;
    page(&call, &[kind.name.to_owned()], "").await
}

/// The job of the path; who may not see any is not told which there are.
pub async fn must_job(call: &Call) -> Result<Job> {
    let id: JobId = call.id("job_id")?;
    let found = call.app.store.job(id).await?;
    if found.is_none() {
        call.must(Permission::ReadJobs)?;
    }
    found.ok_or_else(|| ApiError::not_found("app.job.get.app_error", "There is no such job."))
}

/// Jobs of a kind that was taken out of the program are for those who see all jobs.
fn right(call: &Call, job: &Job, of: fn(&Kind) -> Permission) -> Permission {
    call.app.of::<Arc<Jobs>>().kind(&job.kind).map_or(Permission::ManageSystem, of)
}

/// `GET /jobs/{job_id}`
pub async fn get(call: Call) -> Answer {
    let job = must_job(&call).await?;
    call.must(right(&call, &job, |kind| kind.read))?;
    Ok(Reply::json(&job))
}

/// `POST /jobs`
pub async fn create(mut call: Call) -> Answer {
    let form: JobForm = call.json_part::<Job, _>("job").await?;
    let Some(kind) = call.app.of::<Arc<Jobs>>().kind(&form.kind) else {
        call.must(Permission::ManageJobs)?;
        let text = format!("{:?} is no type of job that can be started here.", form.kind);
        return Err(ApiError::bad_request(ids::API_JOB_UNABLE_TO_CREATE_JOB_INCORRECT_JOB_TYPE, text));
    };
    call.must(kind.create)?;
    // An import brings passwords and roles, which are in no scope of an application.
    allowed(kind.name != imports::manage::KIND || !call.session().is_oauth)?;
    let mut data = form.data.unwrap_or_default();
    data.insert(crate::jobs::users_export::REQUESTED_BY.into(), call.my_id().to_string());
    let job = start(&call, kind, data).await?;
    Ok(Reply::created(&job))
}

/// Puts a job in the queue; one of a kind at a time.
///
/// # Errors
/// 400 when one waits or runs already, or when the data are too much.
pub async fn start(call: &Call, kind: &Kind, data: StringMap) -> Result<Job> {
    let bytes: usize = data.iter().map(|(name, value)| name.len() + value.len()).sum();
    if data.len() > DATA_LEN_MAX || bytes > DATA_BYTES_MAX {
        return Err(ApiError::body_param("data"));
    }
    for status in [PENDING, IN_PROGRESS] {
        let same = call.app.store.jobs_with_status(status, &[kind.name.to_owned()], 1).await?;
        if !same.is_empty() {
            let text = "A job of this type waits or runs already.";
            return Err(ApiError::bad_request("app.job.save.already_running.app_error", text));
        }
    }
    let mut change = call.app.change();
    let job = enqueue(&mut change, call.app.of(), kind.name, data);
    audits::note(&mut change, call, &format!("job={} type={}", job.id, job.kind));
    change.commit().await?;
    Ok(job)
}

/// Adds a job that waits.
pub fn enqueue(change: &mut Change, jobs: &Arc<Jobs>, kind: &str, data: StringMap) -> Job {
    let now = change.node().clock.now();
    let job = Job {
        id: change.node().ids.next(),
        kind: kind.to_owned(),
        create_at: now,
        last_activity_at: now,
        status: PENDING.to_owned(),
        data: Some(data),
        ..Job::default()
    };
    change.write(store::jobs::insert(&job));
    let jobs = jobs.clone();
    change.then_here(move |_, _| jobs.wake());
    job
}

/// `POST /jobs/{job_id}/cancel`: cancels a job: a waiting one at once, a running one at its next check.
pub async fn cancel(call: Call) -> Answer {
    let job = must_job(&call).await?;
    call.must(right(&call, &job, |kind| kind.manage))?;
    for (from, to) in [(PENDING, CANCELED), (IN_PROGRESS, CANCEL_REQUESTED)] {
        let mut change = call.app.change();
        change.write(store::jobs::set_status(job.id, &[from], to, call.app.clock.now()));
        audits::note(&mut change, &call, &format!("job={}", job.id));
        if is_done(change).await? {
            return Ok(Reply::ok());
        }
    }
    let text = "The job is over already.";
    Err(ApiError::new(StatusCode::BAD_REQUEST, "jobs.request_cancellation.status.error", text))
}

async fn is_done(change: Change) -> Result<bool> {
    match change.commit().await {
        Ok(_) => Ok(true),
        Err(store::Error::Unmet { .. }) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

/// `PATCH /jobs/{job_id}/status`: puts a job that hangs back in the queue, or stops it.
pub async fn set_status(mut call: Call) -> Answer {
    let form: JobStatusForm = call.json("job").await?;
    let job = must_job(&call).await?;
    call.must(right(&call, &job, |kind| kind.manage))?;
    let from: &[&str] = match form.status.as_str() {
        PENDING | CANCEL_REQUESTED => &[IN_PROGRESS],
        CANCELED => &[PENDING, CANCEL_REQUESTED],
        _ => return Err(ApiError::body_param("status")),
    };
    let from = if form.force { &[PENDING, IN_PROGRESS, CANCEL_REQUESTED][..] } else { from };
    let mut change = call.app.change();
    change.write(store::jobs::set_status(job.id, from, &form.status, call.app.clock.now()));
    let jobs = call.app.of::<Arc<Jobs>>().clone();
    change.then_here(move |_, _| jobs.wake());
    audits::note(&mut change, &call, &format!("job={} status={}", job.id, form.status));
    if is_done(change).await? {
        return Ok(Reply::ok());
    }
    let text = "The job cannot go from the status that it has to this one.";
    Err(ApiError::bad_request("api.job.status.invalid", text))
}
