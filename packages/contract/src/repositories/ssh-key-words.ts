import { sentences } from '../sentences.ts';

/** This is said about SSH keys and what they signed. */
export const sshKeyWords = sentences({
  key_too_long: { en: 'The key is too long: it may have {bits} bits', de: 'Der Schlüssel ist zu lang: Er darf {bits} Bits haben' },
  no_ssh_private_key: { en: 'This is no OpenSSH private key', de: 'Das ist kein privater OpenSSH-Schlüssel' },
  no_ssh_public_key: {
    en: 'This is no OpenSSH public key: it is one line that begins with its kind, such as ssh-ed25519',
    de: 'Das ist kein öffentlicher OpenSSH-Schlüssel: Er ist eine Zeile, die mit seiner Art beginnt, etwa ssh-ed25519',
  },
  ssh_key_of_other_kind: { en: 'The key must be of kind ed25519, ecdsa or rsa', de: 'Der Schlüssel muss von der Art ed25519, ecdsa oder rsa sein' },
  ssh_cipher_unknown: {
    en: 'The key is locked with a cipher that is not opened here; ssh-keygen -p -Z aes256-ctr locks it with one that is',
    de: 'Der Schlüssel ist mit einer Chiffre verschlossen, die hier nicht geöffnet wird; ssh-keygen -p -Z aes256-ctr verschließt ihn mit einer, die es wird',
  },
  ssh_key_trusted: { code: 'already_exists', en: 'This key is trusted already, as {name}', de: 'Diesem Schlüssel wird schon vertraut, als {name}' },
  no_ssh_signature: {
    en: 'This is no signature as ssh-keygen -Y sign makes it',
    de: 'Das ist keine Signatur, wie ssh-keygen -Y sign sie macht',
  },
  ssh_other_checksum: {
    en: 'The signature covers the {wanted} of the file: give that one',
    de: 'Die Signatur gilt der {wanted} der Datei: Geben Sie diese an',
  },
  ssh_signature_differs: {
    en: 'The signature is not one of this content: either was changed',
    de: 'Die Signatur ist keine dieses Inhalts: Eines von beiden wurde verändert',
  },
  ssh_signer_unknown: {
    en: 'The signature fits, but nobody here trusts the key that made it',
    de: 'Die Signatur passt, aber niemand hier vertraut dem Schlüssel, der sie gemacht hat',
  },
  ssh_signed_by: { en: 'The signature fits, and the key of {name} made it', de: 'Die Signatur passt, und der Schlüssel von {name} hat sie gemacht' },
});

/** This is said of wrong input. */
export const sshKeyRules = sentences({
  give_principals: { en: 'Give at least one, such as ann@example.org', de: 'Geben Sie mindestens einen an, etwa ann@example.org' },
  principal_characters: {
    en: 'A principal has no spaces, commas or quotation marks, and does not begin with #',
    de: 'Ein Name hat keine Leerzeichen, Kommas oder Anführungszeichen und beginnt nicht mit #',
  },
  paste_signature: { en: 'Paste the signature', de: 'Fügen Sie die Signatur ein' },
  give_checksum: {
    en: 'Give the SHA-512 or the SHA-256 of the file, in hexadecimal digits',
    de: 'Geben Sie die SHA-512 oder die SHA-256 der Datei an, in Hexadezimalziffern',
  },
});
