// What the server says of what somebody typed, by the id of its refusal (`model.…`), in German.

const limits = {
  "model.bot.is_valid.description.app_error": "Die Beschreibung eines Bots hat höchstens {number} Zeichen.",
  "model.bot.is_valid.username.app_error":
    "Der Benutzername eines Bots hat 1 bis 64 Kleinbuchstaben, Ziffern, Punkte, Binde- und Unterstriche.",
  "model.channel.is_valid.1_or_more.app_error":
    "Die Adresse eines Kanals besteht aus a-z, 0-9, Binde- und Unterstrichen und beginnt mit Buchstabe oder Ziffer.",
  "model.channel.is_valid.banner_info.background_color.empty.app_error":
    "Ein Banner braucht eine Farbe: #rgb oder #rrggbb.",
  "model.channel.is_valid.banner_info.text.empty.app_error": "Ein Banner braucht einen Text.",
  "model.channel.is_valid.banner_info.text.invalid_length.app_error":
    "Der Text eines Banners hat höchstens {number} Zeichen.",
  "model.channel.is_valid.display_name.app_error": "Der Name eines Kanals hat höchstens {number} Zeichen.",
  "model.channel.is_valid.header.app_error": "Die Kopfzeile eines Kanals hat höchstens {number} Zeichen.",
  "model.channel.is_valid.name.app_error": "Diese Adresse ist zu lang oder sieht aus wie die einer Direktnachricht.",
  "model.channel.is_valid.purpose.app_error": "Der Zweck eines Kanals hat höchstens {number} Zeichen.",
  "model.channel.is_valid.type.app_error": "Ein Kanal ist öffentlich oder privat.",
  "model.channel_bookmark.is_valid.display_name.app_error": "Der Name eines Lesezeichens hat 1 bis 64 Zeichen.",
  "model.channel_bookmark.is_valid.image_url.app_error": "Die Adresse des Bildes ist nicht gültig.",
  "model.channel_bookmark.is_valid.link_file.app_error": "Ein Lesezeichen hat entweder einen Link oder eine Datei.",
  "model.channel_bookmark.is_valid.link_url.missing_or_invalid.app_error": "Ein Link braucht eine gültige Adresse.",
  "model.channel_bookmark.is_valid.type.app_error": "Ein Lesezeichen ist ein Link oder eine Datei.",
  "model.channel_member.is_valid.notify_props.app_error": "Die Einstellungen der Benachrichtigungen sind zu lang.",
  "model.command.is_valid.description.app_error": "Die Beschreibung eines Befehls hat höchstens {number} Zeichen.",
  "model.command.is_valid.display_name.app_error": "Der Name eines Befehls hat höchstens {number} Zeichen.",
  "model.command.is_valid.method.app_error": "Ein Befehl ruft seine Adresse mit POST oder GET auf.",
  "model.command.is_valid.trigger.app_error":
    "Das Wort eines Befehls hat 1 bis 128 Zeichen, keinen Schrägstrich am Anfang und keine Leerzeichen.",
  "model.command.is_valid.url.app_error": "Ein Befehl braucht eine gültige Adresse.",
  "model.draft.is_valid.file_ids.app_error": "Ein Entwurf hat höchstens {number} Dateien.",
  "model.draft.is_valid.message_length.app_error": "Der Entwurf ist zu lang: höchstens {number} Zeichen.",
  "model.draft.is_valid.props.app_error": "Die Zusatzangaben des Entwurfs sind zu lang.",
  "model.draft.is_valid.root_id.app_error": "Diesen Thread gibt es nicht.",
  "model.emoji.name.app_error":
    "Der Name eines Emojis hat 1 bis 64 Buchstaben, Ziffern, Plus-, Binde- und Unterstriche.",
  "model.emoji.system_emoji_name.app_error": "Ein Emoji mit diesem Namen gibt es auf jedem Server.",
  "model.group.description.app_error": "Die Beschreibung einer Gruppe hat höchstens {number} Zeichen.",
  "model.group.display_name.app_error": "Der Name einer Gruppe hat 1 bis 128 Zeichen.",
  "model.group.name.invalid_chars.app_error":
    "Der Name zum Erwähnen einer Gruppe besteht aus Kleinbuchstaben, Ziffern, Punkten, Binde- und Unterstrichen.",
  "model.group.name.invalid_length.app_error": "Der Name zum Erwähnen einer Gruppe hat 1 bis 64 Zeichen.",
  "model.group.name.reserved_name.app_error": "Mit diesem Namen ruft man schon alle im Kanal.",
  "model.group.source.app_error": "Diese Art von Gruppe gibt es nicht.",
  "model.incoming_hook.description.app_error": "Die Beschreibung eines Webhooks hat höchstens {number} Zeichen.",
  "model.incoming_hook.display_name.app_error": "Der Name eines Webhooks hat höchstens {number} Zeichen.",
  "model.incoming_hook.icon_url.app_error": "Die Adresse des Bildes hat höchstens {number} Zeichen.",
  "model.incoming_hook.username.app_error": "Der Benutzername eines Webhooks hat höchstens {number} Zeichen.",
  "model.oauth.is_valid.callback.app_error": "Eine Anwendung braucht gültige Adressen für die Rückkehr.",
  "model.oauth.is_valid.description.app_error": "Die Beschreibung einer Anwendung hat höchstens {number} Zeichen.",
  "model.oauth.is_valid.homepage.app_error": "Eine Anwendung braucht eine Startseite.",
  "model.oauth.is_valid.icon_url.app_error": "Die Adresse des Bildes ist nicht gültig.",
  "model.oauth.is_valid.name.app_error": "Der Name einer Anwendung hat 1 bis 64 Zeichen.",
  "model.outgoing_hook.icon_url.app_error": "Die Adresse des Bildes hat höchstens {number} Zeichen.",
  "model.outgoing_hook.is_valid.callback.app_error":
    "Ein Webhook braucht Adressen, die er aufruft, zusammen höchstens {number} Zeichen.",
  "model.outgoing_hook.is_valid.content_type.app_error": "Der Inhaltstyp ist zu lang.",
  "model.outgoing_hook.is_valid.description.app_error":
    "Die Beschreibung eines Webhooks hat höchstens {number} Zeichen.",
  "model.outgoing_hook.is_valid.display_name.app_error": "Der Name eines Webhooks hat höchstens {number} Zeichen.",
  "model.outgoing_hook.is_valid.trigger_when.app_error":
    "Ein Webhook achtet auf ganze erste Wörter oder auf ihren Anfang.",
  "model.outgoing_hook.is_valid.trigger_words.app_error": "Ein Auslösewort darf nicht leer sein.",
  "model.outgoing_hook.is_valid.url.app_error": "Eine der Adressen ist nicht gültig.",
  "model.outgoing_hook.is_valid.words.app_error": "Das sind zu viele Auslösewörter.",
  "model.outgoing_hook.username.app_error": "Der Benutzername eines Webhooks hat höchstens {number} Zeichen.",
  "model.post.is_valid.file_ids.app_error": "Eine Nachricht hat höchstens {number} Dateien.",
  "model.post.is_valid.hashtags.app_error": "Die Hashtags haben zusammen mehr als {number} Zeichen.",
  "model.post.is_valid.message_length.app_error": "Die Nachricht ist zu lang: höchstens {number} Zeichen.",
  "model.post.is_valid.props.app_error": "Die Zusatzangaben der Nachricht sind zu lang.",
  "model.post.is_valid.type.app_error": "Diese Art von Nachricht gibt es nicht.",
  "model.preference.is_valid.category.app_error": "Diese Einstellung kann nicht gespeichert werden.",
  "model.preference.is_valid.name.app_error": "Diese Einstellung kann nicht gespeichert werden.",
  "model.preference.is_valid.theme.app_error": "Dieses Farbschema kann nicht gespeichert werden.",
  "model.preference.is_valid.value.app_error": "Der Wert dieser Einstellung ist zu lang.",
  "model.scheduled_post.is_valid.empty_post.app_error": "Es gibt nichts zu senden.",
  "model.scheduled_post.is_valid.scheduled_at.app_error": "Diese Zeit ist schon vorbei.",
  "model.team.is_valid.characters.app_error":
    "Die Adresse eines Teams hat mindestens zwei Zeichen aus a-z, 0-9 und Bindestrich; am Anfang und Ende kein Bindestrich.",
  "model.team.is_valid.company.app_error": "Der Name einer Firma hat höchstens {number} Zeichen.",
  "model.team.is_valid.description.app_error": "Die Beschreibung eines Teams hat höchstens {number} Zeichen.",
  "model.team.is_valid.domains.app_error": "Die Liste der Domains hat höchstens {number} Zeichen.",
  "model.team.is_valid.email.app_error": "Das ist keine gültige E-Mail-Adresse.",
  "model.team.is_valid.name.app_error": "Der Name eines Teams hat 1 bis 64 Zeichen.",
  "model.team.is_valid.reserved.app_error": "Diese Adresse beginnt mit einem Wort, das der Server selbst braucht.",
  "model.team.is_valid.type.app_error": "Ein Team ist offen oder nur mit Einladung zugänglich.",
  "model.team.is_valid.url.app_error": "Die Adresse eines Teams hat höchstens {number} Zeichen.",
  "model.upload_session.is_valid.file_size.app_error": "Zum Hochladen gehört die Größe der Datei.",
  "model.upload_session.is_valid.filename.app_error": "Der Name einer Datei hat höchstens {number} Byte.",
  "model.upload_session.is_valid.type.app_error": "Das lässt sich so nicht hochladen.",
  "model.user.is_valid.email.app_error": "Das ist keine gültige E-Mail-Adresse.",
  "model.user.is_valid.first_name.app_error": "Der Vorname ist zu lang.",
  "model.user.is_valid.last_name.app_error": "Der Nachname ist zu lang.",
  "model.user.is_valid.locale.app_error": "Diese Sprache gibt es nicht.",
  "model.user.is_valid.nickname.app_error": "Der Spitzname ist zu lang.",
  "model.user.is_valid.position.app_error": "Die Position ist zu lang.",
  "model.user.is_valid.pwd.app_error": "Das Passwort ist nicht gültig.",
  "model.user.is_valid.pwd_lowercase.app_error": "Ein Passwort braucht einen Kleinbuchstaben.",
  "model.user.is_valid.pwd_lowercase_number.app_error": "Ein Passwort braucht einen Kleinbuchstaben und eine Ziffer.",
  "model.user.is_valid.pwd_lowercase_number_symbol.app_error":
    "Ein Passwort braucht einen Kleinbuchstaben, eine Ziffer und ein Sonderzeichen.",
  "model.user.is_valid.pwd_lowercase_symbol.app_error":
    "Ein Passwort braucht einen Kleinbuchstaben und ein Sonderzeichen.",
  "model.user.is_valid.pwd_lowercase_uppercase.app_error": "Ein Passwort braucht Klein- und Großbuchstaben.",
  "model.user.is_valid.pwd_lowercase_uppercase_number.app_error":
    "Ein Passwort braucht Klein- und Großbuchstaben und eine Ziffer.",
  "model.user.is_valid.pwd_lowercase_uppercase_number_symbol.app_error":
    "Ein Passwort braucht Klein- und Großbuchstaben, eine Ziffer und ein Sonderzeichen.",
  "model.user.is_valid.pwd_lowercase_uppercase_symbol.app_error":
    "Ein Passwort braucht Klein- und Großbuchstaben und ein Sonderzeichen.",
  "model.user.is_valid.pwd_max_length.app_error": "Das Passwort ist zu lang.",
  "model.user.is_valid.pwd_min_length.app_error": "Ein Passwort braucht mindestens {number} Zeichen.",
  "model.user.is_valid.pwd_number.app_error": "Ein Passwort braucht eine Ziffer.",
  "model.user.is_valid.pwd_number_symbol.app_error": "Ein Passwort braucht eine Ziffer und ein Sonderzeichen.",
  "model.user.is_valid.pwd_symbol.app_error": "Ein Passwort braucht ein Sonderzeichen.",
  "model.user.is_valid.pwd_uppercase.app_error": "Ein Passwort braucht einen Großbuchstaben.",
  "model.user.is_valid.pwd_uppercase_number.app_error": "Ein Passwort braucht einen Großbuchstaben und eine Ziffer.",
  "model.user.is_valid.pwd_uppercase_number_symbol.app_error":
    "Ein Passwort braucht einen Großbuchstaben, eine Ziffer und ein Sonderzeichen.",
  "model.user.is_valid.pwd_uppercase_symbol.app_error":
    "Ein Passwort braucht einen Großbuchstaben und ein Sonderzeichen.",
  "model.user.is_valid.roles_limit.app_error": "So viele Rollen kann ein Konto nicht haben.",
  "model.user.is_valid.timezone_limit.app_error": "Die Namen der Zeitzone sind zu lang.",
  "model.user.is_valid.username.app_error":
    "Ein Benutzername hat 1 bis 64 Kleinbuchstaben, Ziffern, Punkte, Binde- und Unterstriche und ist kein reserviertes Wort.",
  "model.user_access_token.is_valid.description.app_error":
    "Die Beschreibung eines Tokens hat höchstens {number} Zeichen.",
} as const;

export default limits;
