import { catalogue } from '@packhouse/console-kit/console-kit.ts';

/** The words of licences. */
export const { t } = catalogue({
  licences: { en: 'Licences', de: 'Lizenzen' },
  type: { en: 'Type', de: 'Art' },
  licensedTo: { en: 'Licensed to', de: 'Lizenziert für' },
  issued: { en: 'Issued', de: 'Ausgestellt' },
  expires: { en: 'Expires', de: 'Läuft ab' },
  never: { en: 'Never', de: 'Nie' },
  node: { en: 'Node', de: 'Knoten' },
  builtIn: { en: 'Built in', de: 'Eingebaut' },
  expired: { en: 'Expired', de: 'Abgelaufen' },
  install: { en: 'Install licence', de: 'Lizenz installieren' },
  notInstallable: {
    en: 'No key to check licences with is configured on the server',
    de: 'Auf dem Server ist kein Schlüssel eingestellt, um Lizenzen zu prüfen',
  },
  noneHolds: {
    en: 'No licence holds: until one is installed, everything that needs one is hidden.',
    de: 'Keine Lizenz gilt: bis eine installiert ist, bleibt alles verborgen, was eine braucht.',
  },
  noneVouched: { en: 'The installed licence cannot be checked', de: 'Die installierte Lizenz lässt sich nicht prüfen' },
  noneVouchedHelp: {
    en: 'The key that signed it is not the one configured on the server.',
    de: 'Der Schlüssel, der sie unterschrieben hat, ist nicht der auf dem Server eingestellte.',
  },
  remove: { en: 'Remove licence', de: 'Lizenz entfernen' },
  removeTitle: { en: 'Remove the installed licence?', de: 'Die installierte Lizenz entfernen?' },
  removeText: { en: 'The built-in licence holds again at once.', de: 'Die eingebaute Lizenz gilt sofort wieder.' },
  removed: { en: 'The licence was removed', de: 'Die Lizenz wurde entfernt' },
  installed: { en: '{type} was installed', de: '{type} wurde installiert' },
  licence: { en: 'Licence', de: 'Lizenz' },
  licenceHint: { en: 'The signed text, as it was sent to you.', de: 'Der unterschriebene Text, wie Sie ihn bekommen haben.' },
  file: { en: 'Or take it from a file', de: 'Oder aus einer Datei nehmen' },
});
