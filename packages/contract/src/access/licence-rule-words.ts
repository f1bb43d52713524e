import { sentences } from '../sentences.ts';

/** Schemas ask this of a licence that is pasted. */
export const licenceRules = sentences({
  paste_licence: { en: 'Paste the licence, or choose its file', de: 'Fügen Sie die Lizenz ein, oder wählen Sie ihre Datei' },
  licence_too_long: { en: 'This is too long for a licence', de: 'Das ist zu lang für eine Lizenz' },
});
