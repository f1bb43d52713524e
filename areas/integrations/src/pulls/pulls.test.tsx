import { type GitPullRequest, listGitPullRequests, type PullFinding, readGitPullRequest } from '@packhouse/contract/scanning/git-pull-routes.ts';
import { readGitRepository } from '@packhouse/contract/scanning/git-repository-routes.ts';
import { answers, refuses } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import area from '../area.ts';
import { testRepository } from '../test-integration.ts';

prepareConsole();
const query = 'vcsType=github&integrationId=tools-code&repository=1';
const pull: GitPullRequest = {
  number: 7,
  title: 'Use a newer left-pad',
  state: 'open',
  url: 'https://github.com/shop/pages/pull/7',
  seenAt: '2026-11-01T10:00:00.000Z',
  scan: {
    at: '2026-11-01T10:00:00.000Z',
    commit: '0123456789abcdef0123456789abcdef01234567',
    base: 'fedcba9876543210fedcba9876543210fedcba98',
    files: 4,
    filesRead: 3,
    notJudged: [],
    judgedBy: [{ name: 'OSV: npm', at: '2026-11-01T10:00:00.000Z' }],
    fresh: { High: 2 },
    fixed: 1,
    unchanged: 0,
  },
};
const finding: PullFinding = {
  advisory: 'CVE-2026-1',
  severity: 'High',
  component: 'left-pad',
  version: '1.2.0',
  path: 'web/yarn.lock',
  line: 3,
  fixedVersions: ['1.3.0'],
};

it('lists pull requests with their states, verdicts, and what they bring and mend', async () => {
  const asked: (string | null)[] = [];
  server.use(
    answers(readGitRepository, testRepository),
    answers(listGitPullRequests, ({ query: given }) => {
      asked.push(given.get('state'));
      const merged: GitPullRequest = { ...pull, number: 5, title: 'Before', state: 'merged', scan: null };
      return { items: [pull, merged], total: 2, next: null };
    }),
  );
  const router = renderArea(area.routes, `/xray/git-scanning/pull-requests?${query}`);
  const row = within((await screen.findByText('#7 Use a newer left-pad')).closest('tr')!);
  expect([row.getByText('Open'), row.getByText('Adds 2'), row.getByText('2 High')].every((one) => one.isConnected)).toBe(true);
  expect(within(screen.getByText('#5 Before').closest('tr')!).getByText('Not scanned')).toBeVisible();
  expect(await screen.findByText('shop/pages')).toBeVisible();
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Show' }), 'Merged');
  await waitFor(() => expect(router.state.location.search).toBe(`?${query}&state=merged`));
  await userEvent.click(screen.getByRole('link', { name: '#7 Use a newer left-pad' }));
  expect(asked).toEqual([null, 'merged']);
  await waitFor(() => expect(router.state.location.pathname + router.state.location.search).toBe(`/xray/git-scanning/pull-request?${query}&number=7`));
});

it('calls nothing well that no source of advisories stands for', async () => {
  const scan = { ...pull.scan!, fresh: {}, notJudged: ['PyPI'] };
  const findings = { fresh: [], fixed: [], unchanged: [] };
  server.use(answers(readGitPullRequest, { ...pull, scan, repository: { id: 1, fullName: 'shop/pages' }, findings, cut: false }));
  renderArea(area.routes, `/xray/git-scanning/pull-request?${query}&number=7`);
  expect(await screen.findByText('Nothing new; not judged: PyPI')).toBeVisible();
  expect(screen.getByText(/no source of advisories stands for it: PyPI/)).toBeVisible();
});

it.each([
  ['by OSV: npm,', pull.scan!.judgedBy],
  ['by Ours, and one more, the oldest', [...pull.scan!.judgedBy, { name: 'Ours,', at: '2026-10-01T10:00:00.000Z' }]],
])('says by which sources nothing new is known, and how old they are: %s', async (text, judgedBy) => {
  const merged: GitPullRequest = { ...pull, scan: { ...pull.scan!, fresh: {}, judgedBy } };
  server.use(answers(readGitRepository, testRepository), answers(listGitPullRequests, { items: [merged], total: 1, next: null }));
  renderArea(area.routes, `/xray/git-scanning/pull-requests?${query}`);
  const verdict = (await screen.findByText('Nothing new')).closest('td')!;
  expect(verdict).toHaveTextContent(text);
  expect(within(verdict).getByText(/ago|last|yesterday|month/)).toBeVisible();
});

it('calls a pull request not judged where nobody judged anything of it', async () => {
  const unjudged: GitPullRequest = { ...pull, scan: { ...pull.scan!, fresh: {}, judgedBy: [], notJudged: ['PyPI'] } };
  server.use(answers(readGitRepository, testRepository), answers(listGitPullRequests, { items: [unjudged], total: 1, next: null }));
  renderArea(area.routes, `/xray/git-scanning/pull-requests?${query}`);
  expect(await screen.findByText('Not judged: PyPI')).toBeVisible();
  expect(screen.queryByText(/Nothing new/)).toBeNull();
});

it('says how pull requests come to be known while there is none', async () => {
  server.use(answers(readGitRepository, testRepository), answers(listGitPullRequests, { items: [], total: 0, next: null }));
  renderArea(area.routes, `/xray/git-scanning/pull-requests?${query}`);
  expect(await screen.findByText('No pull request is known yet')).toBeVisible();
});

it('shows of a pull request what is new, fixed and unchanged, and leads to the vendor', async () => {
  const findings = { fresh: [finding, { ...finding, advisory: 'CVE-2026-2', line: null }], fixed: [{ ...finding, advisory: 'CVE-2026-3' }], unchanged: [] };
  server.use(answers(readGitPullRequest, { ...pull, repository: { id: 1, fullName: 'shop/pages' }, findings, cut: false }));
  renderArea(area.routes, `/xray/git-scanning/pull-request?${query}&number=7`);
  expect(await screen.findByRole('heading', { level: 1, name: '#7 Use a newer left-pad' })).toBeVisible();
  const [fresh, fixed] = [screen.getByRole('table', { name: 'New in this pull request' }), screen.getByRole('table', { name: 'Fixed by it' })];
  expect(within(fresh).getByText('web/yarn.lock:3')).toBeVisible();
  expect(within(fixed).getByText('CVE-2026-3')).toBeVisible();
  expect(screen.getByText('Both sides have none in common.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Open at Github' })).toHaveAttribute('href', 'https://github.com/shop/pages/pull/7');
  expect(screen.getByText('3 of 4')).toBeVisible();
});

it('says that it knows no such pull request', async () => {
  server.use(refuses(readGitPullRequest, 'not_found'));
  renderArea(area.routes, `/xray/git-scanning/pull-request?${query}&number=9`);
  expect(await screen.findByText('No such pull request is known here')).toBeVisible();
});
