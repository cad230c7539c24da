// Words for the certificates of SAML in the system console, in Brazilian Portuguese.

import type { Strings } from "../catalogue";
import type { certificates } from "../en/certificates";

const strings: Strings<keyof typeof certificates> = {
  certificates: "Certificados",
  idp: "Certificados do provedor",
  none: "Nenhum",
  private: "Chave privada deste servidor",
  public: "Certificado deste servidor",
  read: "Ler a descrição",
  readDone: "A descrição foi lida; salve o que ela preencheu",
  readHint: "Preenche abaixo os dois endereços do provedor e usa seus certificados de imediato",
  register: "Para registrar no provedor: Entity ID {entity}, endereço das respostas {receiver}",
  remove: "Remover",
  removeText: "Vale de imediato, em todos os nós. Talvez ninguém consiga mais entrar.",
  removeTitle: "Remover “{name}”?",
  state: "Estado",
  there: "Presente",
  upload: "Enviar",
  uploaded: "Vale a partir de agora, em todos os nós",
  what: "Tipo",
};

export default strings;
