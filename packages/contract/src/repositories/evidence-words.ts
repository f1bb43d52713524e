import { sentences } from '../sentences.ts';

/** This is said about evidence, and about the keys that check it. */
export const evidenceWords = sentences({
  evidence_is_no_envelope: {
    code: 'bad_request',
    en: 'Send a DSSE envelope with payload, payloadType and signatures, or a Sigstore bundle that holds one',
    de: 'Senden Sie einen DSSE-Umschlag mit payload, payloadType und signatures oder ein Sigstore-Bundle, das einen enthält',
  },
  evidence_is_no_statement: {
    code: 'bad_request',
    en: 'The payload is no in-toto statement: it needs _type, subject with digests, predicateType and predicate',
    de: 'Die Nutzlast ist kein in-toto-Statement: Es braucht _type, subject mit Prüfsummen, predicateType und predicate',
  },
  evidence_of_other_content: {
    code: 'bad_request',
    en: 'The statement is about other content: none of its subjects has the SHA-256 of {path}, {sha256}',
    de: 'Das Statement handelt von anderem Inhalt: Keines seiner Subjekte hat die SHA-256 von {path}, {sha256}',
  },
  evidence_for_files: {
    code: 'bad_request',
    en: 'Evidence is attached to a file; {path} is a folder',
    de: 'Nachweise werden an eine Datei gehängt; {path} ist ein Ordner',
  },
  evidence_needs_local: {
    code: 'method_not_allowed',
    en: '{key} holds copies from elsewhere; attach evidence to files of a local repository',
    de: '{key} enthält Kopien von anderswo; hängen Sie Nachweise an Dateien eines lokalen Repositorys',
  },
  evidence_too_much: {
    code: 'bad_request',
    en: 'A content may have at most {most} pieces of evidence; delete one first',
    de: 'Ein Inhalt darf höchstens {most} Nachweise haben; löschen Sie zuerst einen',
  },
  evidence_attachment_differs: {
    code: 'bad_request',
    en: 'The attachment {path} is not there, or has another SHA-256 than the one that was sent',
    de: 'Der Anhang {path} ist nicht da oder hat eine andere SHA-256 als die gesendete',
  },
  no_evidence: { code: 'not_found', en: 'There is no such evidence', de: 'Diesen Nachweis gibt es nicht' },
  key_signs_evidence: {
    en: '{name} checks evidence; listings are checked with OpenPGP keys',
    de: '{name} prüft Nachweise; Listen werden mit OpenPGP-Schlüsseln geprüft',
  },
  trusted_key_exists: {
    code: 'already_exists',
    en: 'A trusted key named {name} already exists',
    de: 'Ein vertrauter Schlüssel namens {name} ist schon da',
  },
  no_trusted_evidence_key: { code: 'not_found', en: 'There is no trusted key {name}', de: 'Es gibt keinen vertrauten Schlüssel {name}' },
});
