import * as policies from '@packhouse/contract/scanning/policy-routes.ts';
import { listViolationGroups } from '@packhouse/contract/scanning/violation-group-routes.ts';
import * as contract from '@packhouse/contract/scanning/violation-routes.ts';
import * as watches from '@packhouse/contract/scanning/watch-routes.ts';
import { answers } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { governingScreens } from './governing-screens.ts';
import { testPolicy, testViolation, testWatch } from './test-governing.ts';

prepareConsole();
const administrator = { administrator: true, services: { xray: '1' } } as const;
const facets = {
  active: 26,
  ignored: 1,
  severities: [{ severity: 'High' as const, count: 26 }],
  types: [{ value: 'security', count: 26 }],
  policies: [{ value: 'severe', count: 26 }],
  watches: [{ value: 'everything', count: 26 }],
  repositories: [
    { value: 'js', count: 25 },
    { value: 'wheels', count: 1 },
  ],
};

describe('policies and watches', () => {
  it('SEC-011 SHELL-071 lists policies under their title with their rules as sentences', async () => {
    server.use(answers(policies.listPolicies, { data: [testPolicy], total_count: 1 }));
    renderArea(governingScreens, '/security/policies', administrator);
    expect(await screen.findByText('High or worse with a fix → blocks downloads after 7 days')).toBeVisible();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Policies');
    expect(screen.getByText('everything')).toBeVisible();
  });

  it('SEC-011 SHELL-071 lists watches under their title with what they look at and found', async () => {
    const narrow = {
      ...testWatch,
      general_data: { ...testWatch.general_data, name: 'narrow' },
      project_resources: { resources: [{ type: 'all-repos' as const, filters: [{ type: 'regex' as const, value: '^app' }] }] },
      violations: [],
    };
    server.use(answers(watches.listWatches, { data: [testWatch, narrow], total_count: 2, waiting: 3 }));
    renderArea(governingScreens, '/security/watches', administrator);
    expect(await screen.findByText('any repository')).toBeVisible();
    expect(screen.getByText('any repository, narrowed by filters')).toBeVisible();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Watches');
    expect(screen.getByRole('link', { name: '2 High' })).toHaveAttribute('href', '/security/violations?watch=everything');
    expect(screen.getByText('3 versions wait to be judged')).toBeVisible();
  });

  it('says before saving what that would do', async () => {
    const asked: unknown[] = [];
    const sample = { repository: 'js', path: 'a.tgz', package: 'app', version: '1.0.0', subject: 'CVE-2026-1', severity: 'High' as const, pulled: true };
    server.use(
      answers(policies.readPolicy, testPolicy),
      answers(watches.previewPolicy, ({ body }) => {
        asked.push(body);
        return { opens: 4, closes: 1, blocks: 3, pulled: 1, judged: 20, total: 30, opening: [], closing: [], blocking: [sample] };
      }),
    );
    renderArea(governingScreens, '/security/policies/edit/severe', administrator);
    await userEvent.click(await screen.findByRole('button', { name: 'Look' }));
    expect(await screen.findByText(/Would open 4, close 1 and block 3 files, of which 1 was pulled this week/)).toBeVisible();
    expect(screen.getByText(/The newest 20 of 30 versions were judged/)).toBeVisible();
    const { rules, name, type, description } = testPolicy;
    expect(asked).toEqual([{ name, type, description, rules }]);
  });
});

