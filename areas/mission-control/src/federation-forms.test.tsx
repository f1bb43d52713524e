import * as contract from '@packhouse/contract/mission-control/federation-routes.ts';
import { answers } from '@packhouse/testkit/console/answers.ts';
import { examineForm, prepareFormExamination } from '@packhouse/testkit/console/examine-form.ts';
import { federationScreens } from './federation/federation-screens.ts';

prepareFormExamination();

const hub = { id: 'hub-id', name: 'Hub', url: 'https://hub.example.test' };
const branch = { id: 'branch-id', name: 'Branch', url: 'https://branch.example.test' };
const federation: contract.Federation = {
  id: '0e528735-cb22-467c-9266-f8c2fb8c87fc',
  mode: 'star',
  source: hub,
  targets: [branch],
  entityTypes: ['USERS'],
  permissionsFilter: { include: [], exclude: [] },
  adopt: true,
  adoptAdministrators: false,
  forward: false,
  passwords: true,
  steps: [],
  links: [],
  unreachable: [],
  ending: false,
};

examineForm('federation/federation-form-page.tsx FederationForm', {
  routes: federationScreens,
  path: `/admin/mission_control/access_federation/star/${federation.id}`,
  answers: [answers(contract.listFederationCandidates, [hub, branch]), answers(contract.readFederation, federation)],
  submit: 'Execute',
  good: { Source: 'Hub', Targets: 'Branch', Users: 'on' },
  wrong: [],
  sends: contract.executeFederation,
  reply: federation,
  names: { Source: 'source', Targets: 'targets' },
});

const filter = { id: federation.id, source: 'Hub', permissionsFilter: { include: ['dev-*', 'ops-*'], exclude: [] } };

examineForm('federation/filter-list-page.tsx EditFilter', {
  routes: federationScreens,
  path: '/federation-filters',
  answers: [answers(contract.listFederationFilters, { items: [filter] })],
  open: ['Actions Hub', 'Edit'],
  submit: 'Save',
  good: { 'Exclude permissions': 'dev-old' },
  wrong: [],
  sends: contract.updateFederationFilter,
  reply: filter,
  names: { 'Include permissions': 'include', 'Exclude permissions': 'exclude' },
});
