import { catalogue } from '@packhouse/console-kit/console-kit.ts';

/** The words of the SAML settings. */
export const { t } = catalogue(
  {
    saml: 'SAML',
    ourSide: 'What the identity provider must know',
    ourSideHelp: 'Give it the address of the metadata, or the two others one by one.',
    metadataUrl: 'Metadata address',
    entityId: 'Entity id (audience)',
    acsUrl: 'Assertion consumer address',
    theirSide: 'What the identity provider gave you',
    isEnabled: 'Offer SAML on the sign-in page',
    entryPoint: 'Sign-in address',
    issuer: 'Entity id of the identity provider',
    issuerHint: 'Assertions that others issued are refused.',
    certificate: 'Certificate',
    certificateHint: 'In PEM form, or as the metadata has it. Assertions must be signed with its key; put a second one below it while keys change.',
    logoutUrl: 'Sign-out address',
    logoutHint: 'Where people go after signing out here.',
    attributes: 'What the assertion says about people',
    attributesHelp: 'Names of the attributes.',
    userNameAttribute: 'User name',
    userNameHint: 'Empty: the NameID.',
    emailAttribute: 'E-mail',
    groupsAttribute: 'Groups',
    save: 'Save changes',
    saved: 'The SAML settings were saved',
  },
  { de: async () => (await import('./saml-words-de.ts')).german },
);
