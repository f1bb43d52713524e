import * as policies from '@packhouse/contract/scanning/policy-routes.ts';
import * as watches from '@packhouse/contract/scanning/watch-routes.ts';
import { listProjects } from '@packhouse/contract/shell/shell-routes.ts';
import { answers } from '@packhouse/testkit/console/answers.ts';
import { examineForm, prepareFormExamination } from '@packhouse/testkit/console/examine-form.ts';
import { governingScreens } from './governing-screens.ts';
import { testPolicy, testWatch } from './test-governing.ts';

prepareFormExamination();

const mandatory = /Fill this in/;
const session = { administrator: true, services: { xray: '1' } } as const;
const readPolicies = answers(watches.listAssignablePolicies, { data: [{ name: 'severe', type: 'security', description: '' }] });
const readProjects = answers(listProjects, [{ key: 'shop', name: 'Shop', description: '', administrator: true }]);

examineForm('governing/policy-form-page.tsx NewPolicyPage', {
  routes: governingScreens,
  path: '/security/policies/new',
  session,
  answers: [readProjects],
  submit: 'Create policy',
  good: { Name: 'severe', Description: 'Nothing severe', 'Rule 1': 'first', days: '3', 'and these addresses': 'guild@example.org' },
  wrong: [
    ['Name', 'two words', /Use letters, digits/],
    ['Rule 1', '', mandatory],
  ],
  sends: policies.createPolicy,
  reply: testPolicy,
  names: {
    Name: 'name',
    Description: 'description',
    'Rule 1': 'rules.0.name',
    days: 'rules.0.actions.block_download.grace_period_days',
    'and these addresses': 'rules.0.actions.mails.0',
  },
  exists: ['already_exists', 'Name'],
});

examineForm('governing/policy-form-page.tsx EditForm', {
  routes: governingScreens,
  path: '/security/policies/edit/severe',
  session,
  answers: [answers(policies.readPolicy, testPolicy)],
  submit: 'Save changes',
  good: { Description: 'Nothing severe', 'Rule 1': 'other' },
  wrong: [['Rule 1', '', mandatory]],
  sends: policies.updatePolicy,
  reply: testPolicy,
  names: { Description: 'description', 'Rule 1': 'rules.0.name' },
});

examineForm('governing/watch-form-page.tsx NewWatchPage', {
  routes: governingScreens,
  path: '/security/watches/new',
  session,
  answers: [readPolicies, readProjects],
  submit: 'Create watch',
  good: { Name: 'everything', Description: 'All of it', 'these policies apply': 'severe' },
  wrong: [
    ['Name', 'two words', /Use letters, digits/],
    ['these policies apply', '', /Choose at least one/],
  ],
  sends: watches.createWatch,
  reply: { ...testWatch, missing: [] },
  names: { Name: 'general_data.name', Description: 'general_data.description', 'these policies apply': 'assigned_policies.0.name' },
  exists: ['already_exists', 'Name'],
});

examineForm('governing/watch-form-page.tsx EditForm', {
  routes: governingScreens,
  path: '/security/watches/edit/everything',
  session,
  answers: [readPolicies, answers(watches.readWatch, { ...testWatch, missing: [] })],
  submit: 'Save changes',
  good: { Description: 'All of it', 'these policies apply': 'severe' },
  wrong: [],
  sends: watches.updateWatch,
  reply: { ...testWatch, missing: [] },
  names: { Description: 'general_data.description', 'these policies apply': 'assigned_policies.0.name' },
});
