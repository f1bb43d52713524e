import { sentences } from './sentences.ts';

/** More than one service says this. */
export const sharedWords = sentences({
  both: { en: '{one}; {other}', de: '{one}; {other}' },
  one_and_other: { en: '{one} and {other}', de: '{one} und {other}' },
  named: { code: 'bad_request', en: '{name}: {why}', de: '{name}: {why}' },
  no_environment_here: { en: 'There is no environment {name} here', de: 'Hier gibt es keine Umgebung {name}' },
  repository_missing: { code: 'repository_not_found', en: 'The repository {key} does not exist', de: 'Das Repository {key} gibt es nicht' },
  archive_unreadable: { code: 'invalid_package', en: 'The archive cannot be read: {reason}', de: 'Das Archiv lässt sich nicht lesen: {reason}' },
  after_is_no_cursor: { code: 'invalid_input', en: 'after: this is no cursor of this list', de: 'after: Das ist kein Cursor dieser Liste' },
  unknown_cursor: { en: 'Unknown cursor', de: 'Unbekannter Cursor' },
  content_unknown: {
    code: 'artifact_not_found',
    en: 'No content with this checksum; send the bytes',
    de: 'Kein Inhalt hat diese Prüfsumme; senden Sie die Bytes',
  },
  body_is_no_json: { code: 'bad_request', en: 'The body is not JSON', de: 'Der Inhalt der Anfrage ist kein JSON' },
  bundle_has_too_many_files: {
    code: 'too_large',
    en: 'A release bundle can have at most {count} files',
    de: 'Ein Release-Bundle kann höchstens {count} Dateien haben',
  },
  creating_needs_administrator: {
    code: 'forbidden',
    en: 'Creating {names} needs the token of an administrator',
    de: 'Um {names} anzulegen, braucht es das Token eines Administrators',
  },
});
