import { catalogue } from '@packhouse/console-kit/console-kit.ts';

/** The words of the general settings. */
export const { t } = catalogue(
  {
    general: 'General settings',
    place: 'Name and address',
    placeHelp: 'What people read at sign-in, and the address that commands, mails and identity providers are given.',
    serverName: 'Server name',
    serverNameHint: 'Empty: the name of the host.',
    baseUrl: 'Base URL',
    baseUrlHint: 'Scheme, host and port, without a path. Empty: the address that each request came to.',
    baseUrlFixed: 'The configuration of the server fixes it to {address}; what is set here has no effect.',
    baseUrlWarning: 'Identity providers compare the addresses they were given: enter the new ones there too.',
    looks: 'Looks',
    logo: 'Logo',
    logoHint: 'PNG, JPEG or SVG, at most {size} kB. An SVG may hold no scripts and no references.',
    chooseLogo: 'Choose a picture',
    currentLogo: 'The logo as it is',
    removeLogo: 'Remove the logo',
    logoSaved: 'The logo was saved',
    logoRemoved: 'The logo was removed',
    tooLarge: 'Choose a picture of at most {size} kB',
    logoUrl: 'Address of a logo elsewhere',
    logoUrlHint: 'Browsers load it from there; the server does not. An uploaded logo goes before it.',
    footerMessage: 'Footer message',
    footerMessageHint: 'Stands at the foot of every page, at sign-in too.',
    save: 'Save changes',
    saved: 'The general settings were saved',
  },
  { de: async () => (await import('./general-words-de.ts')).german },
);
