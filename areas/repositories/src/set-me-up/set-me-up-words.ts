import { catalogue } from '@packhouse/console-kit/console-kit.ts';

export const { t } = catalogue(
  {
    title: 'Set me up',
    intro: 'Commands and files for your client, with the real address and your name in them.',
    findRepository: 'Find a repository',
    repositories: 'Repositories',
    noRepositories: 'There is no repository yet',
    noRepositoriesHelp: 'Clients are set up for a repository; an administrator can create one.',
    noneFits: 'No repository fits',
    choose: 'Choose a repository',
    chooseHelp: 'What to tell your client appears here.',
    other: 'Another repository',
    configure: 'Configure the client',
    publish: 'Publish',
    resolve: 'Fetch',
    cannotPublish: 'You cannot publish here, so only fetching is shown.',
    token: 'Identity token',
    tokenHelp: 'Use it where a command asks for a password or token. It is shown once and can be revoked in your profile.',
    generate: 'Generate token',
    generated: 'The identity token was generated',
    tokenFailed: 'Failed to generate Identity token',
    tokenFor: 'Set me up: {key}',
    address: 'Address',
  },
  { de: async () => (await import('./set-me-up-words-de.ts')).german },
);
