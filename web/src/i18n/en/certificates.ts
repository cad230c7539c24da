// Words for the certificates of SAML in the system console, in English.

export const certificates = {
  certificates: "Certificates",
  idp: "Certificates of the provider",
  none: "None",
  private: "Private key of this server",
  public: "Certificate of this server",
  read: "Read the description",
  readDone: "The description was read; save what it filled in",
  readHint: "Fills in the provider’s two addresses below, and takes its certificates at once",
  register: "Register at the provider: entity ID {entity}, address for answers {receiver}",
  remove: "Remove",
  removeText: "It counts at once, at all nodes. Signing in may stop working.",
  removeTitle: "Remove “{name}”?",
  state: "State",
  there: "There",
  upload: "Upload",
  uploaded: "It counts from now on, at all nodes",
  what: "Kind",
} as const;
