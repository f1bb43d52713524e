import { catalogue } from '@packhouse/console-kit/console-kit.ts';

/** The words of licences. */
export const { t } = catalogue({
  licences: { en: 'Licenses', de: 'Lizenzen' },
  type: { en: 'Type', de: 'Art' },
  licensedTo: { en: 'Licensed to', de: 'Lizenziert für' },
  issued: { en: 'Issued', de: 'Ausgestellt' },
  expires: { en: 'Expires', de: 'Läuft ab' },
  never: { en: 'Never', de: 'Nie' },
  node: { en: 'Node', de: 'Knoten' },
  builtIn: { en: 'Built in', de: 'Eingebaut' },
  expired: { en: 'Expired', de: 'Abgelaufen' },
  install: { en: 'Install license', de: 'Lizenz installieren' },
  notInstallable: {
    en: 'No key to check licenses with is configured on the server',
    de: 'Auf dem Server ist kein Schlüssel eingestellt, um Lizenzen zu prüfen',
  },
  noneHolds: {
    en: 'No license holds: until one is installed, everything that needs one is hidden.',
    de: 'Keine Lizenz gilt: bis eine installiert ist, bleibt alles verborgen, was eine braucht.',
  },
  none: { en: 'No licenses', de: 'Keine Lizenzen' },
  about: {
    en: 'One license covers one node. Of several the one of the highest type that is valid holds. Stored files stay readable when none is.',
    de: 'Eine Lizenz gilt für einen Knoten. Von mehreren gilt die gültige der höchsten Art. Gespeicherte Dateien bleiben lesbar, auch wenn keine gilt.',
  },
  holds: { en: 'Holds', de: 'Gilt' },
  unvouched: { en: 'Cannot be checked', de: 'Nicht prüfbar' },
  bucket: { en: 'Bucket', de: 'Bündel' },
  remove: { en: 'Remove license', de: 'Lizenz entfernen' },
  removeTitle: { en: 'Remove this license?', de: 'Diese Lizenz entfernen?' },
  removeLast: { en: 'The built-in license holds again at once.', de: 'Die eingebaute Lizenz gilt sofort wieder.' },
  removeOne: { en: 'Of the others the highest valid one holds.', de: 'Von den anderen gilt die höchste gültige.' },
  removed: { en: 'The license was removed', de: 'Die Lizenz wurde entfernt' },
  installed: { en: '{type} was installed', de: '{type} wurde installiert' },
  licence: { en: 'License', de: 'Lizenz' },
  licenceHint: { en: 'The signed text, as it was sent to you.', de: 'Der unterschriebene Text, wie Sie ihn bekommen haben.' },
  file: { en: 'Or take it from a file', de: 'Oder aus einer Datei nehmen' },
});