describe('violations', () => {
  it('SEC-005 SEC-010 shows severity, type, component and time, 25 a page, active or ignored', async () => {
    const asked: unknown[] = [];
    server.use(
      answers(contract.listViolations, ({ query, body }) => {
        asked.push([Object.fromEntries(query), body]);
        return { data: [testViolation], total_count: 26, next: 'there', previous: null, facets };
      }),
    );
    renderArea(governingScreens, '/security/violations', administrator);
    expect(await screen.findByRole('link', { name: 'CVE-2026-1' })).toBeVisible();
    for (const text of ['High', 'Security', 'inner 0.3.0']) expect(screen.getByText(text)).toBeVisible();
    expect(document.querySelector('time')).toHaveAttribute('datetime', testViolation.created);
    await userEvent.click(screen.getByRole('button', { name: 'Next page' }));
    await userEvent.click(screen.getByRole('button', { name: /^Ignored/ }));
    const shared = { direction: 'asc', num_of_rows: '25', order_by: 'severity' };
    await expect
      .poll(() => asked)
      .toEqual([
        [{ ...shared, page_num: '1' }, {}],
        [{ ...shared, page_num: '2', after: 'there' }, {}],
        [{ ...shared, page_num: '1' }, { filter: 'ignored' }],
      ]);
  });

  it('narrows by what is there, with how many that leaves, in the address', async () => {
    const asked: unknown[] = [];
    server.use(
      answers(contract.listViolations, ({ body }) => {
        asked.push(body);
        return { data: [testViolation], total_count: 26, next: 'there', previous: null, facets };
      }),
    );
    const router = renderArea(governingScreens, '/security/violations?page=2', administrator);
    await screen.findByRole('link', { name: 'CVE-2026-1' });
    await userEvent.click(screen.getByRole('button', { name: 'Repository' }));
    await userEvent.click(await screen.findByRole('menuitemradio', { name: /wheels.*1/ }));
    await expect.poll(() => asked).toEqual([{}, { repository: 'wheels' }]);
    expect(router.state.location.search).toBe('?repository=wheels');
  });

  it('goes back to the first page when it is searched or ordered otherwise', async () => {
    const asked: unknown[] = [];
    server.use(
      answers(contract.listViolations, ({ query, body }) => {
        asked.push([query.get('order_by'), query.get('direction'), query.get('after'), body]);
        return { data: [testViolation], total_count: 60, next: 'there', previous: 'here', facets };
      }),
    );
    const router = renderArea(governingScreens, '/security/violations?page=2&after=there', administrator);
    await screen.findByRole('link', { name: 'CVE-2026-1' });
    await userEvent.click(screen.getByRole('button', { name: 'Since' }));
    await expect.poll(() => router.state.location.search).toBe('?sort=time');
    await userEvent.click(screen.getByRole('button', { name: 'Next page' }));
    await expect.poll(() => router.state.location.search).toBe('?sort=time&page=2&after=there');
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search packages and findings' }), 'inner');
    await expect.poll(() => asked.at(-1)).toEqual(['created', 'asc', null, { search: 'inner' }]);
    expect(asked[0]).toEqual(['severity', 'asc', 'there', {}]);
    expect(router.state.location.search).toBe('?sort=time&search=inner');
  });

  it('puts together what has something in common, and leads to what is in a group', async () => {
    const asked: unknown[] = [];
    const group = {
      key: 'pkg:npm/inner@0.3.0',
      title: 'inner 0.3.0',
      severity: 'High' as const,
      count: 25,
      fixable: 20,
      narrow: { component: 'pkg:npm/inner@0.3.0' },
    };
    server.use(
      answers(contract.listViolations, { data: [testViolation], total_count: 26, next: null, previous: null, facets }),
      answers(listViolationGroups, ({ query, body }) => {
        asked.push([query.get('by'), body]);
        return { items: [group], total: 1, next: null };
      }),
    );
    const router = renderArea(governingScreens, '/security/violations?repository=js', administrator);
    await screen.findByRole('link', { name: 'CVE-2026-1' });
    await userEvent.click(screen.getByRole('button', { name: 'Group' }));
    await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Component' }));
    const table = await screen.findByRole('table', { name: 'By Component' });
    for (const text of ['High', '25', '20', 'pkg:npm/inner@0.3.0']) expect(within(table).getByText(text)).toBeVisible();
    expect(asked).toEqual([['component', { repository: 'js' }]]);
    await userEvent.click(screen.getByRole('link', { name: 'inner 0.3.0' }));
    expect(router.state.location.search).toBe('?repository=js&component=pkg%3Anpm%2Finner%400.3.0');
  });

  it('SEC-010 ignores several with a reason and an end', async () => {
    const sent: unknown[] = [];
    server.use(
      answers(contract.listViolations, {
        data: [testViolation, { ...testViolation, id: '18', subject: 'CVE-2026-2' }],
        total_count: 2,
        next: null,
        previous: null,
        facets,
      }),
      answers(contract.ignoreAllViolations, ({ query, body }) => {
        sent.push([query.get('ignore_once'), body]);
        return { ignored: 2, left: 0, next: null };
      }),
    );
    renderArea(governingScreens, '/security/violations', administrator);
    await screen.findByRole('link', { name: 'CVE-2026-1' });
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select all rows' }));
    await userEvent.click(screen.getByRole('button', { name: 'Ignore' }));
    const dialog = await screen.findByRole('dialog', { name: 'Ignore these violations?' });
    await userEvent.type(within(dialog).getByLabelText(/^Reason/), 'Never called');
    await userEvent.click(within(dialog).getByRole('checkbox', { name: /^Only this occurrence/ }));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Ignore' }));
    await expect.poll(() => sent).toEqual([['true', { ids: ['17', '18'], notes: 'Never called' }]]);
  });

  it('says why a file is blocked, at an address of its own', async () => {
    server.use(
      answers(contract.listViolations, { data: [testViolation], total_count: 1, next: null, previous: null, facets }),
      answers(contract.readViolation, {
        ...testViolation,
        state: 'active',
        asked: null,
        events: [{ what: 'opened', reason: null, at: testViolation.created, rule: null }],
      }),
    );
    renderArea(governingScreens, '/security/violations/17', administrator);
    const dialog = await screen.findByRole('dialog', { name: 'Why is this blocked?' });
    for (const text of [/CVE-2026-1: It can be harmed/, '0.3.1', 'js/app/-/app-1.0.0.tgz', 'severe', /Opened$/])
      expect(within(dialog).getByText(text)).toBeVisible();
  });

  it('does not call blocked what will be, and says from when on', async () => {
    const blocks_from = new Date(Date.now() + 30 * 86_400_000).toISOString();
    server.use(
      answers(contract.listViolations, { data: [testViolation], total_count: 1, next: null, previous: null, facets }),
      answers(contract.readViolation, { ...testViolation, blocks_from, state: 'active', asked: null, events: [] }),
    );
    renderArea(governingScreens, '/security/violations/17', administrator);
    const dialog = await screen.findByRole('dialog', { name: 'CVE-2026-1' });
    expect(within(dialog).getByText(/^Downloads will be blocked/)).toBeVisible();
  });
});
