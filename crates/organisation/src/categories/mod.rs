//! Categories: how each user arranges the channels of each team.
//!
//! [`sidebar`] says what an arrangement means; here it is read, changed and told.

pub mod favorites;
pub mod sidebar;

use std::sync::Arc;

use base::Millis;
use base::ids::{ChannelId, TeamId, UserId};
use node::change::Change;
use node::error::{ApiError, Result};
use permissions::Permission;
use request::App;
use request::permit::accounts::Part;
use request::{Answer, Call, Reply};
use rules::categories::CategoryText;
use wire::channels::NOTIFY_MARK_UNREAD;
use wire::errors::ids;
use wire::events::{Broadcast, CategoriesUpdated, CategoryOrder, CategoryRef, EventName};
use wire::preferences::{FAVORITE_CHANNEL, Preference};
use wire::sidebar::{CUSTOM, Categories, Category};

use crate::channels::member_settings;
use sidebar::Sidebar;

/// Categories that a user may have in a team.
const CATEGORIES_MAX: usize = 500;
/// Channels that a category may name: more than anybody is in.
const CHANNELS_MAX: usize = 10_000;

/// Makes the categories that everybody has, as a user joins a team.
pub fn create_initial(change: &mut Change, user: UserId, team: TeamId) {
    for category in sidebar::initial(user, team) {
        change.write(store::sidebar::insert(&category));
    }
}

/// A user's sidebar in a team. Accounts from elsewhere may lack the categories that everybody has: they are made.
///
/// # Errors
/// When the store does not answer.
pub async fn load(app: &Arc<App>, user: UserId, team: TeamId) -> Result<Sidebar> {
    let mut categories = app.store.sidebar(user, team).await?;
    let fixed = categories.iter().filter(|category| category.kind != CUSTOM).count();
    if fixed < sidebar::initial(user, team).len() {
        let mut change = app.change();
        create_initial(&mut change, user, team);
        change.commit().await?;
        categories = app.store.sidebar(user, team).await?;
    }
    let channels = app.store.channels_of_in(user, team, Millis::MAX).await?;
    Ok(Sidebar::new(categories, &channels))
}

/// Whose sidebar a request is about, and in which team.
async fn place_of(call: &Call) -> Result<(UserId, TeamId)> {
    let (user, team) = (call.must_act_on(Part::Channels).await?, call.id::<TeamId>("team_id")?);
    call.must_in_team(team, Permission::ViewTeam).await?;
    Ok((user, team))
}

/// Answers with all categories and their order.
pub async fn get_categories(call: Call) -> Answer {
    let (user, team) = place_of(&call).await?;
    let sidebar = load(&call.app, user, team).await?;
    let order = sidebar.order();
    Ok(Reply::json(&Categories { categories: sidebar.categories, order }))
}

/// Answers with the order alone.
pub async fn get_order(call: Call) -> Answer {
    let (user, team) = place_of(&call).await?;
    Ok(Reply::json(&load(&call.app, user, team).await?.order()))
}

/// Answers with one category.
pub async fn get_category(call: Call) -> Answer {
    let (user, team) = place_of(&call).await?;
    let sidebar = load(&call.app, user, team).await?;
    Ok(Reply::json(must_find(&sidebar, call.text("category_id"))?))
}

fn must_find<'s>(sidebar: &'s Sidebar, id: &str) -> Result<&'s Category> {
    sidebar.find(id).ok_or_else(ApiError::permissions)
}

/// Makes a category of the user's own.
pub async fn create_category(mut call: Call) -> Answer {
    let form: Category = call.json("category").await?;
    let (user, team) = place_of(&call).await?;
    must_be_valid(&form, user, team)?;
    if !matches!(form.kind.as_str(), "" | CUSTOM) {
        return Err(ApiError::body_param("category"));
    }
    let old = load(&call.app, user, team).await?;
    if old.categories.len() >= CATEGORIES_MAX {
        return Err(refused("There are as many categories as there may be."));
    }
    let id = call.app.ids.next::<base::Id>().to_string();
    let category = Category { id: id.clone(), kind: CUSTOM.into(), ..form };
    let mut new = old.clone();
    new.insert(category);
    let mut change = call.app.change();
    let created = new.find(&id).expect("it was just added").clone();
    change.write(store::sidebar::insert(&created));
    for category in new.categories.iter().filter(|category| category.id != id) {
        change.write(store::sidebar::set_order(category));
    }
    write_channels(&mut change, &created);
    follow(&call.app, &mut change, user, &old, &new).await?;
    change.announce(EventName::SidebarCategoryCreated, &CategoryRef { category_id: id }, to_user(user, team));
    change.commit().await?;
    Ok(Reply::json(&created))
}

fn to_user(user: UserId, team: TeamId) -> Broadcast {
    Broadcast { team_id: team, ..Broadcast::to_user(user) }
}

