import { highAvailability, peerTracker } from '@packhouse/contract/operations/operations-status-routes.ts';
import { generateSupportBundle, listSupportBundles } from '@packhouse/contract/operations/support-routes.ts';
import { isServiceEnabled } from '@packhouse/contract/shell/shell-routes.ts';
import { answers } from '@packhouse/testkit/console/answers.ts';
import { expectEveryForm } from '@packhouse/testkit/console/every-form.ts';
import { examineForm, prepareFormExamination } from '@packhouse/testkit/console/examine-form.ts';
import area from './area.ts';

prepareFormExamination();
expectEveryForm(import.meta.dirname);

examineForm('support/create-support-bundle.tsx CreateSupportBundle', {
  routes: area.routes,
  path: '/admin/support-zone',
  session: { services: { artifactory: '1' } },
  answers: [
    answers(listSupportBundles, []),
    answers(isServiceEnabled, { enabled: false }),
    answers(peerTracker, { present: false, peers: [] }),
    answers(highAvailability, { services: {} }),
  ],
  open: ['Create bundle'],
  submit: 'Create bundle',
  good: { Name: 'Slow uploads', Description: 'Since Monday', 'How many times': '2', 'Milliseconds between two looks': '100' },
  wrong: [
    ['Name', '', /Give the bundle a name/],
    ['How many times', 'often', /number/],
    ['Milliseconds between two looks', 'often', /number/],
    ['Name', 'x'.repeat(101), /at most 100/],
    ['How many times', '11', /0 to 10/],
    ['Milliseconds between two looks', '-1', /0 to 10000/],
  ],
  sends: generateSupportBundle,
  reply: undefined,
  names: {},
  silent: 'SUP-020: a bundle that cannot be made is taken away without a word',
});
