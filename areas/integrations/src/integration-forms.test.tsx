import * as repositories from '@packhouse/contract/scanning/git-repository-routes.ts';
import * as routes from '@packhouse/contract/scanning/integration-routes.ts';
import { answers } from '@packhouse/testkit/console/answers.ts';
import { expectEveryForm } from '@packhouse/testkit/console/every-form.ts';
import { examineForm, prepareFormExamination } from '@packhouse/testkit/console/examine-form.ts';
import area from './area.ts';
import { gitSession, makeGroups, testConnection, testRepository } from './test-integration.ts';

prepareFormExamination();
expectEveryForm(import.meta.dirname);

// Nothing can be created before it was tried: the button that tries it is the one that sends the form.
examineForm('dialog/connection-form.tsx ConnectionForm', {
  routes: area.routes,
  path: '/integrations',
  session: gitSession,
  answers: [answers(routes.listIntegrationGroups, makeGroups()), answers(routes.listIntegrations, { items: [] }), answers(routes.listConnectedVcs, [])],
  open: ['Connect GitHub'],
  submit: 'Test connection',
  good: { 'Integration name': 'Shop code', URL: 'https://github.com', 'User name': 'octocat', Token: 'ghp_1' },
  wrong: [
    ['Integration name', '', /Integration name is required/],
    ['URL', '', /This field is mandatory/],
    ['User name', '', /User name is required/],
    ['Token', '', /Token is required/],
    ['URL', 'ftp://github.com', /Enter a valid URL/],
    ['Token', 'two words', /A token has no spaces/],
    ['URL', 'https://192.168.1.5', /Enter a valid URL/],
  ],
  sends: routes.testIntegration,
  reply: { result: 'success', message: 'github.com knows the token as octocat' },
  names: { 'Integration name': 'integrationName', URL: 'url', 'User name': 'userName', Token: 'token' },
});

examineForm('scanning/select-repositories-page.tsx SelectionForm', {
  routes: area.routes,
  path: '/git-repo-scan/select-repos?vcsType=github&integrationId=tools-code',
  answers: [
    answers(repositories.readVcsIntegration, testConnection),
    answers(repositories.listGitRepositories, { items: [testRepository], total: 1, next: null }),
  ],
  submit: 'Save selection',
  good: { Patterns: 'shop/**' },
  wrong: [['Patterns', 'two words', /A pattern has no spaces/]],
  sends: repositories.selectGitRepositories,
  reply: { total: 2, selected: 1 },
  names: { Patterns: 'patterns' },
});
