import * as trust from '@packhouse/contract/access/access-trust-routes.ts';
import { answers } from '@packhouse/testkit/console/answers.ts';
import { examineForm, prepareFormExamination } from '@packhouse/testkit/console/examine-form.ts';
import { inspected, listed, made, north } from './test-deployments.ts';
import { trustListPath, trustScreens } from './trust-screens.ts';

prepareFormExamination();

const place = { routes: trustScreens, path: trustListPath };
const long = 'x'.repeat(101);

examineForm('trust/new-token.tsx NewToken', {
  ...place,
  answers: [answers(trust.listTrustedDeployments, listed())],
  open: ['Make a pairing token'],
  submit: 'Make token',
  good: { 'Mission control': 'on', 'It may be at a private address of your network': 'on' },
  wrong: [['Mission control', 'off', /Choose at least one purpose/]],
  sends: trust.createPairingToken,
  reply: made,
  names: { 'Mission control': 'purposes' },
});

examineForm('trust/pair-deployment.tsx PairDeployment', {
  ...place,
  answers: [answers(trust.listTrustedDeployments, listed()), answers(trust.inspectPairingToken, inspected)],
  open: ['Pair with a token'],
  submit: 'Pair',
  good: { 'Pairing token': made.token, 'Name here': 'North' },
  wrong: [
    ['Pairing token', '', /Paste the pairing token/],
    ['Name here', long, /at most 100/],
  ],
  sends: trust.pairDeployment,
  reply: north,
  names: { 'Pairing token': 'token', 'Name here': 'name' },
});

examineForm('trust/deployment-drawer.tsx DeploymentDrawer', {
  ...place,
  answers: [answers(trust.listTrustedDeployments, listed(north))],
  open: ['Actions North', 'Edit'],
  submit: 'Save changes',
  good: { Name: 'Far north', Address: 'https://far.example.org', 'Administrators, too': 'on' },
  wrong: [
    ['Name', '', /Enter a name/],
    ['Address', 'north', /begins with http/],
    ['Name', long, /at most 100/],
  ],
  sends: trust.updateTrustedDeployment,
  reply: north,
  names: { Name: 'name', Address: 'url' },
});
