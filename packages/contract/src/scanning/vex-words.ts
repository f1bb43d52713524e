import { sentences } from '../sentences.ts';

/** This is said about documents of VEX. */
export const vexWords = sentences({
  no_vex_document: { code: 'not_found', en: 'There is no such VEX document', de: 'Dieses VEX-Dokument gibt es nicht' },
  vex_unreadable: {
    code: 'invalid_input',
    en: 'This is no VEX document; OpenVEX, CycloneDX and CSAF are read, each as JSON',
    de: 'Das ist kein VEX-Dokument; gelesen werden OpenVEX, CycloneDX und CSAF, jeweils als JSON',
  },
  vex_older: {
    code: 'conflict',
    en: 'Version {version} of this document, issued {issued}, is here already and is not older',
    de: 'Version {version} dieses Dokuments, herausgegeben {issued}, ist schon hier und nicht älter',
  },
  vex_changed: {
    code: 'conflict',
    en: 'Version {version} of this document is here already and says something else; its issuer has to raise the version',
    de: 'Version {version} dieses Dokuments ist schon hier und sagt etwas anderes; wer es herausgibt, muss die Version erhöhen',
  },
  no_vex_issuer: { code: 'not_found', en: '{name} is not trusted', de: '{name} wird nicht vertraut' },
  rule_of_vex: {
    code: 'conflict',
    en: 'This rule comes of a VEX document of {issuer}; delete that, or trust the issuer no longer',
    de: 'Diese Regel kommt aus einem VEX-Dokument von {issuer}; löschen Sie dieses oder vertrauen Sie dem Herausgeber nicht mehr',
  },
  vex_text_missing: { en: 'this has to be a text', de: 'hier muss ein Text stehen' },
  vex_text_too_long: { en: 'it is longer than {count} characters', de: 'das ist länger als {count} Zeichen' },
  vex_list_expected: { en: 'this has to be a list', de: 'hier muss eine Liste stehen' },
  vex_object_expected: { en: 'this has to be an object', de: 'hier muss ein Objekt stehen' },
  vex_no_date: { en: 'this has to be a date and time', de: 'hier müssen Datum und Uhrzeit stehen' },
  vex_no_version: { en: 'this has to be a version', de: 'hier muss eine Version stehen' },
  vex_value_unknown: { en: '{value} is not among what can stand here', de: '{value} gehört nicht zu dem, was hier stehen kann' },
  vex_why_missing: { en: 'it says neither justification nor impact_statement', de: 'weder justification noch impact_statement ist angegeben' },
  vex_issuer_missing: {
    en: 'the document names nobody who issued it, as supplier, manufacturer or author',
    de: 'das Dokument nennt niemanden, der es herausgibt, als supplier, manufacturer oder author',
  },
  vex_nothing_said: { en: 'it says nothing of any vulnerability', de: 'das Dokument sagt nichts über eine Schwachstelle' },
  vex_reference_unknown: { en: '{value} is named nowhere in the document', de: '{value} kommt im Dokument nirgends vor' },
  vex_too_deep: { en: 'it is nested too deeply', de: 'das ist zu tief verschachtelt' },
  vex_key_refused: { en: 'a member cannot be called so', de: 'so kann kein Eintrag heißen' },
  vex_too_many_statements: { en: 'the document has more than {count} statements', de: 'das Dokument hat mehr als {count} Aussagen' },
  vex_too_many_products: { en: 'the document names more than {count} products', de: 'das Dokument nennt mehr als {count} Produkte' },
});
