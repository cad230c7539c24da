//! What one node tells is what the others hear.

use proptest::prelude::*;
use wire::events::{Broadcast, EventName, ForRecipient, NoData};

use super::*;

fn id() -> impl Strategy<Value = Id> {
    any::<[u8; 16]>().prop_map(Id)
}

fn readers() -> impl Strategy<Value = Readers> {
    prop_oneof![Just(Readers::Members), Just(Readers::AllButGuests), Just(Readers::Administrators)]
}

fn within() -> impl Strategy<Value = Within> {
    (id(), readers()).prop_map(|(channel, readers)| Within { channel: ChannelId(channel), readers })
}

fn encoded() -> impl Strategy<Value = EncodedEvent> {
    let name = prop_oneof![Just(EventName::Posted), Just(EventName::ChannelUpdated), Just(EventName::Typing)];
    (name, id(), id()).prop_map(|(name, channel, user)| {
        EncodedEvent::new(name, &NoData {}, Broadcast::to_channel(ChannelId(channel)).without(UserId(user)))
    })
}

fn about() -> impl Strategy<Value = Arc<About>> {
    (id(), prop::collection::vec(id(), 0..4)).prop_map(|(user, channels)| {
        Arc::new(About { user: UserId(user), channels: channels.into_iter().map(ChannelId).collect() })
    })
}

prop_compose! {
    fn event()(
        encoded in encoded(),
        fuller in prop::option::of((within(), encoded())),
        people in prop::collection::vec(id(), 0..3),
        is_shown in any::<bool>(),
        about in prop::option::of(about()),
        within in prop::option::of(within()),
        stamp in any::<u128>(),
    ) -> Arc<Event> {
        let extra = Extra::of(&ForRecipient::default());
        let personal = |user: &Id| (UserId(*user), Personal { extra: extra.clone(), extra_to_ack: Extra::default() });
        let private = fuller.map(|(within, fuller)| {
            Private { channel: within.channel, readers: within.readers, fuller: Arc::new(Event::plain(fuller)) }
        });
        let (personal, shown_to) = (people.iter().map(personal).collect(), is_shown.then(Arc::default));
        Arc::new(Event { encoded, personal, private, shown_to, about, within, stamp: Stamp(stamp) })
    }
}

/// Who hears what of an event, so that two can be compared.
fn told(event: &Event) -> String {
    let mut personal: Vec<_> = event.personal.iter().map(|(user, one)| (user.0, format!("{one:?}"))).collect();
    personal.sort();
    let private = event.private.as_ref().map(|one| (one.within(), &one.fuller.encoded));
    let about = event.about.as_ref().map(|about| {
        let mut channels: Vec<Id> = about.channels.iter().map(|channel| channel.0).collect();
        channels.sort();
        (about.user, channels)
    });
    let Event { encoded, shown_to, within, stamp, .. } = event;
    format!("{encoded:?} {personal:?} {private:?} {about:?} {within:?} {stamp:?} {}", shown_to.is_some())
}

fn again(message: &Message) -> Message {
    Message::decode(message.encode(), &Arc::default()).expect("what was written is read")
}

proptest! {
    #[test]
    fn who_hears_an_event_survives_the_way_between_nodes(
        events in prop::collection::vec(event(), 0..3), channel in id(), number in 1..i64::MAX,
    ) {
        let channel = ChannelId(channel);
        let all: Vec<String> = events.iter().map(|event| told(event)).collect();
        let heard = |events: &[Arc<Event>]| events.iter().map(|event| told(event)).collect::<Vec<_>>();
        let Message::Facts { events: facts, .. } = again(&Message::Facts { facts: Vec::new(), events: events.clone() })
        else { panic!("facts") };
        prop_assert_eq!(heard(&facts), &all[..]);
        let Message::Events { after, events: some } =
            again(&Message::Events { after: Some((channel, number)), events: events.clone() })
        else { panic!("events") };
        prop_assert_eq!((after, heard(&some)), (Some((channel, number)), all.clone()));
        let parts = events.into_iter().map(Part::Event).collect();
        let Message::Unit(unit) = again(&Message::Unit(Unit { channel, number, parts })) else { panic!("a unit") };
        let parts: Vec<String> = unit.parts.iter().map(|part| match part {
            Part::Event(event) => told(event),
            other => panic!("{other:?}"),
        }).collect();
        prop_assert_eq!((unit.channel, unit.number, parts), (channel, number, all));
    }
}
