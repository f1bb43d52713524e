import * as contract from '@packhouse/contract/mission-control/unit-routes.ts';
import { readUsage } from '@packhouse/contract/mission-control/usage-routes.ts';
import { answers } from '@packhouse/testkit/console/answers.ts';
import { expectEveryForm } from '@packhouse/testkit/console/every-form.ts';
import { examineForm, prepareFormExamination } from '@packhouse/testkit/console/examine-form.ts';
import { topologyScreens } from './topology/topology-screens.ts';

prepareFormExamination();
expectEveryForm(import.meta.dirname);

const home: contract.Unit = {
  id: 'home-id',
  name: 'Headquarters',
  url: '',
  home: true,
  single: false,
  status: 'ONLINE',
  since: '2026-11-01T10:00:00.000Z',
  reports: false,
  missing: [],
  tags: [],
  services: [],
  takesLicences: true,
};
const form = {
  routes: topologyScreens,
  path: '/admin/mission_control/topology',
  answers: [
    answers(contract.listUnits, { items: [home], connections: [] }),
    answers(contract.listStatusChanges, { items: [], total: 0, next: null }),
    answers(contract.listUnitCandidates, { items: [] }),
    answers(readUsage, { items: [] }),
  ],
  reply: home,
  names: { Latitude: 'location.latitude', Name: 'name' },
} as const;
const wrongPlaces = [
  ['Latitude', '91', /90/],
  ['Country', '7', /two letters/],
] as const;

examineForm('topology/deployment-drawers.tsx RegisterDeployment', {
  ...form,
  open: ['Register deployment'],
  submit: 'Register',
  good: { 'Pairing token': 'a.token.of.theirs', Latitude: '59.9', Longitude: '10.7' },
  wrong: [['Pairing token', '', /Paste the pairing token/], ...wrongPlaces],
  conflicts: [['Longitude', '', /both, or neither/]],
  sends: contract.registerUnit,
  names: { ...form.names, 'Pairing token': 'token' },
});

examineForm('topology/deployment-drawers.tsx EditDeployment', {
  ...form,
  open: ['Edit'],
  submit: 'Save',
  good: { Name: 'Main', Latitude: '59.9', Longitude: '10.7' },
  wrong: [['Name', 'a/b', /no slashes/], ...wrongPlaces],
  conflicts: [['Longitude', '', /both, or neither/]],
  sends: contract.updateUnit,
});
