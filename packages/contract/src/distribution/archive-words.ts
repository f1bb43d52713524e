import { sentences } from '../sentences.ts';

/** This is said about archives of release bundles. Existing clients look for the first sentence, word for word. */
export const archiveWords = sentences({
  bundle_imported_before: { code: 'bad_request', en: 'Bundle already exists', de: 'Dieses Bundle gibt es schon' },
  archive_begins_otherwise: {
    code: 'bad_request',
    en: 'This is no archive of a release bundle: its first file would be {name}',
    de: 'Das ist kein Archiv eines Release-Bundles: Seine erste Datei wäre {name}',
  },
  archive_unreadable_here: { code: 'bad_request', en: 'The archive is damaged: {reason}', de: 'Das Archiv ist beschädigt: {reason}' },
  archive_file_unknown: {
    code: 'bad_request',
    en: '{name} does not belong to the release bundle, stands there twice or has another size',
    de: '{name} gehört nicht zum Release-Bundle, steht doppelt da oder hat eine andere Größe',
  },
});
