//! The fields of the index and how a document fills them.
//!
//! Posts and files share one index, hence one writer and its memory. Every id term begins with a
//! byte for the kind, so that a filter by channel is a filter by kind too.

use base::Id;
use base::ids::{ChannelId, UserId};
use tantivy::schema::{
    BytesOptions, FAST, Field, INDEXED, IndexRecordOption, NumericOptions, Schema, TextFieldIndexing, TextOptions,
};
use tantivy::tokenizer::TokenizerManager;
use tantivy::{IndexSettings, IndexSortByField, Order, TantivyDocument, Term};

use crate::changes::{Change, FileDoc, PostDoc, TEXT_BYTES_MAX};
use crate::cursor::Kind;
use crate::words::{WordTokenizer, fold};

/// Grows whenever documents or words are laid out differently; an index of another format is
/// built anew.
pub const FORMAT: u32 = 2;

pub const CREATE_AT: &str = "create_at";
pub const CHANNEL: &str = "channel";
pub const ID_HIGH: &str = "id_high";
pub const ID_LOW: &str = "id_low";

const WORDS: &str = "words";

/// A kind and an id, as it stands in the index.
pub type Key = [u8; 17];

pub fn key(kind: Kind, id: Id) -> Key {
    let mut key = [0; 17];
    key[0] = kind as u8;
    key[1..].copy_from_slice(&id.0);
    key
}

#[derive(Clone)]
pub struct Fields {
    pub schema: Schema,
    pub key: Field,
    pub channel: Field,
    pub user: Field,
    pub create_at: Field,
    pub words: Field,
    pub hashtags: Field,
    pub extension: Field,
    id_high: Field,
    id_low: Field,
}

impl Fields {
    pub fn new() -> Fields {
        let mut schema = Schema::builder();
        let positions = IndexRecordOption::WithFreqsAndPositions;
        let words = TextFieldIndexing::default().set_tokenizer(WORDS).set_index_option(positions).set_fieldnorms(false);
        let exact = TextFieldIndexing::default().set_tokenizer("raw").set_fieldnorms(false);
        let exact = TextOptions::default().set_indexing_options(exact.set_index_option(IndexRecordOption::Basic));
        let fast = NumericOptions::default() | FAST;
        Fields {
            key: schema.add_bytes_field("key", INDEXED),
            // Indexed for the few channels of `in:`, fast for the thousands a person may read.
            channel: schema.add_bytes_field(CHANNEL, BytesOptions::default() | INDEXED | FAST),
            user: schema.add_bytes_field("user", INDEXED),
            create_at: schema.add_i64_field(CREATE_AT, fast.clone()),
            words: schema.add_text_field(WORDS, TextOptions::default().set_indexing_options(words)),
            hashtags: schema.add_text_field("hashtags", exact.clone()),
            extension: schema.add_text_field("extension", exact),
            id_high: schema.add_u64_field(ID_HIGH, fast.clone()),
            id_low: schema.add_u64_field(ID_LOW, fast),
            schema: schema.build(),
        }
    }

    /// The document of a change and the key under which an older one is removed.
    pub fn document(&self, change: &Change) -> (Key, Option<TantivyDocument>) {
        match change {
            Change::Post(post) => (key(Kind::Posts, post.id.into()), Some(self.post(post))),
            Change::PostGone(id) => (key(Kind::Posts, (*id).into()), None),
            Change::File(file) => (key(Kind::Files, file.id.into()), Some(self.file(file))),
            Change::FileGone(id) => (key(Kind::Files, (*id).into()), None),
        }
    }

    fn post(&self, post: &PostDoc) -> TantivyDocument {
        let mut document = self.common(Kind::Posts, post.id.into(), post.channel_id, post.user_id, post.create_at);
        document.add_text(self.words, shortened(&post.message));
        for tag in post.hashtags.split_whitespace() {
            document.add_text(self.hashtags, fold(tag));
        }
        document
    }

    fn file(&self, file: &FileDoc) -> TantivyDocument {
        let mut document = self.common(Kind::Files, file.id.into(), file.channel_id, file.user_id, file.create_at);
        document.add_text(self.words, &file.name);
        document.add_text(self.words, shortened(&file.content));
        document.add_text(self.extension, fold(&file.extension));
        document
    }

    fn common(&self, kind: Kind, id: Id, channel: ChannelId, user: UserId, create_at: i64) -> TantivyDocument {
        let mut document = TantivyDocument::new();
        let bits = u128::from_be_bytes(id.0);
        document.add_bytes(self.key, &key(kind, id));
        document.add_bytes(self.channel, &key(kind, channel.into()));
        document.add_bytes(self.user, &key(kind, user.into()));
        document.add_i64(self.create_at, create_at);
        document.add_u64(self.id_high, (bits >> 64) as u64);
        document.add_u64(self.id_low, bits as u64);
        document
    }

    pub fn key_term(&self, key: &Key) -> Term {
        Term::from_field_bytes(self.key, key)
    }
}

/// Newest first inside of every segment, which lets a search stop early.
pub fn settings() -> IndexSettings {
    let sort_by_field = Some(IndexSortByField { field: CREATE_AT.to_owned(), order: Order::Desc });
    IndexSettings { sort_by_field, ..IndexSettings::default() }
}

pub fn tokenizers() -> TokenizerManager {
    let tokenizers = TokenizerManager::default();
    tokenizers.register(WORDS, WordTokenizer::default());
    tokenizers
}

fn shortened(text: &str) -> &str {
    &text[..text.floor_char_boundary(TEXT_BYTES_MAX)]
}
