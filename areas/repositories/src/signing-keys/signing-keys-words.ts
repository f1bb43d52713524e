import { catalogue } from '@packhouse/console-kit/console-kit.ts';

/** The words of the signing keys. */
export const { t } = catalogue({
  signingKeys: { en: 'Signing keys', de: 'Signaturschlüssel' },
  about: {
    en: 'Clients check the listings of repositories with these keys. The private halves never leave the server.',
    de: 'Clients prüfen die Listen der Repositorys mit diesen Schlüsseln. Die privaten Hälften verlassen den Server nie.',
  },
  openpgp: { en: 'OpenPGP', de: 'OpenPGP' },
  openpgpAbout: { en: 'Signs the listings of {formats} repositories.', de: 'Signiert die Listen von Repositorys für {formats}.' },
  rsa: { en: 'RSA', de: 'RSA' },
  rsaAbout: { en: 'Signs the listings of {formats} repositories.', de: 'Signiert die Listen von Repositorys für {formats}.' },
  name: { en: 'Name', de: 'Name' },
  fingerprint: { en: 'Fingerprint', de: 'Fingerabdruck' },
  state: { en: 'State', de: 'Zustand' },
  created: { en: 'Created', de: 'Angelegt' },
  createdBy: { en: 'By', de: 'Von' },
  inUse: { en: 'In use', de: 'In Gebrauch' },
  retired: { en: 'Replaced, still published', de: 'Ersetzt, noch veröffentlicht' },
  gone: { en: 'No longer published', de: 'Nicht mehr veröffentlicht' },
  until: { en: 'until', de: 'bis' },
  createKey: { en: 'Create key', de: 'Schlüssel anlegen' },
  rotate: { en: 'Rotate', de: 'Wechseln' },
  download: { en: 'Download public key', de: 'Öffentlichen Schlüssel herunterladen' },
  none: { en: 'There is no key of this kind yet', de: 'Es gibt noch keinen Schlüssel dieser Art' },
  noneHelp: {
    en: 'It is created by itself when a repository first needs it, or now.',
    de: 'Er entsteht von selbst, sobald ein Repository ihn braucht, oder jetzt.',
  },
  rotateTitle: { en: 'Rotate the {kind} key?', de: '{kind}-Schlüssel wechseln?' },
  rotateText: {
    en: 'A new key signs from now on. The present one stays published and signs beside it for as long as you say, so that clients have time to fetch the new one.',
    de: 'Ab jetzt signiert ein neuer Schlüssel. Der jetzige bleibt so lange veröffentlicht und signiert daneben, wie Sie angeben, damit Clients Zeit haben, den neuen zu holen.',
  },
  createTitle: { en: 'Create the {kind} key?', de: '{kind}-Schlüssel anlegen?' },
  createText: { en: 'It signs every listing of its kind from now on.', de: 'Er signiert ab jetzt jede Liste seiner Art.' },
  days: { en: 'Days that the present key stays published', de: 'Tage, die der jetzige Schlüssel veröffentlicht bleibt' },
  daysHint: {
    en: '0 ends its use at once: clients that only know this key refuse every listing until they have the new one.',
    de: '0 beendet seinen Gebrauch sofort: Clients, die nur diesen Schlüssel kennen, weisen jede Liste ab, bis sie den neuen haben.',
  },
  daysProblem: { en: 'Enter a whole number from 0 to 3650', de: 'Geben Sie eine ganze Zahl von 0 bis 3650 ein' },
  cancel: { en: 'Cancel', de: 'Abbrechen' },
  rotated: { en: 'The new key is in use', de: 'Der neue Schlüssel ist in Gebrauch' },
});
