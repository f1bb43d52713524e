import { examineScreens, getScreens } from '@packhouse/testkit/console/examine-screens.tsx';
import { expect, it } from 'vitest';
import area from './area.ts';
import { gitScanningPath, selectRepositoriesOf } from './integrations-screens.ts';

const values = { vendorName: 'github', serviceName: 'xray' };
const [selectRepositories, scanning] = ['/git-repo-scan/select-repos', '/xray/git-scanning'];
const pulls = ['/xray/git-scanning/pull-requests', '/xray/git-scanning/pull-request'];

it('GIT-001 GIT-012 GIT-023 GIT-024 finds every screen at its address, under its name', () => {
  expect(getScreens(area.routes, values)).toEqual([
    '/integrations',
    '/integrations/github',
    '/integrations/github/xray',
    selectRepositories,
    scanning,
    '/xray/git-scanning/left-hooks',
    ...pulls,
  ]);
  expect(area.routes.map(({ id }) => id)).toEqual(
    expect.arrayContaining(['integrations', 'integrations.vendor.list', 'gitRepoScan.selectRepos', 'XRAY_GIT_SCANNING']),
  );
  const connection = { vcsType: 'github', integrationId: 'shop-code' };
  expect(gitScanningPath(connection)).toBe('/xray/git-scanning?vcsType=github&integrationId=shop-code');
  expect(selectRepositoriesOf(connection)).toBe('/git-repo-scan/select-repos?vcsType=github&integrationId=shop-code');
});

it('SHELL-005 shows its menu line to every user where scanning runs', () => {
  expect(area.nav.map(({ path, requires }) => [path, requires])).toEqual([['/integrations', { role: 'user', service: 'xray' }]]);
});

// Without a connection in their address the pages of scanning ask for one.
examineScreens({ routes: area.routes, values, asksNothing: [selectRepositories, scanning, ...pulls] });
