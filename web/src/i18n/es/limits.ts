// What the server says of what somebody typed, by the id of its refusal (`model.…`), in Spanish.

const limits = {
  "model.bot.is_valid.description.app_error": "La descripción de un bot tiene como máximo {number} caracteres.",
  "model.bot.is_valid.username.app_error":
    "El nombre de usuario de un bot tiene de 1 a 64 minúsculas, cifras, puntos, guiones y guiones bajos.",
  "model.channel.is_valid.1_or_more.app_error":
    "La dirección de un canal se compone de a-z, 0-9, guiones y guiones bajos, y empieza por letra o cifra.",
  "model.channel.is_valid.banner_info.background_color.empty.app_error": "Un cartel necesita un color: #rgb o #rrggbb.",
  "model.channel.is_valid.banner_info.text.empty.app_error": "Un cartel necesita un texto.",
  "model.channel.is_valid.banner_info.text.invalid_length.app_error":
    "El texto de un cartel tiene como máximo {number} caracteres.",
  "model.channel.is_valid.display_name.app_error": "El nombre de un canal tiene como máximo {number} caracteres.",
  "model.channel.is_valid.header.app_error": "El encabezado de un canal tiene como máximo {number} caracteres.",
  "model.channel.is_valid.name.app_error": "Esta dirección es demasiado larga o parece la de un mensaje directo.",
  "model.channel.is_valid.purpose.app_error": "El propósito de un canal tiene como máximo {number} caracteres.",
  "model.channel.is_valid.type.app_error": "Un canal es público o privado.",
  "model.channel_bookmark.is_valid.display_name.app_error": "El nombre de un marcador tiene de 1 a 64 caracteres.",
  "model.channel_bookmark.is_valid.image_url.app_error": "La dirección de la imagen no es válida.",
  "model.channel_bookmark.is_valid.link_file.app_error": "Un marcador tiene un enlace o un archivo, no ambos.",
  "model.channel_bookmark.is_valid.link_url.missing_or_invalid.app_error": "Un enlace necesita una dirección válida.",
  "model.channel_bookmark.is_valid.type.app_error": "Un marcador es un enlace o un archivo.",
  "model.channel_member.is_valid.notify_props.app_error": "Los ajustes de notificaciones son demasiado largos.",
  "model.command.is_valid.description.app_error": "La descripción de un comando tiene como máximo {number} caracteres.",
  "model.command.is_valid.display_name.app_error": "El nombre de un comando tiene como máximo {number} caracteres.",
  "model.command.is_valid.method.app_error": "Un comando llama a su dirección con POST o GET.",
  "model.command.is_valid.trigger.app_error":
    "La palabra de un comando tiene de 1 a 128 caracteres, sin barra al principio ni espacios.",
  "model.command.is_valid.url.app_error": "Un comando necesita una dirección válida.",
  "model.draft.is_valid.file_ids.app_error": "Un borrador tiene como máximo {number} archivos.",
  "model.draft.is_valid.message_length.app_error": "El borrador es demasiado largo: como máximo {number} caracteres.",
  "model.draft.is_valid.props.app_error": "Los datos adicionales del borrador son demasiado largos.",
  "model.draft.is_valid.root_id.app_error": "Ese hilo no existe.",
  "model.emoji.name.app_error":
    "El nombre de un emoji tiene de 1 a 64 letras, cifras, signos más, guiones y guiones bajos.",
  "model.emoji.system_emoji_name.app_error": "Un emoji con ese nombre existe en todos los servidores.",
  "model.group.description.app_error": "La descripción de un grupo tiene como máximo {number} caracteres.",
  "model.group.display_name.app_error": "El nombre de un grupo tiene de 1 a 128 caracteres.",
  "model.group.name.invalid_chars.app_error":
    "El nombre para mencionar un grupo se compone de minúsculas, cifras, puntos, guiones y guiones bajos.",
  "model.group.name.invalid_length.app_error": "El nombre para mencionar un grupo tiene de 1 a 64 caracteres.",
  "model.group.name.reserved_name.app_error": "Con ese nombre ya se llama a todos en el canal.",
  "model.group.source.app_error": "Ese tipo de grupo no existe.",
  "model.incoming_hook.description.app_error": "La descripción de un webhook tiene como máximo {number} caracteres.",
  "model.incoming_hook.display_name.app_error": "El nombre de un webhook tiene como máximo {number} caracteres.",
  "model.incoming_hook.icon_url.app_error": "La dirección de la imagen tiene como máximo {number} caracteres.",
  "model.incoming_hook.username.app_error": "El nombre de usuario de un webhook tiene como máximo {number} caracteres.",
  "model.oauth.is_valid.callback.app_error": "Una aplicación necesita direcciones de retorno válidas.",
  "model.oauth.is_valid.description.app_error":
    "La descripción de una aplicación tiene como máximo {number} caracteres.",
  "model.oauth.is_valid.homepage.app_error": "Una aplicación necesita una página de inicio.",
  "model.oauth.is_valid.icon_url.app_error": "La dirección de la imagen no es válida.",
  "model.oauth.is_valid.name.app_error": "El nombre de una aplicación tiene de 1 a 64 caracteres.",
  "model.outgoing_hook.icon_url.app_error": "La dirección de la imagen tiene como máximo {number} caracteres.",
  "model.outgoing_hook.is_valid.callback.app_error":
    "Un webhook necesita direcciones a las que llamar, como máximo {number} caracteres en total.",
  "model.outgoing_hook.is_valid.content_type.app_error": "El tipo de contenido es demasiado largo.",
  "model.outgoing_hook.is_valid.description.app_error":
    "La descripción de un webhook tiene como máximo {number} caracteres.",
  "model.outgoing_hook.is_valid.display_name.app_error":
    "El nombre de un webhook tiene como máximo {number} caracteres.",
  "model.outgoing_hook.is_valid.trigger_when.app_error":
    "Un webhook atiende a primeras palabras enteras o a su comienzo.",
  "model.outgoing_hook.is_valid.trigger_words.app_error": "Una palabra que lo activa no puede estar vacía.",
  "model.outgoing_hook.is_valid.url.app_error": "Una de las direcciones no es válida.",
  "model.outgoing_hook.is_valid.words.app_error": "Son demasiadas palabras que lo activan.",
  "model.outgoing_hook.username.app_error": "El nombre de usuario de un webhook tiene como máximo {number} caracteres.",
  "model.post.is_valid.file_ids.app_error": "Un mensaje tiene como máximo {number} archivos.",
  "model.post.is_valid.hashtags.app_error": "Las etiquetas suman más de {number} caracteres.",
  "model.post.is_valid.message_length.app_error": "El mensaje es demasiado largo: como máximo {number} caracteres.",
  "model.post.is_valid.props.app_error": "Los datos adicionales del mensaje son demasiado largos.",
  "model.post.is_valid.type.app_error": "Ese tipo de mensaje no existe.",
  "model.preference.is_valid.category.app_error": "Este ajuste no se puede guardar.",
  "model.preference.is_valid.name.app_error": "Este ajuste no se puede guardar.",
  "model.preference.is_valid.theme.app_error": "Este tema no se puede guardar.",
  "model.preference.is_valid.value.app_error": "El valor de este ajuste es demasiado largo.",
  "model.scheduled_post.is_valid.empty_post.app_error": "No hay nada que enviar.",
  "model.scheduled_post.is_valid.scheduled_at.app_error": "Ese momento ya ha pasado.",
  "model.team.is_valid.characters.app_error":
    "La dirección de un equipo tiene al menos dos caracteres de a-z, 0-9 y guion; sin guion al principio ni al final.",
  "model.team.is_valid.company.app_error": "El nombre de una empresa tiene como máximo {number} caracteres.",
  "model.team.is_valid.description.app_error": "La descripción de un equipo tiene como máximo {number} caracteres.",
  "model.team.is_valid.domains.app_error": "La lista de dominios tiene como máximo {number} caracteres.",
  "model.team.is_valid.email.app_error": "Esto no es una dirección de correo válida.",
  "model.team.is_valid.name.app_error": "El nombre de un equipo tiene de 1 a 64 caracteres.",
  "model.team.is_valid.reserved.app_error": "Esta dirección empieza por una palabra que el propio servidor necesita.",
  "model.team.is_valid.type.app_error": "Un equipo es abierto o accesible solo con invitación.",
  "model.team.is_valid.url.app_error": "La dirección de un equipo tiene como máximo {number} caracteres.",
  "model.upload_session.is_valid.file_size.app_error": "Una subida debe indicar el tamaño del archivo.",
  "model.upload_session.is_valid.filename.app_error": "El nombre de un archivo tiene como máximo {number} bytes.",
  "model.upload_session.is_valid.type.app_error": "Eso no se puede subir así.",
  "model.user.is_valid.email.app_error": "Esto no es una dirección de correo válida.",
  "model.user.is_valid.first_name.app_error": "El nombre es demasiado largo.",
  "model.user.is_valid.last_name.app_error": "Los apellidos son demasiado largos.",
  "model.user.is_valid.locale.app_error": "Ese idioma no existe.",
  "model.user.is_valid.nickname.app_error": "El apodo es demasiado largo.",
  "model.user.is_valid.position.app_error": "El puesto es demasiado largo.",
  "model.user.is_valid.pwd.app_error": "La contraseña no es válida.",
  "model.user.is_valid.pwd_lowercase.app_error": "Una contraseña necesita una minúscula.",
  "model.user.is_valid.pwd_lowercase_number.app_error": "Una contraseña necesita una minúscula y una cifra.",
  "model.user.is_valid.pwd_lowercase_number_symbol.app_error":
    "Una contraseña necesita una minúscula, una cifra y un símbolo.",
  "model.user.is_valid.pwd_lowercase_symbol.app_error": "Una contraseña necesita una minúscula y un símbolo.",
  "model.user.is_valid.pwd_lowercase_uppercase.app_error": "Una contraseña necesita minúsculas y mayúsculas.",
  "model.user.is_valid.pwd_lowercase_uppercase_number.app_error":
    "Una contraseña necesita minúsculas, mayúsculas y una cifra.",
  "model.user.is_valid.pwd_lowercase_uppercase_number_symbol.app_error":
    "Una contraseña necesita minúsculas, mayúsculas, una cifra y un símbolo.",
  "model.user.is_valid.pwd_lowercase_uppercase_symbol.app_error":
    "Una contraseña necesita minúsculas, mayúsculas y un símbolo.",
  "model.user.is_valid.pwd_max_length.app_error": "La contraseña es demasiado larga.",
  "model.user.is_valid.pwd_min_length.app_error": "Una contraseña necesita al menos {number} caracteres.",
  "model.user.is_valid.pwd_number.app_error": "Una contraseña necesita una cifra.",
  "model.user.is_valid.pwd_number_symbol.app_error": "Una contraseña necesita una cifra y un símbolo.",
  "model.user.is_valid.pwd_symbol.app_error": "Una contraseña necesita un símbolo.",
  "model.user.is_valid.pwd_uppercase.app_error": "Una contraseña necesita una mayúscula.",
  "model.user.is_valid.pwd_uppercase_number.app_error": "Una contraseña necesita una mayúscula y una cifra.",
  "model.user.is_valid.pwd_uppercase_number_symbol.app_error":
    "Una contraseña necesita una mayúscula, una cifra y un símbolo.",
  "model.user.is_valid.pwd_uppercase_symbol.app_error": "Una contraseña necesita una mayúscula y un símbolo.",
  "model.user.is_valid.roles_limit.app_error": "Una cuenta no puede tener tantos roles.",
  "model.user.is_valid.timezone_limit.app_error": "Los nombres de la zona horaria son demasiado largos.",
  "model.user.is_valid.username.app_error":
    "Un nombre de usuario tiene de 1 a 64 minúsculas, cifras, puntos, guiones y guiones bajos, y no es una palabra reservada.",
  "model.user_access_token.is_valid.description.app_error":
    "La descripción de un token tiene como máximo {number} caracteres.",
} as const;

export default limits;
