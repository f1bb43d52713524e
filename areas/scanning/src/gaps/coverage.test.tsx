import { type CoverageGap, listCoverageGaps, listNotJudged, type NotJudgedVersion } from '@packhouse/contract/scanning/coverage-routes.ts';
import { answers } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { coverageScreens } from './coverage-screens.ts';

prepareConsole();
const session = { services: { xray: '1' }, licenceType: 'ENTERPRISE', administrator: true } as const;
const gap: CoverageGap = { reason: 'no_source', repository: 'images', packageType: 'docker', ecosystem: 'RubyGems', versions: 3, at: null };
const gaps: CoverageGap[] = [
  gap,
  { ...gap, reason: 'old_source', ecosystem: 'npm', at: '2026-01-01T00:00:00.000Z' },
  { ...gap, reason: 'failed', ecosystem: null, versions: 1 },
  { ...gap, reason: 'not_indexed', repository: 'unseen', ecosystem: null, versions: null },
];
const counts = [{ reason: 'no_source' as const, gaps: 1, versions: 3 }];
const scans = { scanned: 9, total: 10 };
const version: NotJudgedVersion = {
  repository: 'images',
  path: 'broken/1/manifest.json',
  packageId: 'docker://broken',
  version: '1',
  reason: 'A layer cannot be read',
  scanned: null,
};

it('tells where nothing is judged, why, and what mends it, and narrows that to a reason', async () => {
  const asked: string[] = [];
  server.use(
    answers(listCoverageGaps, ({ query }) => {
      asked.push(query.toString());
      return { items: query.get('reason') === null ? gaps : [gap], next: null, counts, scans };
    }),
  );
  const router = renderArea(coverageScreens, '/security/coverage', session);
  const row = async (text: string) => within((await screen.findByText(text)).closest('tr')!);
  expect((await row('RubyGems')).getByText('No source')).toBeVisible();
  expect((await row('RubyGems')).getByRole('link', { name: '3' })).toHaveAttribute(
    'href',
    '/security/coverage/versions?reason=no_source&repository=images&ecosystem=RubyGems',
  );
  expect(screen.getByRole('link', { name: 'Choose a source for RubyGems' })).toHaveAttribute('href', '/admin/security/advisory-sources/presets');
  expect((await row('npm')).getByText('Old knowledge')).toBeVisible();
  expect(screen.getByRole('link', { name: /^See why/ })).toHaveAttribute('href', '/security/coverage/versions?reason=failed&repository=images');
  expect(screen.getByRole('link', { name: 'Have the repository indexed' })).toHaveAttribute('href', '/admin/xray/indexed-resources');
  expect(screen.getByText('not counted')).toBeVisible();
  expect(screen.getByText('9 of 10 versions are scanned.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Any reason' }));
  await userEvent.click(await screen.findByRole('menuitemradio', { name: 'No source (1)' }));
  await expect.poll(() => asked.at(-1)).toContain('reason=no_source');
  expect(router.state.location.search).toBe('?reason=no_source');
});

it('leads whoever may not mend it nowhere, and says what would', async () => {
  server.use(answers(listCoverageGaps, { items: [gap], next: null, counts, scans }));
  renderArea(coverageScreens, '/security/coverage', { ...session, administrator: false });
  expect(await screen.findByText('Choose a source for RubyGems')).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Choose a source for RubyGems' })).toBeNull();
});

it.each([
  ['Everything is judged', scans],
  ['Nothing has come that could be judged', { scanned: 0, total: 0 }],
])('says where there is no gap: %s', async (title, scans) => {
  server.use(answers(listCoverageGaps, { items: [], next: null, counts: [], scans }));
  renderArea(coverageScreens, '/security/coverage', session);
  expect(await screen.findByText(title)).toBeVisible();
});

it('lists the versions of a gap, with the reason of each and the way to its file', async () => {
  const digest = `sha256:${'ab'.repeat(32)}`;
  const alone = { ...version, path: `alone/sha256__${'ab'.repeat(32)}/manifest.json`, packageId: 'docker://alone', version: digest };
  server.use(answers(listNotJudged, { items: [version, alone], next: null }));
  renderArea(coverageScreens, '/security/coverage/versions?reason=failed&repository=images', session);
  expect(await screen.findByRole('heading', { name: 'Scan failed in images' })).toBeVisible();
  expect(await screen.findByRole('link', { name: 'broken/1/manifest.json' })).toHaveAttribute('href', '/repos/tree/images/broken/1/manifest.json');
  expect(screen.getByRole('link', { name: 'broken 1' })).toHaveAttribute('href', '/packages/docker%3A%2F%2Fbroken/1');
  expect(screen.getByRole('link', { name: 'alone sha256:abababababab' })).toHaveAttribute('href', `/repos/tree/images/${alone.path}`);
  expect(screen.getAllByText('A layer cannot be read')).toHaveLength(2);
});
