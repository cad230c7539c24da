//! Words of messages: 9,895 of them, 7.5 letters on average, made from stems and endings at the start.
//!
//! A vocabulary of the published size matters, since it decides how long the lists of a search index grow and how
//! many messages a searched word meets. Which words they are does not.

use std::sync::LazyLock;

use super::Random;

/// Size of the published vocabulary.
pub const WORDS: usize = 9_895;

const STEMS: &str = "act add age aid aim air arm art ask back ball band bank base bath bear beat bell belt bend bill \
    bind bird blow board boat bond book boot border bottle bound bow brain branch bread break bridge brief bring \
    brush build burn button call camp card care carry case cast catch cause cell chain chair chance change charge \
    chart check chief claim class clean clear climb clock close cloth cloud coach coast code cold collect color \
    comb command common compare cook cool copy corn count country course court cover crack craft cream credit \
    cross crowd current curve cycle damp dance deal debate decide deep degree deliver demand depend design desk \
    detail differ direct doubt draft draw dream dress drink drive drop dust earn earth edge edit effect elect \
    engine enter equal event exact expand expert fact fair faith fall farm fast father favor feel fence field \
    fight figure file fill film final find fire fish flag flat flight float floor flow flower fold follow food \
    force forest form frame fresh friend front fruit fuel garden gather general gift glass goal gold grand grass \
    green ground group grow guard guess guide hand harbor hard harvest hat head heart heat help hill hold home \
    hope horse house hunt image index inform invent iron island issue join joint journey judge jump keep kick kind \
    king knee know label labor ladder lamp land large laugh launch law layer lead leaf learn leather letter level \
    lift light limit line link list listen load local lock long look loop machine mail main manage map mark market \
    mass master match matter measure meet member memory mention metal meter middle mile milk mind mine mirror model \
    moment money moon morning mother motion mount move music nation nature need nerve net night noise north note \
    number object ocean offer office open orange order organ owner page paint paper park part pass paste path peace \
    pencil people person phone picture piece pilot pipe place plain plan plant plate play point police polish port \
    post pound powder power present press price print prison process produce profit project protect pull pump push \
    quality question quick quiet rail rain range rate reach read reason record region release repeat reply report \
    request rest result return review reward ride ring river road rock roll roof room root rough round route rule \
    sail salt sample sand scale school science screen sea search seat second seed select sense serve set shade \
    shake shape share sheet shelf shell shift ship shock shoe shop short show side sign silver sister size skill \
    skin sky sleep slope smile smoke snow soap social sock soft soil song sort sound south space spade speak spell \
    spend spoon spot spring square stage stamp star start state station steam steel step stick stone stop store \
    storm story strange stream street stretch strike string strong student sugar summer sun supply support surf \
    surprise swim switch system table talk tax teach team test theory thing think thread thumb ticket time tin \
    title tool touch tower town track trade train travel tree trick truck trust turn type unit use valley value \
    vessel view voice vote wait walk wall war wash waste watch water wave wax way wealth weather week weight west \
    wheel whip whistle wide wind window wine wing winter wire wood wool word work world wound write yard year young";

/// Endings that make another word of a stem, and beginnings that do.
const ENDINGS: &[&str] =
    &["", "s", "ing", "ed", "er", "ers", "less", "ful", "able", "ment", "ness", "ward", "ly", "ist"];
const BEGINNINGS: &[&str] = &["", "re", "un", "over", "out", "mis", "under"];

static VOCABULARY: LazyLock<Vec<String>> = LazyLock::new(|| {
    // Plain words first, then those with an ending, then those with a beginning as well, until there are enough.
    let mut words = Vec::with_capacity(WORDS);
    for beginning in BEGINNINGS {
        for ending in ENDINGS {
            let all = STEMS.split_whitespace().map(|stem| format!("{beginning}{stem}{ending}"));
            words.extend(all.take(WORDS - words.len()));
        }
    }
    words
});

/// Emoji at the end of a message and of reactions; the last is the one the lab uploads.
pub const EMOJI: &[&str] = &[
    ":grinning:",
    ":smile:",
    ":slightly_smiling_face:",
    ":smirk:",
    ":wink:",
    ":blush:",
    ":yum:",
    ":sunglasses:",
    ":heart_eyes:",
    ":kissing_heart:",
    ":hugging_face:",
    ":thinking_face:",
    ":neutral_face:",
    ":expressionless:",
    ":face_with_rolling_eyes:",
    ":open_mouth:",
    ":sleepy:",
    ":tired_face:",
    ":sob:",
    ":scream:",
    ":angry:",
    ":+1:",
    ":-1:",
    ":clap:",
    ":wave:",
    ":ok_hand:",
    ":muscle:",
    ":tada:",
    ":give_back_money:",
];

/// One word, each as likely as another.
pub fn word(random: &mut Random) -> &'static str {
    &VOCABULARY[random.below(VOCABULARY.len() as u64) as usize]
}

/// Words with a full stop at the end, or, one time in ten, an emoji in place of the last. Without words, an emoji.
pub fn sentence(random: &mut Random, words: u64, text: &mut String) {
    if words == 0 {
        text.push('😀');
        return;
    }
    let ends_with_emoji = random.chance(0.10);
    for at in 0..words {
        if at > 0 {
            text.push(' ');
        }
        let is_last = at + 1 == words;
        text.push_str(if is_last && ends_with_emoji {
            random.one_of(EMOJI).unwrap_or(&":smile:")
        } else {
            word(random)
        });
    }
    text.push('.');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_vocabulary_has_the_published_size_and_mean_length() {
        let distinct: std::collections::BTreeSet<&String> = VOCABULARY.iter().collect();
        assert_eq!(VOCABULARY.len(), WORDS);
        assert!(distinct.len() > WORDS * 98 / 100, "{}", distinct.len());
        let mean = VOCABULARY.iter().map(String::len).sum::<usize>() as f64 / WORDS as f64;
        assert!((mean - 7.5).abs() < 0.6, "{mean}");
        assert_eq!(EMOJI.len(), 29);
    }

    #[test]
    fn sentences_have_as_many_words_as_asked() {
        let mut random = Random::new(4);
        let mut text = String::new();
        sentence(&mut random, 12, &mut text);
        assert_eq!(text.split(' ').count(), 12);
        assert!(text.ends_with('.'));
    }
}
