import { queryClient } from '@packhouse/console-kit/console-kit.ts';
import { searchComponents } from '@packhouse/contract/scanning/scanning-routes.ts';
import * as contract from '@packhouse/contract/scanning/scanning-source-routes.ts';
import { answers, on, refuse, refuses } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { scanningScreens } from './scanning-screens.ts';

prepareConsole();

const run: contract.ImportRun = {
  id: 7,
  status: 'finished',
  requestedBy: 'admin',
  startedAt: '2026-01-01T00:00:00.000Z',
  finishedAt: '2026-01-01T00:00:05.000Z',
  records: 120,
  changed: 20,
  withdrawn: 1,
  rejected: 1,
  rejects: [{ record: 'DEMO-1', reason: 'modified: is no moment in time' }],
  message: null,
  progress: null,
};
const source: contract.AdvisorySource = {
  id: 3,
  name: 'Own findings',
  url: null,
  every: 'never',
  enabled: true,
  complete: false,
  advisories: 119,
  modifiedAt: '2026-01-01T00:00:00.000Z',
  modifiedBy: 'admin',
  lastRun: run,
  kind: 'osv',
  covers: [],
  preset: null,
  goodAt: '2026-01-01T00:00:05.000Z',
  nextAt: null,
};
const sources = '/admin/security/advisory-sources';
const administrator = { administrator: true, services: { xray: '1' } } as const;

describe('advisory sources', () => {
  it('shows each source with its last run, and what was rejected and why', async () => {
    server.use(answers(contract.listAdvisorySources, { items: [source] }));
    renderArea(scanningScreens, sources, administrator);
    expect(await screen.findByText('Own findings')).toBeVisible();
    expect(screen.getByText(/120 read, 20 new or changed/)).toBeVisible();
    expect(screen.getByText('1 rejected')).toBeVisible();
    await userEvent.click(screen.getAllByRole('button', { name: /^Actions/ })[0]!);
    await userEvent.click(await screen.findByRole('menuitem', { name: /Last run in detail/ }));
    const dialog = await screen.findByRole('dialog', { name: 'Last run of Own findings' });
    expect(within(dialog).getByText('modified: is no moment in time')).toBeVisible();
  });

  it('says what a fresh installation needs, and keeps what was typed when an address is refused', async () => {
    const asked: unknown[] = [];
    server.use(
      answers(contract.listAdvisorySources, { items: [] }),
      answers(contract.createAdvisorySource, ({ body }) => {
        asked.push(body);
        return source;
      }),
    );
    renderArea(scanningScreens, sources, administrator);
    expect(await screen.findByText('No sources yet')).toBeVisible();
    await userEvent.click(screen.getAllByRole('button', { name: 'New source' })[0]!);
    const dialog = await screen.findByRole('dialog', { name: 'New source' });
    await userEvent.type(within(dialog).getByLabelText(/^Name/), 'Own findings');
    await userEvent.type(within(dialog).getByLabelText(/^Address/), 'ftp://dumps.example.test/all.zip');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Create source' }));
    expect((await within(dialog).findAllByText('Give an address that begins with https:// or http://'))[0]).toBeVisible();
    expect(within(dialog).getByLabelText(/^Name/)).toHaveValue('Own findings');
    await userEvent.clear(within(dialog).getByLabelText(/^Address/));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Create source' }));
    await expect.poll(() => asked).toEqual([{ name: 'Own findings', url: null, every: 'never', enabled: true, complete: false, kind: 'osv', covers: [] }]);
  });

  it('sends a dump as it is, and says why one was refused', async () => {
    let sent: string | undefined;
    server.use(
      answers(contract.listAdvisorySources, { items: [source] }),
      on(contract.uploadAdvisories, ({ body }) => {
        sent = String(body);
        return refuse('too_large');
      }),
    );
    renderArea(scanningScreens, sources, administrator);
    await screen.findByText('Own findings');
    await userEvent.click(screen.getAllByRole('button', { name: /^Actions/ })[0]!);
    await userEvent.click(await screen.findByRole('menuitem', { name: /Upload a dump/ }));
    await userEvent.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, new File(['{"id":"DEMO-1"}'], 'dump.json'));
    expect(await screen.findByText('The content is larger than allowed')).toBeVisible();
    expect(sent).toBe('{"id":"DEMO-1"}');
  });
});

