//! `muster-load init` and `muster-load generate`: fill a server.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use clap::Args;
use load::preflight;
use simulate::net::{Net, Trust};
use simulate::setup::size::{Shares, Size};
use simulate::setup::{Administrator, Progress, bulk, caller, generate, init};

use crate::common::Common;
use crate::problem::Problem;

/// Lines of progress come after this many steps.
const TELL_EVERY: u64 = 500;
/// A file has more of them in a second.
const TELL_EVERY_LINE: u64 = 200_000;

#[derive(Args, Debug)]
pub struct Init {
    /// Prefix of the users' names: the id of the first agent.
    #[arg(long, value_name = "NAME", default_value = "lt0", value_parser = simulate::names::id)]
    user_prefix: String,
    #[command(flatten)]
    common: Common,
}

#[derive(Args, Debug)]
pub struct Generate {
    /// The world that ceilings are measured in: as many teams of 250 people as the users need, each user in one of them,
    /// each team with 125 channels, 250 direct channels, 42 groups and 1,000 posts. A user hears as many others however
    /// many users there are.
    #[arg(long, conflicts_with_all = ["teams", "teams_per_user", "channels", "posts", "to"])]
    even: bool,
    #[arg(long, value_name = "NUMBER", default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..))]
    teams: u64,
    /// Of how many teams each user is a member; all when it is not given.
    #[arg(long, value_name = "NUMBER", conflicts_with = "to", value_parser = clap::value_parser!(u64).range(1..))]
    teams_per_user: Option<u64>,
    /// Channels: a fifth public, a tenth private, six tenths direct, a tenth of groups.
    #[arg(long, value_name = "NUMBER", default_value_t = 1_000)]
    channels: u64,
    /// Posts, replies included.
    #[arg(long, value_name = "NUMBER", default_value_t = 10_000)]
    posts: u64,
    #[arg(long, value_name = "NAME", default_value = "lt0", value_parser = simulate::names::id)]
    user_prefix: String,
    /// How far it got, so that it can be gone on with. With --to it is kept beside the file.
    #[arg(long, value_name = "FILE", default_value = "muster-load-generate.json")]
    state: PathBuf,
    /// Writes a bulk-import file (JSON lines) instead of asking a server.
    #[arg(long, value_name = "FILE")]
    to: Option<PathBuf>,
    #[command(flatten)]
    common: Common,
}

/// Makes the least world that a run needs.
///
/// # Errors
/// With what the server refused.
pub async fn init(arguments: Init) -> Result<(), Problem> {
    let create = arguments.common.create()?;
    let connection = &create.load_test_config.connection_configuration;
    let net = net(&connection.server_url, &create.trust()?).await?;
    let administrator = Administrator { login: &connection.admin_email, password: &connection.admin_password };
    let instance = &create.load_test_config.instance_configuration;
    let (users, seed) = (arguments.common.users, arguments.common.seed);
    let made = init::init(&net, administrator, &arguments.user_prefix, instance, users, seed).await?;
    if made.was_there {
        println!("The server has been filled before: nothing was done.");
    } else {
        let init::Made { users, teams, channels, posts, reactions, .. } = made;
        let channels = channels.all();
        println!("Made {users} users, {teams} teams, {channels} channels, {posts} posts and {reactions} reactions.");
    }
    Ok(())
}

/// Makes a large world, or the rest of it.
///
/// # Errors
/// With what the server refused.
pub async fn generate(arguments: Generate) -> Result<(), Problem> {
    let create = arguments.common.create()?;
    let connection = &create.load_test_config.connection_configuration;
    let size = size(&arguments, Shares::of(&create.load_test_config.instance_configuration));
    let told = AtomicU64::new(0);
    let tell_every = if arguments.to.is_some() { TELL_EVERY_LINE } else { TELL_EVERY };
    let tell = move |progress: Progress| {
        let is_last = progress.done == progress.of;
        if told.fetch_add(1, Relaxed).is_multiple_of(tell_every) || is_last {
            eprintln!("{}: {} of {}", progress.phase, progress.done, progress.of);
        }
    };
    if let Some(file) = &arguments.to {
        return write(&size, file, &tell);
    }
    let net = net(&connection.server_url, &create.trust()?).await?;
    let administrator = Administrator { login: &connection.admin_email, password: &connection.admin_password };
    let fingerprint = generate::generate(&net, administrator, &size, &arguments.state, &tell).await?;
    println!("The world is complete: {fingerprint}");
    Ok(())
}

/// The way to a server of the API.
async fn net(url: &str, trust: &Trust) -> Result<Net, Problem> {
    preflight::reach(url, trust).await?;
    Ok(caller::net(url, trust)?)
}

fn size(arguments: &Generate, shares: Shares) -> Size {
    let (users, seed) = (arguments.common.users.unwrap_or(1_000), arguments.common.seed);
    if arguments.even {
        return Size::even(users, shares, seed, &arguments.user_prefix);
    }
    let size = Size::published(users, arguments.teams, arguments.channels, arguments.posts, shares);
    let size = Size { teams_per_user: arguments.teams_per_user, seed, prefix: arguments.user_prefix.clone(), ..size };
    if arguments.to.is_some() { size } else { size.through_api() }
}

/// Writes a world to a file. It blocks its thread, which has nothing else to do.
fn write(size: &Size, file: &Path, tell: &dyn Fn(Progress)) -> Result<(), Problem> {
    let written = bulk::write(size, file, &base::Clock::system(), tell)?;
    println!("{} is complete: {} bytes, {}", file.display(), written.bytes, written.fingerprint);
    Ok(())
}
