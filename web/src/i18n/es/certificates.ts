// Words for the certificates of SAML in the system console, in Spanish.

import type { Strings } from "../catalogue";
import type { certificates } from "../en/certificates";

const strings: Strings<keyof typeof certificates> = {
  certificates: "Certificados",
  idp: "Certificados del proveedor",
  none: "Ninguno",
  private: "Clave privada de este servidor",
  public: "Certificado de este servidor",
  read: "Leer la descripción",
  readDone: "Se leyó la descripción; guarda lo que rellenó",
  readHint: "Rellena abajo las dos direcciones del proveedor y toma enseguida sus certificados",
  register: "Para registrar en el proveedor: Entity ID {entity}, dirección de las respuestas {receiver}",
  remove: "Quitar",
  removeText: "Vale de inmediato, en todos los nodos. Quizá nadie pueda iniciar sesión.",
  removeTitle: "¿Quitar «{name}»?",
  state: "Estado",
  there: "Presente",
  upload: "Subir",
  uploaded: "Vale desde ahora, en todos los nodos",
  what: "Tipo",
};

export default strings;
