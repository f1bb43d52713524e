import { catalogue } from '@packhouse/console-kit/console-kit.ts';

/** The words of the signing keys. */
export const { t } = catalogue(
  {
    signingKeys: 'Signing keys',
    about: 'Clients check the listings of repositories with these keys. The private halves never leave the server.',
    openpgp: 'OpenPGP',
    openpgpAbout: 'Signs the listings of Debian and RPM repositories.',
    rsa: 'RSA',
    rsaAbout: 'Signs the listings of Alpine repositories.',
    name: 'Name',
    fingerprint: 'Fingerprint',
    state: 'State',
    created: 'Created',
    createdBy: 'By',
    inUse: 'In use',
    retired: 'Replaced, still published',
    gone: 'No longer published',
    until: 'until',
    createKey: 'Create key',
    rotate: 'Rotate',
    download: 'Download public key',
    none: 'There is no key of this kind yet',
    noneHelp: 'It is created by itself when a repository first needs it, or now.',
    rotateTitle: 'Rotate the {kind} key?',
    rotateText:
      'A new key signs from now on. The present one stays published and signs beside it for as long as you say, so that clients have time to fetch the new one.',
    createTitle: 'Create the {kind} key?',
    createText: 'It signs every listing of its kind from now on.',
    days: 'Days that the present key stays published',
    daysHint: '0 ends its use at once: clients that only know this key refuse every listing until they have the new one.',
    daysProblem: 'Enter a whole number from 0 to 3650',
    cancel: 'Cancel',
    rotated: 'The new key is in use',
  },
  { de: async () => (await import('./signing-keys-words-de.ts')).german },
);
