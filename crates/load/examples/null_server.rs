//! The null server as a process of its own, so that the generator's processor time is its own:
//! `cargo run --release -p muster-load-lib --example null_server -- 127.0.0.1:9065 20000 400`.

use simulate::null::{NullServer, Size};

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [listen, users, channels] = arguments.as_slice() else {
        return Err("give an address, a number of users, and a number of channels".into());
    };
    let size = Size { users: users.parse()?, channels: channels.parse()? };
    let (server, address) = NullServer::start(listen.parse()?, size).await?;
    println!("answering at http://{address}");
    loop {
        tokio::time::sleep(std::time::Duration::from_secs(10)).await;
        println!("{} requests, {} events", server.requests(), server.events());
    }
}
