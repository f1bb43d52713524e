import { artifactDetails, browseTree, calculateDebianCoordinates, moveArtifact, setProperties } from '@packhouse/contract/repositories/artifact-routes.ts';
import { changeBuildRetention, listBuildRuns, readBuildRetention } from '@packhouse/contract/repositories/build-routes.ts';
import { listEvidence } from '@packhouse/contract/repositories/evidence-routes.ts';
import { listRepositories } from '@packhouse/contract/repositories/repository-routes.ts';
import { type ArtifactAlert, getArtifactAlert, ignoreAlert, unignoreAlert } from '@packhouse/contract/scanning/scanning-ignore-routes.ts';
import { answers } from '@packhouse/testkit/console/answers.ts';
import { examineForm, prepareFormExamination } from '@packhouse/testkit/console/examine-form.ts';
import area from './area.ts';
import type { Details } from './item-details.ts';

prepareFormExamination();

const { routes } = area;
const at = '2026-01-01T00:00:00.000Z';
const details: Details = {
  repoKey: 'files',
  path: 'pool/tool_1.0_arm64.deb',
  name: 'tool_1.0_arm64.deb',
  type: 'file',
  kind: 'artifact',
  class: 'local',
  format: 'debian',
  createdAt: at,
  createdBy: 'ann',
  modifiedAt: at,
  modifiedBy: 'ann',
  url: 'https://packages.example.test/artifactory/files/pool/tool_1.0_arm64.deb',
  nativeUrl: 'https://packages.example.test/artifactory/files/pool/',
  expiresAt: '2098-01-01T00:00:00.000Z',
  properties: {},
  belongsTo: null,
  sharedWith: [],
  allowed: { annotate: true, deploy: true, delete: true, manage: true },
  marks: { favourite: false, watched: false },
};
const inTree = { routes, path: `/repos/tree/files/${details.path}` };
const root = { kind: 'repository' as const, repoKey: 'files', path: '', name: 'files', class: 'local' as const, format: 'debian' as const };
const known = [
  answers(browseTree, ({ body }) => ({ items: (body as { repoKey?: string }).repoKey === undefined ? [root] : [] })),
  answers(listEvidence, { items: [], attachable: false }),
  answers(artifactDetails, details),
];

examineForm('tree/coordinates-dialog.tsx CoordinatesDialog', {
  ...inTree,
  answers: known,
  open: ['Actions', 'Calculate Debian coordinates…'],
  submit: 'Save',
  good: { Distributions: 'trixie', Components: 'main, contrib', Architectures: 'arm64' },
  wrong: [
    ['Distributions', '', /at least one/],
    ['Components', ' , ', /at least one/],
    ['Architectures', '', /at least one/],
  ],
  sends: calculateDebianCoordinates,
  reply: { files: 1 },
  names: { Distributions: 'distributions.0', Components: 'components', Architectures: 'architectures' },
});

examineForm('tree/expiry-dialog.tsx ExpiryDialog', {
  ...inTree,
  answers: known,
  open: ['Actions', 'Expiry date…'],
  submit: 'Save',
  good: { Expires: '2099-05-06T07:08' },
  wrong: [['Expires', '', /date and a time/]],
  sends: setProperties,
  reply: { files: 1 },
  names: {},
});

examineForm('tree/new-property.tsx NewProperty', {
  ...inTree,
  answers: known,
  open: ['Add property'],
  submit: 'Save',
  good: { Property: 'owner', Values: 'ann, bob' },
  wrong: [
    ['Property', '', /Name the property/],
    ['Values', ',', /at least one/],
  ],
  sends: setProperties,
  reply: { files: 1 },
  names: {},
});

const local = { class: 'local', format: 'debian', description: '', url: 'https://packages.example.test/artifactory/files', modifiedAt: at } as const;
const locals = ['files', 'archive'].map((key) => ({ ...local, key }));
examineForm('tree/transfer-dialog.tsx TransferDialog', {
  ...inTree,
  answers: [...known, answers(listRepositories, { items: locals, total: 2 })],
  open: ['Actions', 'Move…'],
  submit: 'Move',
  good: { 'To repository': 'archive', 'Path there': 'pool/other.deb' },
  wrong: [['Path there', 'p'.repeat(1101), /at most 1100/]],
  sends: moveArtifact,
  reply: { files: 1, bytes: 1, repoKey: 'archive', path: 'pool/other.deb' },
  names: { 'To repository': 'targetRepoKey', 'Path there': 'targetPath' },
});

const rule = { id: '6f0a3c2e-7a52-4c55-9a43-0d5a3f6d7c11', author: 'ada', notes: 'Not called', created: at, expires_at: null, own: true };
const alert: ArtifactAlert = {
  packageId: 'deb://tool',
  version: '1.0',
  severity: 'High',
  active: 1,
  ignored: 1,
  findings: [
    { id: 'CVE-2026-1', severity: 'High', summary: '', ignored: null },
    { id: 'CVE-2026-2', severity: 'Low', summary: '', ignored: rule },
  ],
  allowed: true,
};
const alerted = { ...inTree, session: { services: { xray: '1' } }, answers: [...known, answers(getArtifactAlert, { alert })] };

examineForm('alerts/ignore-dialog.tsx IgnoreDialog', {
  ...alerted,
  open: ['Actions', 'Ignore alert…'],
  submit: 'Ignore',
  good: { 'HighCVE-2026-1': 'on', Reason: 'Not called', Until: '2099-05-06T07:08' },
  wrong: [
    ['Reason', ' ', /Say why/],
    ['Until', '2020-01-01T10:00', /in the future/],
  ],
  conflicts: [['HighCVE-2026-1', 'off', /at least one finding/]],
  sends: ignoreAlert,
  reply: { id: rule.id, active: 0, ignored: 2 },
  names: { Findings: 'findings', Reason: 'notes', Until: 'expires_at' },
});

examineForm('alerts/unignore-dialog.tsx UnignoreDialog', {
  ...alerted,
  open: ['Actions', 'Un-ignore alert…'],
  submit: 'Show again',
  good: { 'LowCVE-2026-2': 'on' },
  wrong: [],
  conflicts: [['LowCVE-2026-2', 'off', /at least one finding/]],
  sends: unignoreAlert,
  reply: { active: 2, ignored: 0 },
  names: { Findings: 'findings' },
});

const runs = 'At most so many runs';
const days = 'None older than so many days';

examineForm('builds/retention-dialog.tsx RetentionForm', {
  routes,
  path: '/builds/app?buildRepo=artifactory-build-info',
  answers: [answers(listBuildRuns, { items: [] }), answers(readBuildRetention, { keepRuns: null, keepDays: null, artifacts: false, allowed: true })],
  open: ['Runs to keep'],
  submit: 'Save',
  good: { [runs]: '5', [days]: '', 'Move what they made to the trash can too': 'on' },
  wrong: [
    [runs, 'many', /whole number/],
    [days, '0', /whole number/],
    [runs, '1.5', /whole number/],
    [days, '40000', /whole number/],
  ],
  sends: changeBuildRetention,
  reply: { deleted: 2 },
  names: { [runs]: 'keepRuns', [days]: 'keepDays' },
});