fn must_be_valid(category: &Category, user: UserId, team: TeamId) -> Result<()> {
    if category.user_id != user || category.team_id != team || category.channel_ids.len() > CHANNELS_MAX {
        return Err(ApiError::body_param("category"));
    }
    let text = CategoryText { display_name: &category.display_name, kind: &category.kind, sorting: &category.sorting };
    Ok(text.must_be_valid()?)
}

fn refused(text: &str) -> ApiError {
    ApiError::bad_request(ids::APP_CHANNEL_SIDEBAR_CATEGORIES, text)
}

/// Replaces several categories.
pub async fn update_categories(mut call: Call) -> Answer {
    let forms: Vec<Category> = call.json("category").await?;
    let updated = update(&call, forms).await?;
    Ok(Reply::json(&updated))
}

/// Replaces one category.
pub async fn update_category(mut call: Call) -> Answer {
    let form: Category = call.json("category").await?;
    if form.id != call.text("category_id") {
        return Err(ApiError::body_param("category_id"));
    }
    let updated = update(&call, vec![form]).await?;
    Ok(Reply::json(&updated[0]))
}

async fn update(call: &Call, forms: Vec<Category>) -> Result<Vec<Category>> {
    let (user, team) = place_of(call).await?;
    if forms.is_empty() || forms.len() > CATEGORIES_MAX {
        return Err(ApiError::body_param("category"));
    }
    let old = load(&call.app, user, team).await?;
    let mut new = old.clone();
    for form in &forms {
        must_be_valid(form, user, team)?;
        must_find(&old, &form.id)?;
        new.update(form);
    }
    let updated: Vec<Category> = forms.iter().filter_map(|form| new.find(&form.id).cloned()).collect();
    let mut change = call.app.change();
    for category in &updated {
        change.write(store::sidebar::update(category));
        change.write(store::sidebar::empty(category));
    }
    for category in &updated {
        write_channels(&mut change, category);
    }
    follow(&call.app, &mut change, user, &old, &new).await?;
    change.announce(EventName::SidebarCategoryUpdated, &CategoriesUpdated::new(&updated), to_user(user, team));
    change.commit().await?;
    Ok(updated)
}

fn write_channels(change: &mut Change, category: &Category) {
    for (channel, at) in category.channel_ids.iter().zip(0..) {
        change.write(store::sidebar::place(category, *channel, at));
    }
}

/// What an arrangement says of channels is kept with them, too: muted ones, and favourites.
async fn follow(app: &App, change: &mut Change, user: UserId, old: &Sidebar, new: &Sidebar) -> Result<()> {
    for (channel, muted) in new.muted_since(old) {
        mute(app, change, channel, user, muted).await?;
    }
    for (channel, favored) in new.favored_since(old) {
        let name = channel.to_string();
        change.write(match favored {
            true => {
                let category = FAVORITE_CHANNEL.to_owned();
                store::preferences::save(&Preference { user_id: user, category, name, value: "true".into() })
            }
            false => store::preferences::remove(user, FAVORITE_CHANNEL, &name),
        });
    }
    Ok(())
}

async fn mute(app: &App, change: &mut Change, channel: ChannelId, user: UserId, muted: bool) -> Result<()> {
    let Some(mut member) = app.store.channel_member(channel, user).await? else { return Ok(()) };
    if member.is_muted() == muted {
        return Ok(());
    }
    let value = if muted { "mention" } else { "all" };
    member.notify_props.insert(NOTIFY_MARK_UNREAD.into(), value.into());
    member_settings::set_notify_props(app, change, member);
    Ok(())
}

/// Puts the categories in another order.
pub async fn update_order(mut call: Call) -> Answer {
    let order = call.list().await?;
    let (user, team) = place_of(&call).await?;
    let mut sidebar = load(&call.app, user, team).await?;
    if !sidebar.reorder(&order) {
        return Err(refused("The order must name each category once."));
    }
    let mut change = call.app.change();
    for category in &sidebar.categories {
        change.write(store::sidebar::set_order(category));
    }
    let data = CategoryOrder { order: order.clone() };
    change.announce(EventName::SidebarCategoryOrderUpdated, &data, to_user(user, team));
    change.commit().await?;
    Ok(Reply::json(&order))
}

/// Removes a category that the user made; its channels go back to where they stood before.
pub async fn delete_category(call: Call) -> Answer {
    let (user, team) = place_of(&call).await?;
    let old = load(&call.app, user, team).await?;
    let category = must_find(&old, call.text("category_id"))?;
    if category.kind != CUSTOM {
        return Err(refused("This category is always there."));
    }
    let mut new = old.clone();
    new.remove(&category.id);
    let mut change = call.app.change();
    change.write(store::sidebar::remove(&category.id, user));
    change.write(store::sidebar::empty(category));
    follow(&call.app, &mut change, user, &old, &new).await?;
    let data = CategoryRef { category_id: category.id.clone() };
    change.announce(EventName::SidebarCategoryDeleted, &data, to_user(user, team));
    match change.commit().await {
        Ok(_) => Ok(Reply::ok()),
        Err(store::Error::Unmet { .. }) => Err(ApiError::permissions()),
        Err(error) => Err(error.into()),
    }
}
