import { examineScreens, getScreens } from '@packhouse/testkit/console/examine-screens.tsx';
import { expect, it } from 'vitest';
import area from './area.ts';

const values = {
  repositoryClass: 'local',
  key: 'files',
  repoKey: 'files',
  name: 'app',
  number: '1',
  started: '1',
  view: 'overview',
  packageId: 'npm://left-pad',
  versionId: '1.0.0',
  id: '1',
  '*': 'a/b.txt',
};

it('finds every screen of the area', () => {
  expect(getScreens(area.routes, values).length).toBeGreaterThan(30);
});

examineScreens({
  routes: area.routes,
  values,
  asksNothing: [
    '/quick-setup',
    '/admin/artifactory/security/ssh_server',
    '/admin/retention/new',
    '/project/retention',
    '/project/retention/new',
    '/project/retention/1',
    '/admin/repositories/local/files/replications/new',
  ],
});
