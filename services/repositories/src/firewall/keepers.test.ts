import * as contract from '@packhouse/contract/repositories/firewall-routes.ts';
import type { Actor } from '@packhouse/kernel/access/authorisation.ts';
import { type DatedUpstream, daysAgo, startDatedUpstream } from '@packhouse/testkit/dated-upstream.ts';
import { type ScanningTestPlatform, startScanningPlatform } from '@packhouse/testkit/start-scanning-platform.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const grant = (permission: string, more: Pick<Actor['grants'][number], 'resourceType' | 'names' | 'actions'>): Actor['grants'][number] => ({
  permission,
  include: [],
  exclude: [],
  through: 'user',
  ...more,
});
const reads = (names: string[]) => grant('readers', { resourceType: 'repository', names, actions: ['read'] });

const actors = {
  warden: { grants: [grant('policies', { resourceType: 'duty', names: ['policies'], actions: ['read', 'manage'] })] },
  looker: { grants: [grant('policies', { resourceType: 'duty', names: ['policies'], actions: ['read'] })] },
  keeper: { grants: [grant('shop', { resourceType: 'project', names: ['shop'], actions: ['read', 'manage'] }), reads(['shop-npm', 'shop-two'])] },
  ada: { grants: [reads(['shop-npm', 'npm-remote'])] },
  bob: { grants: [] },
};

let test: ScanningTestPlatform;
let second: ScanningTestPlatform;
let upstream: DatedUpstream;
beforeAll(async () => {
  [test, upstream] = await Promise.all([startScanningPlatform({ actors }), startDatedUpstream()]);
  second = await startScanningPlatform({ joins: test, jobs: false, actors });
  for (const { peers } of [test, second])
    peers.projects = { find: async (key) => (key === 'shop' ? { environments: ['DEV'] } : undefined), globalEnvironments: async () => ['DEV'] };
  const settings = { url: `${upstream.url}/npm`, allowPrivate: true, metadataSeconds: 0, pointerSeconds: 0, missedSeconds: 0 };
  await test.create({ class: 'remote', key: 'npm-remote', format: 'npm', settings });
  for (const key of ['shop-npm', 'shop-two']) await test.create({ class: 'remote', key, format: 'npm', projectKey: 'shop', settings });
  await test.create({ class: 'remote', key: 'charts', format: 'helm', settings: { ...settings, url: `${upstream.url}/helm` } });
  await upstream.npm(
    'tool',
    ['1.0.0', '2.0.0', '2.0.1'].map((version) => ({ version, published: daysAgo(version === '1.0.0' ? 400 : 1) })),
    '2.0.1',
  );
});
afterAll(async () => {
  await second?.stop();
  await test?.stop();
  await upstream?.stop();
});

const rule = (name: string, repositories: string[], mode: contract.FirewallRule['mode'] = 'enforce') => ({
  name,
  mode,
  repositories,
  condition: { kind: 'age' as const, days: 3 },
});
const create = (name: string, repositories: string[], as: string) => test.call(contract.createFirewallRule, { body: rule(name, repositories) }, { as });
const remove = (id: string, as = 'admin') => test.call(contract.deleteFirewallRule, { params: { id } }, { as });
const ask = (path: string, as: string, from = test) => fetch(`${from.baseUrl}/artifactory/api/npm/${path}`, { headers: from.headersOf(as) });
const listVersions = async (repository: string, as: string, from = test) =>
  Object.keys(((await (await ask(`${repository}/tool`, as, from)).json()) as { versions: object }).versions);

