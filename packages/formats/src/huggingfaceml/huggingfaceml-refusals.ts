import { sentences } from '@packhouse/contract/sentences.ts';

export const refusals = sentences({
  hub_commit_unreadable: {
    code: 'bad_request',
    en: 'The commit is no list of changes, one JSON object a line, with a header first',
    de: 'Der Commit ist keine Liste von Änderungen mit einem JSON-Objekt je Zeile und einem Kopf am Anfang',
  },
  hub_commit_changes_too_much: {
    code: 'too_large',
    en: 'The commit changes more than {limit} files',
    de: 'Der Commit ändert mehr als {limit} Dateien',
  },
  hub_path_unfit: { code: 'bad_request', en: 'No file can be at {path}', de: 'Unter {path} kann keine Datei liegen' },
  hub_content_missing: {
    code: 'bad_request',
    en: 'The content of {path}, {oid}, has not been uploaded',
    de: 'Der Inhalt von {path}, {oid}, ist nicht hochgeladen worden',
  },
  hub_content_size_differs: {
    code: 'bad_request',
    en: 'The content of {path} has {actual} bytes, not {promised}',
    de: 'Der Inhalt von {path} hat {actual} Byte, nicht {promised}',
  },
  hub_revision_missing: { code: 'not_found', en: '{package} has no revision {revision}', de: '{package} hat keine Revision {revision}' },
  hub_revision_fixed: {
    code: 'bad_request',
    en: '{revision} is no branch, and only a branch can be changed',
    de: '{revision} ist kein Branch, und nur ein Branch lässt sich ändern',
  },
  hub_branch_moved: {
    code: 'conflict',
    en: 'The branch {revision} has been changed meanwhile; look at it again',
    de: 'Der Branch {revision} ist inzwischen geändert worden; sehen Sie ihn neu an',
  },
  hub_name_unfit: { code: 'bad_request', en: 'No branch or tag can have the name {name}', de: 'Kein Branch oder Tag kann {name} heißen' },
  hub_identifier_unfit: {
    code: 'bad_request',
    en: 'No model, dataset or space can have the name {name}',
    de: 'Kein Modell, Dataset oder Space kann {name} heißen',
  },
  hub_document_unreadable: { code: 'bad_request', en: 'The body lacks {member}', de: 'Im Inhalt der Anfrage fehlt {member}' },
  upstream_sent_no_hub_document: {
    code: 'upstream_failed',
    en: 'The upstream sent nothing that describes a model, dataset or space',
    de: 'Der Quellserver sandte nichts, was ein Modell, Dataset oder Space beschreibt',
  },
});
