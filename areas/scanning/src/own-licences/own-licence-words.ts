import { catalogue } from '@packhouse/console-kit/console-kit.ts';

/** The words of licences that people here describe. */
export const { t } = catalogue({
  licences: { en: 'Licences of our own', de: 'Eigene Lizenzen' },
  about: {
    en: 'Licences that no list has, such as your own terms. Where a package states one by a spelling of it, policies judge by its name.',
    de: 'Lizenzen, die auf keiner Liste stehen, etwa eigene Bedingungen. Nennt ein Paket eine davon in einer ihrer Schreibweisen, urteilen Richtlinien nach ihrem Namen.',
  },
  describe: { en: 'Describe a licence', de: 'Eine Lizenz beschreiben' },
  name: { en: 'Name', de: 'Name' },
  nameHint: { en: 'Policies name it so; it stays: Shop-Terms', de: 'So nennen Richtlinien sie; er bleibt: Shop-Terms' },
  fullName: { en: 'Full name', de: 'Voller Name' },
  spellings: { en: 'Spellings', de: 'Schreibweisen' },
  spellingsHint: {
    en: 'What packages write when they mean it, in any case of letters; press Enter after each',
    de: 'Was Pakete schreiben, wenn sie sie meinen, groß oder klein; nach jeder die Eingabetaste drücken',
  },
  url: { en: 'Read it at', de: 'Nachzulesen unter' },
  urlHint: { en: 'https://example.org/terms', de: 'https://example.org/terms' },
  statedBy: { en: 'Stated by', de: 'Angegeben von' },
  versions: { en: { one: 'One version', other: '{count} versions' }, de: { one: 'Einer Version', other: '{count} Versionen' } },
  author: { en: 'Described by', de: 'Beschrieben von' },
  modified: { en: 'Changed', de: 'Geändert' },
  edit: { en: 'Edit', de: 'Bearbeiten' },
  editLicence: { en: 'Edit {name}', de: '{name} bearbeiten' },
  remove: { en: 'Delete', de: 'Löschen' },
  removeTitle: { en: 'Delete {name}?', de: '{name} löschen?' },
  removeText: {
    en: 'Packages that state it are judged by what they write from then on. Rules that name it are kept as they are.',
    de: 'Pakete, die sie angeben, werden von da an nach dem beurteilt, was sie schreiben. Regeln, die sie nennen, bleiben, wie sie sind.',
  },
  removed: { en: '{name} was deleted', de: '{name} wurde gelöscht' },
  saved: { en: '{name} was saved; what states it is judged again', de: '{name} wurde gespeichert; was sie angibt, wird neu beurteilt' },
  create: { en: 'Save and judge', de: 'Speichern und urteilen' },
  save: { en: 'Save changes', de: 'Änderungen speichern' },
  none: { en: 'Nobody here has described a licence', de: 'Niemand hier hat eine Lizenz beschrieben' },
  noneHelp: {
    en: 'Describe your own terms once, and rules for licences can allow or ban them by name.',
    de: 'Beschreiben Sie Ihre eigenen Bedingungen einmal; dann können Regeln für Lizenzen sie beim Namen erlauben oder verbieten.',
  },
});
