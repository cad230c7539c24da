//! Passwords and codes that are tried: who has to wait, what a wrong one leads to, and who hears of it.

use base::ids::{SessionId, UserId};
use memory::failed_attempts::{By, Counted, Door, Failure, Guess, Source, Whose, hash, names_of, network};
use node::change::Change;
use node::consequence::Fact;
use node::error::{ApiError, Result};
use wire::audits::Audit;
use wire::errors::ids;
use wire::sessions::Session;
use wire::users::User;

use request::Call;

/// What the audit trail calls a sign-in.
pub const SIGN_IN: &str = "/api/v4/users/login";

/// The guess that a call makes at an account that was found by a name, or at a name that nobody has.
pub fn at(call: &Call, user: Option<&User>, name: &str) -> Guess {
    let whose = if user.is_some() { Whose::Somebody } else { Whose::Nobody };
    // Tokens of applications and programs are made at will: each would be a place with guesses of its own.
    let is_device = |session: &Session| !session.is_oauth && !session.is_access_token();
    let own = call.identity.as_ref().filter(|own| is_device(&own.session));
    let own = own.filter(|own| user.is_some_and(|user| user.id == own.user.id));
    let source = match own {
        Some(own) => Source::Session(own.session.id),
        None => Source::Address(network(call.peer)),
    };
    Guess { name: hash(name), whose, source, account: user.map_or(UserId::NONE, |user| user.id) }
}

/// The guess of a password by who is signed in, about an account.
pub fn by(call: &Call, user: &User) -> Guess {
    at(call, Some(user), &user.id.to_string())
}

/// Refuses whom too many guesses went wrong for, whatever is tried next. For those who know whose account it is.
///
/// # Errors
/// 401 for those.
pub async fn must_be_open(call: &Call, guess: Guess, user: Option<&User>) -> Result<()> {
    must_be_open_by_name(call, guess, user).await?;
    if is_shut(call, guess, user).await? { Err(too_many()) } else { Ok(()) }
}

/// Has a guess judged by which somebody wants to sign in. `None` when the account takes no guess from here, by whatever
/// name: it is answered as a wrong password is, and counts for the name alone. Another answer would tell which names
/// belong together.
///
/// # Errors
/// 401 after too many guesses at this very name, which nobody may have; and what `judging` fails with.
pub async fn judge<T>(
    call: &Call,
    guess: Guess,
    user: Option<&User>,
    judging: impl Future<Output = Result<T>>,
) -> Result<Option<T>> {
    must_be_open_by_name(call, guess, user).await?;
    // Asked beside the password, which takes longer: the time does not tell whether the account is shut.
    let (is_shut, judged) = tokio::join!(is_shut(call, guess, user), judging);
    let judged = judged?;
    // Many may have been tried while this one waited.
    must_be_open_by_name(call, guess, user).await?;
    if is_shut? || is_shut_by_now(call, guess) {
        wrong(call, guess.by_name_alone(), None).await?;
        return Ok(None);
    }
    Ok(Some(judged))
}

async fn must_be_open_by_name(call: &Call, guess: Guess, user: Option<&User>) -> Result<()> {
    if is_open(call, guess, By::Name, user).await? { Ok(()) } else { Err(too_many()) }
}

async fn is_shut(call: &Call, guess: Guess, user: Option<&User>) -> Result<bool> {
    Ok(!is_open(call, guess, By::Account, user).await?)
}

/// As [`is_shut`], by what this process knows of guesses that were made meanwhile.
fn is_shut_by_now(call: &Call, guess: Guess) -> bool {
    let max = call.app.config().session.max_login_attempts;
    call.app.tries.door(guess, By::Account, max, call.app.clock.now()) == Door::Locked
}

async fn is_open(call: &Call, guess: Guess, by: By, user: Option<&User>) -> Result<bool> {
    let app = &call.app;
    let max = app.config().session.max_login_attempts;
    let mut door = app.tries.door(guess, by, max, app.clock.now());
    if door == Door::Locked {
        // The operator's command may have unlocked in the store what only this process's memory knows to be locked.
        let id = user.map_or(UserId::NONE, |user| user.id);
        let unlocked_at = app.store.user_unlocked_at(id).await?;
        if let Some(user) = user.filter(|_| unlocked_at > 0) {
            app.tries.forget_until(&names_of(user), unlocked_at);
            door = app.tries.door(guess, by, max, app.clock.now());
        }
    }
    Ok(match door {
        Door::Open => true,
        Door::Locked => false,
        // Asked for names that nobody has as well, so that it takes as long.
        Door::OpenToKnown => {
            let id = user.map_or(UserId::NONE, |user| user.id);
            app.store.signed_in_from(id, SIGN_IN, &call.peer.to_string()).await?
        }
    })
}

fn too_many() -> ApiError {
    let text = "Too many passwords or codes were wrong. Please try again later, or reset your password.";
    ApiError::unauthorized(ids::API_USER_CHECK_USER_LOGIN_ATTEMPTS_TOO_MANY, text)
}

/// Counts a wrong guess, here at once and soon at the other nodes. One that locks stands in the log and, of an account, in
/// its audit trail.
///
/// # Errors
/// When the store does not answer.
pub async fn wrong(call: &Call, guess: Guess, user: Option<&User>) -> Result<()> {
    let (app, at) = (&call.app, call.app.clock.now());
    let counted = app.tries.failed(guess, app.config().session.max_login_attempts, at);
    let id = user.map_or(UserId::NONE, |user| user.id);
    let mut change = app.change();
    // Nobody's failures are a write as well: an answer that comes sooner would tell that there is no such account.
    change.write(store::users::count_failure(id));
    change.then_here(move |node, _| node.world.forget_user(id));
    change.fact_elsewhere(Fact::GuessedWrong(Failure { id: app.ids.next(), guess, user: id, at }));
    if let Counted::Locked(until) = counted {
        tracing::warn!(user.id = %id, address = %call.peer, until, "too many wrong passwords or codes: locked for a while");
        if user.is_some() {
            note_lock(&mut change, call, id, until);
        }
    }
    change.commit().await?;
    Ok(())
}

/// Forgets what was wrong before a guess that is right, at all nodes.
///
/// # Errors
/// When the store does not answer.
pub async fn right(call: &Call, guess: Guess) -> Result<()> {
    let app = &call.app;
    if app.tries.succeeded(guess) && app.cluster.is_some() {
        let mut change = app.change();
        change.fact_elsewhere(Fact::GuessedRight(guess));
        change.commit().await?;
    }
    Ok(())
}

fn note_lock(change: &mut Change, call: &Call, user: UserId, until: base::Millis) {
    let audit = Audit {
        id: call.app.ids.next(),
        create_at: call.app.clock.now(),
        user_id: user,
        action: call.parts.uri.path().to_owned(),
        extra_info: format!("locked until={until}"),
        ip_address: call.peer.to_string(),
        session_id: SessionId::NONE,
    };
    change.write(store::audits::insert(&audit));
}

/// Lets an account be tried anew, from everywhere.
pub fn forget(change: &mut Change, user: &User) {
    change.fact(Fact::TriesForgotten(names_of(user)));
}
