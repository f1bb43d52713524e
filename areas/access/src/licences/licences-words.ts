import { catalogue } from '@packhouse/console-kit/console-kit.ts';

/** The words of licences. */
export const { t } = catalogue(
  {
    licences: 'Licences',
    type: 'Type',
    licensedTo: 'Licensed to',
    issued: 'Issued',
    expires: 'Expires',
    never: 'Never',
    node: 'Node',
    builtIn: 'Built in',
    expired: 'Expired',
    install: 'Install licence',
    notInstallable: 'No key to check licences with is configured on the server',
    noneHolds: 'No licence holds: until one is installed, everything that needs one is hidden.',
    noneVouched: 'The installed licence cannot be checked',
    noneVouchedHelp: 'The key that signed it is not the one configured on the server.',
    remove: 'Remove licence',
    removeTitle: 'Remove the installed licence?',
    removeText: 'The built-in licence holds again at once.',
    removed: 'The licence was removed',
    installed: '{type} was installed',
    licence: 'Licence',
    licenceHint: 'The signed text, as it was sent to you.',
    file: 'Or take it from a file',
  },
  { de: async () => (await import('./licences-words-de.ts')).german },
);
