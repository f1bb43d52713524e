import { catalogue } from '@packhouse/console-kit/console-kit.ts';

/** The words that all outside ways in share. */
export const { t } = catalogue(
  {
    rules: 'Users and groups',
    rulesHelp: 'What this provider may do here.',
    createUsers: 'Create users at their first sign-in',
    createUsersHint: 'Without this, only people who are already users here get in.',
    linkExisting: 'Sign in existing users of the same name',
    linkExistingHint: 'Only for providers where nobody can choose their own name: whoever is called admin there becomes admin here.',
    syncGroups: 'Keep groups in line with the provider',
    syncGroupsHint: 'Touches only groups whose external id the provider names, and those in the list below.',
    groupMapping: 'Group names',
    groupMappingHint: 'One a line: the provider’s name = our group.',
    mappingProblem: 'Line {line}: write the provider’s name, =, and our group',
    nameless: 'A certificate without a name',
    validUntil: 'valid until {date}',
    expiredOn: 'Expired on {date}',
    test: 'Test',
    testTitle: 'What the test found',
    good: 'Good',
    bad: 'Failed',
    unknown: 'Not clear',
    check_discovery: 'The provider describes itself',
    check_authorizationAddress: 'The sign-in address answers',
    check_signingKeys: 'Its signing keys can be read',
    check_clientSecret: 'It accepts the client id and the secret',
    check_certificate: 'The certificate can be read and is valid',
    check_entryPoint: 'The sign-in address answers',
  },
  { de: async () => (await import('./messages-de.ts')).german },
);