describe('who keeps the firewall', () => {
  it('SEC-050 LEAD-006 whoever may manage policies keeps all rules, and whoever may only read them changes none', async () => {
    const { id } = await create('warden’s', ['*'], 'warden');
    expect(test.audited.at(-1)).toMatchObject({ actor: 'warden', action: 'firewall-rule.created' });
    const list = async (as: string) => (await test.call(contract.listFirewallRules, {}, { as })).items.map(({ name, mayChange }) => [name, mayChange]);
    expect([await list('warden'), await list('looker'), await list('admin')]).toEqual([[['warden’s', true]], [['warden’s', false]], [['warden’s', true]]]);
    await expect(create('looker’s', ['*'], 'looker')).rejects.toMatchObject({ code: 'forbidden' });
    await expect(remove(id, 'looker')).rejects.toMatchObject({ code: 'forbidden' });
    for (const as of ['ada', 'bob'])
      for (const refuse of [
        () => list(as),
        () => create('mine', ['npm-remote'], as),
        () => remove(id, as),
        () => test.call(contract.listFirewallRecords, {}, { as }),
      ])
        await expect(refuse()).rejects.toMatchObject({ code: 'forbidden' });
    await remove(id, 'warden');
    expect(test.audited.at(-1)).toMatchObject({ actor: 'warden', action: 'firewall-rule.deleted' });
  });

  it('SEC-050 LEAD-006 administrators of a project keep rules about its repositories, and nothing beyond them', async () => {
    for (const repositories of [['*'], ['shop-*'], ['npm-remote'], ['shop-npm', 'npm-remote'], ['nowhere']])
      await expect(create('too much', repositories, 'keeper')).rejects.toMatchObject({
        status: 400,
        fields: [expect.objectContaining({ path: 'repositories' })],
      });
    const wide = await create('for all', ['*', 'npm-remote'], 'admin');
    const elsewhere = await create('elsewhere', ['npm-remote'], 'admin');
    const own = await create('own', ['shop-npm'], 'keeper');
    expect(own).toMatchObject({ author: 'keeper', mayChange: true, reach: [{ repository: 'shop-npm', how: 'listings' }] });
    const { items } = await test.call(contract.listFirewallRules, {}, { as: 'keeper' });
    expect(items.map(({ name, mayChange, repositories, reach }) => [name, mayChange, repositories, reach.map(({ repository }) => repository)])).toEqual([
      ['for all', false, ['*'], ['shop-npm', 'shop-two']],
      ['own', true, ['shop-npm'], ['shop-npm']],
    ]);
    const update = (id: string, repositories: string[]) =>
      test.call(contract.updateFirewallRule, { params: { id }, body: rule('changed', repositories) }, { as: 'keeper' });
    await expect(update(wide.id, ['shop-npm'])).rejects.toMatchObject({ code: 'forbidden' });
    await expect(update(own.id, ['npm-remote'])).rejects.toMatchObject({ status: 400 });
    await expect(remove(elsewhere.id, 'keeper')).rejects.toMatchObject({ code: 'forbidden' });
    expect(await update(own.id, ['shop-two', 'shop-npm'])).toMatchObject({ name: 'changed' });
    for (const id of [wide.id, elsewhere.id]) await remove(id);
    expect(await listVersions('shop-two', 'keeper')).toEqual(['1.0.0']);
    expect(await listVersions('npm-remote', 'ada')).toHaveLength(3);
    expect((await ask('shop-npm/tool/-/tool-2.0.0.tgz', 'ada')).status).toBe(403);
    const records = async (as: string) => (await test.call(contract.listFirewallRecords, {}, { as })).items.map(({ repository }) => repository);
    expect(new Set(await records('keeper'))).toEqual(new Set(['shop-npm', 'shop-two']));
    await remove(own.id, 'keeper');
  });

  it('LEAD-006 exceptions are decided by those who keep the rule', async () => {
    const wide = await create('for all', ['*'], 'admin');
    const own = await create('own', ['shop-npm'], 'keeper');
    const request = (ruleId: string) =>
      test.call(
        contract.askFirewallException,
        { body: { ruleId, repository: 'shop-npm', package: 'tool', version: '2.0.0', reason: 'It mends the outage of today' } },
        { as: 'ada' },
      );
    const [first, other] = [await request(own.id), await request(wide.id)];
    // A rule that is not about the repository is not told of by its name.
    const elsewhere = await create('elsewhere', ['npm-remote'], 'admin');
    await expect(request(elsewhere.id)).rejects.toMatchObject({ status: 404 });
    await remove(elsewhere.id);
    const list = async (as: string) => (await test.call(contract.listFirewallExceptions, {}, { as })).items.map(({ id, mayDecide }) => [id, mayDecide]);
    expect([await list('keeper'), await list('ada'), await list('warden'), await list('bob')]).toEqual([
      [[first.id, true]],
      [
        [other.id, false],
        [first.id, false],
      ],
      [
        [other.id, true],
        [first.id, true],
      ],
      [],
    ]);
    const decide = (id: string, as: string) => test.call(contract.decideFirewallException, { params: { id }, body: { approved: true } }, { as });
    await expect(decide(other.id, 'keeper')).rejects.toMatchObject({ code: 'forbidden' });
    await expect(decide(first.id, 'ada')).rejects.toMatchObject({ code: 'forbidden' });
    expect(await decide(first.id, 'keeper')).toMatchObject({ state: 'approved', decidedBy: 'keeper' });
    await remove(wide.id);
    expect((await ask('shop-npm/tool/-/tool-2.0.0.tgz', 'ada')).status).toBe(200);
    await test.call(contract.endFirewallException, { params: { id: first.id } }, { as: 'keeper' });
    expect((await ask('shop-npm/tool/-/tool-2.0.0.tgz', 'ada')).status).toBe(403);
    await remove(own.id, 'keeper');
  });
});

