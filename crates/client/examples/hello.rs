//! Signs in, posts to the first channel that it finds, and waits for the event of that post:
//! `cargo run -p muster-client --example hello -- http://127.0.0.1:8065 NAME PASSWORD`.

use std::time::Duration;

use muster_client::{Rest, Socket};
use wire::channels::Channel;
use wire::endpoints;
use wire::posts::Post;

const EVENT_WAIT: Duration = Duration::from_secs(10);

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let [url, name, password] =
        std::env::args().skip(1).collect::<Vec<_>>().try_into().map_err(|_| "URL NAME PASSWORD")?;
    let (rest, me) = Rest::new(&url).login(&name, &password).await?;
    let mut socket = Socket::open(&rest).await?;
    let id = me.id.to_string();
    let channels: Vec<Channel> = rest.ask(endpoints::GET_CHANNELS_FOR_USER, &[&id], "").await?.json()?;
    let channel = channels.first().ok_or("you are in no channel")?;
    let post = Post { channel_id: channel.id, message: "Hello".into(), ..Post::default() };
    let post: Post = rest.send(endpoints::CREATE_POST, &[], "", &post).await?.json()?;
    println!("posted {}", post.id);
    loop {
        let event = socket.event(EVENT_WAIT).await?;
        println!("heard {}", event.event);
        if event.event == "posted" {
            return Ok(());
        }
    }
}