describe('security search', () => {
  const row = {
    component_id: 'npm://@shop/cart',
    name: '@shop/cart',
    version: '1.0.0',
    package_type: 'npm',
    repository: 'js',
    status: 'scanned' as const,
    vulnerabilities: { critical: 0, high: 2, medium: 0, low: 0, info: 0, unknown: 0, skipped: 1 },
  };

  it('SRCH-005 PKG-050 shows what was scanned under a name, 20 rows a page', async () => {
    const asked: unknown[] = [];
    server.use(
      answers(searchComponents, ({ query, body }) => {
        asked.push([Object.fromEntries(query), body]);
        return { data: [row], total_count: 21, unused: [] };
      }),
    );
    renderArea(scanningScreens, '/xray/search?query=cart', { services: { xray: '1' } });
    expect(await screen.findByRole('link', { name: '@shop/cart' })).toHaveAttribute('href', '/packages/npm%3A%2F%2F%40shop%2Fcart/1.0.0');
    expect(screen.getByText('2 High')).toBeVisible();
    expect(screen.getByText('1 skipped')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Next page' }));
    expect(await screen.findByText('Page 2 of 2')).toBeVisible();
    const shared = { num_of_rows: '20', order_by: 'name', direction: 'asc', search: 'cart' };
    await expect
      .poll(() => asked)
      .toEqual([
        [{ ...shared, page_num: '1' }, 'all_components'],
        [{ ...shared, page_num: '2' }, 'all_components'],
      ]);
  });

  it('SRCH-041 asks with every filter, and tells of those that scans cannot judge', async () => {
    const asked: unknown[] = [];
    server.use(
      answers(searchComponents, ({ query, body }) => {
        asked.push([query.get('search'), body]);
        return { data: [row], total_count: 1, unused: ['tags' as const] };
      }),
    );
    const router = renderArea(scanningScreens, `/xray/search?query=${encodeURIComponent('cart cve:CVE-1 tags:a')}`, { services: { xray: '1' } });
    expect(await screen.findByText(/Cannot be used in this search/)).toBeVisible();
    expect(asked).toEqual([['cart', { all_components: '', filters: { cve: 'CVE-1', tags: ['a'] } }]]);
    await userEvent.click(screen.getByRole('button', { name: 'Remove filter tags:a' }));
    await expect.poll(() => router.state.location.search).toBe('?query=cart+cve%3ACVE-1');
    expect(screen.getByRole('button', { name: 'Remove filter cve:CVE-1' })).toBeVisible();
  });

  it('says when nothing is found, and when it cannot be asked', async () => {
    server.use(answers(searchComponents, { data: [], total_count: 0, unused: [] }));
    renderArea(scanningScreens, '/xray/search?query=nothing', { services: { xray: '1' } });
    expect(await screen.findByText('Nothing was found')).toBeVisible();
    cleanup();
    queryClient.clear();
    server.use(refuses(searchComponents, 'unauthenticated'));
    renderArea(scanningScreens, '/xray/search', { services: { xray: '1' } });
    expect(await screen.findByText('Sign in to continue')).toBeVisible();
  });
});

describe('ready-made sources', () => {
  const preset: contract.AdvisoryPreset = {
    id: 'osv-npm',
    kind: 'osv',
    name: 'OSV: npm',
    ecosystem: 'npm',
    records: 229_000,
    licence: 'CC BY 4.0',
    homepage: 'https://osv.dev',
    url: 'https://feeds.example.test/npm/all.zip',
    fits: true,
    sourceId: null,
  };
  const addresses = {
    osv: 'https://feeds.example.test',
    epss: 'https://feeds.example.test/epss.csv.gz',
    kev: 'https://feeds.example.test/kev.json',
    eol: 'https://feeds.example.test/products.json',
  };

  it('say what they are, under which licence and how much to expect; one click switches one on, another all that fit', async () => {
    const asked: unknown[] = [];
    server.use(
      answers(contract.listAdvisoryPresets, { items: [preset, { ...preset, id: 'kev', kind: 'kev', name: 'KEV', ecosystem: null, sourceId: 4 }], addresses }),
      answers(contract.switchOnPresets, ({ body }) => {
        asked.push(body);
        return { items: [source] };
      }),
    );
    renderArea(scanningScreens, `${sources}/presets`, administrator);
    expect(await screen.findByText('OSV: npm')).toBeVisible();
    expect(screen.getAllByText('229,000')[0]).toBeVisible();
    expect(screen.getAllByText('CC BY 4.0')[0]).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Switch on: OSV: npm' }));
    expect(await screen.findByText('One source was switched on and is being fetched')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Switch on: KEV' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Switch on all that fit' }));
    await expect.poll(() => asked).toEqual([{ ids: ['osv-npm'] }, { ids: 'fitting' }]);
  });

  it('are fetched from a mirror when somebody says so', async () => {
    const asked: unknown[] = [];
    server.use(
      answers(contract.listAdvisoryPresets, { items: [preset], addresses }),
      answers(contract.changeSourceAddresses, ({ body }) => {
        asked.push(body);
        return addresses;
      }),
    );
    renderArea(scanningScreens, `${sources}/presets`, administrator);
    await screen.findByText('OSV: npm');
    await userEvent.click(screen.getByRole('button', { name: 'Addresses of the feeds' }));
    const dialog = await screen.findByRole('dialog', { name: 'Addresses of the feeds' });
    const field = within(dialog).getByLabelText(/^OSV/);
    await userEvent.clear(field);
    await userEvent.type(field, 'https://mirror.example.test/osv');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save changes' }));
    await expect.poll(() => asked).toEqual([{ ...addresses, osv: 'https://mirror.example.test/osv' }]);
  });
});