describe('what is left out of listings', () => {
  const counted = async (search: string) =>
    (await test.call(contract.listFirewallRecords, { query: { search } })).items
      .filter(({ place }) => place === 'listing')
      .map(({ repository, package: name, version, versions, user, outcome, count }) => ({ repository, name, version, versions, user, outcome, count }));

  it('LEAD-006 is counted for whom it would have been, on every node, while a rule only observes', async () => {
    const { id } = await test.call(contract.createFirewallRule, { body: rule('watching', ['npm-remote'], 'observe') });
    for (const from of [test, second]) for (let turn = 0; turn < 3; turn++) await expect.poll(() => listVersions('npm-remote', 'ada', from)).toHaveLength(3);
    const seen = { repository: 'npm-remote', name: 'tool', version: '2.0.1', versions: 2, user: 'ada', outcome: 'observed' };
    // The other node learns of the rule, and writes what it noted, in its own time.
    await expect
      .poll(
        async () => {
          await listVersions('npm-remote', 'ada', second);
          return (await counted('watching'))[0]?.count ?? 0;
        },
        { timeout: 30_000 },
      )
      .toBeGreaterThan(3);
    expect(await counted('watching')).toMatchObject([seen]);
    await remove(id);
  });

  it('LEAD-006 is counted while a rule holds back, once for each listing', async () => {
    const { id } = await test.call(contract.createFirewallRule, { body: rule('holding', ['*']) });
    for (const as of ['ada', 'ada', 'admin']) expect(await listVersions('npm-remote', as)).toEqual(['1.0.0']);
    const seen = { repository: 'npm-remote', name: 'tool', version: '2.0.1', versions: 2, outcome: 'refused' };
    expect((await counted('holding')).sort((one, other) => (one.user < other.user ? -1 : 1))).toEqual([
      { ...seen, user: 'ada', count: 2 },
      { ...seen, user: 'admin', count: 1 },
    ]);
    await upstream.helm('chart', [
      { version: '1.0.0', published: daysAgo(1) },
      { version: '0.9.0', published: daysAgo(40) },
    ]);
    await upstream.helm('other', [{ version: '0.1.0', published: daysAgo(1) }]);
    const index = await fetch(`${test.baseUrl}/artifactory/api/helm/charts/index.yaml`, { headers: test.headersOf('admin') });
    expect([index.status, /chart-1\.0\.0\.tgz/.test(await index.text())]).toEqual([200, false]);
    expect(await counted('charts')).toMatchObject([{ repository: 'charts', outcome: 'refused', count: 1 }]);
    await remove(id);
  });
});

describe('what is out of support', () => {
  it('LEAD-006 is held back where a source tells until when release lines are supported', async () => {
    const products = [
      {
        name: 'angularjs',
        label: 'AngularJS',
        identifiers: [{ type: 'purl', id: 'pkg:npm/tool' }],
        cycles: [
          { cycle: '1', eol: '2021-12-31' },
          { cycle: '2.0', eol: false },
        ],
      },
    ];
    const { id } = await test.call(contract.createFirewallRule, {
      body: { ...rule('supported', ['npm-remote', 'charts']), condition: { kind: 'unmaintained' } },
    });
    const reach = async () =>
      Object.fromEntries((await test.call(contract.listFirewallRules, {})).items[0]!.reach.map(({ repository, how }) => [repository, how]));
    expect(await reach()).toEqual({ 'npm-remote': 'unknown', charts: 'unknown' });
    expect(await listVersions('npm-remote', 'ada')).toHaveLength(3);
    await test.upload(await test.source('support', { kind: 'eol' }), JSON.stringify({ products }));
    expect(await reach()).toEqual({ 'npm-remote': 'listings', charts: 'listings' });
    await remove(id);
    const again = await test.call(contract.createFirewallRule, { body: { ...rule('supported', ['npm-remote']), condition: { kind: 'unmaintained' } } });
    expect(await listVersions('npm-remote', 'ada')).toEqual(['2.0.0', '2.0.1']);
    const refused = await ask('npm-remote/tool/-/tool-1.0.0.tgz', 'ada');
    expect([refused.status, await refused.text()]).toEqual([403, expect.stringContaining('AngularJS 1 is out of support since 2021-12-31')]);
    await remove(again.id);
  });
});
