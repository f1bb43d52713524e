import * as contract from '@packhouse/contract/repositories/firewall-routes.ts';
import type { Actor } from '@packhouse/kernel/access/authorisation.ts';
import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { type DatedUpstream, daysAgo, startDatedUpstream } from '@packhouse/testkit/dated-upstream.ts';
import { lines, osv, packZip, type ScanningTestPlatform, startScanningPlatform } from '@packhouse/testkit/start-scanning-platform.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { RepositoriesSchema } from '../schema.ts';

type Rule = z.input<typeof contract.FirewallRuleInput>;
const readers: Actor['grants'] = [
  { permission: 'readers', resourceType: 'repository', names: ['npm-remote', 'npm-all'], include: [], exclude: [], actions: ['read'], through: 'user ada' },
];

let test: ScanningTestPlatform;
let second: ScanningTestPlatform;
let upstream: DatedUpstream;
const old = daysAgo(400);

beforeAll(async () => {
  [test, upstream] = await Promise.all([startScanningPlatform({ actors: { ada: { grants: readers }, bob: { grants: [] } } }), startDatedUpstream()]);
  second = await startScanningPlatform({ joins: test, jobs: false, actors: { ada: { grants: readers } } });
  const source = await test.source('advisories', { covers: ['npm'] });
  const severe = osv(
    'GHSA-severe',
    { ecosystem: 'npm', name: 'severe', events: [{ introduced: '0' }, { fixed: '2.0.0' }] },
    { database_specific: { severity: 'HIGH' }, published: daysAgo(5) },
  );
  await test.upload(
    source,
    lines(osv('MAL-2026-1', { ecosystem: 'npm', name: 'evil', versions: ['1.0.1'] }, { database_specific: { severity: 'CRITICAL' } }), severe),
  );
  await test.create({ class: 'local', key: 'npm-ours', format: 'npm' });
  await test.publishNpm('npm-ours', '@acme/payments', '1.0.0');
  await test.publishNpm('npm-ours', '@acme/ui-core-button', '1.0.0');
  const settings = { url: `${upstream.url}/npm`, allowPrivate: true, metadataSeconds: 0, pointerSeconds: 0, missedSeconds: 0 };
  for (const key of ['npm-remote', 'npm-free']) await test.create({ class: 'remote', key, format: 'npm', settings });
  await test.create({ class: 'virtual', key: 'npm-all', format: 'npm', members: ['npm-ours', 'npm-remote'] });
  await test.create({ class: 'remote', key: 'py-remote', format: 'pypi', settings: { ...settings, url: `${upstream.url}/pypi/simple` } });
  await test.create({ class: 'remote', key: 'crates', format: 'cargo', settings: { ...settings, url: `${upstream.url}/cargo` } });
  await test.create({ class: 'remote', key: 'deb-remote', format: 'debian', settings: { ...settings, url: `${upstream.url}/deb` } });
});
afterAll(async () => {
  await second?.stop();
  await test?.stop();
  await upstream?.stop();
});

const ask = (path: string, { as = 'admin', method = 'GET', from = test }: { as?: string; method?: string; from?: ScanningTestPlatform } = {}) =>
  fetch(`${from.baseUrl}/artifactory/${path}`, { method, headers: from.headersOf(as) });
interface Packument {
  'dist-tags': Record<string, string>;
  versions: Record<string, unknown>;
}
const packument = async (name: string, repository = 'npm-remote', from = test) =>
  (await (await ask(`api/npm/${repository}/${name}`, { from })).json()) as Packument;
const versions = async (name: string, repository?: string, from?: ScanningTestPlatform) => Object.keys((await packument(name, repository, from)).versions);
const tarball = (name: string, version: string, repository = 'npm-remote') => `api/npm/${repository}/${name}/-/${name}-${version}.tgz`;

async function withRule<Result>(input: Partial<Rule> & Pick<Rule, 'condition'>, work: (id: string) => Promise<Result>): Promise<Result> {
  const { id } = await test.call(contract.createFirewallRule, {
    body: { name: 'The rule', mode: 'enforce', repositories: ['npm-remote', 'py-*', 'crates'], ...input },
  });
  try {
    return await work(id);
  } finally {
    await test.call(contract.deleteFirewallRule, { params: { id } });
  }
}
const threeDays = { kind: 'age', days: 3 } as const;

describe('what rules hold back', () => {
  beforeAll(() =>
    upstream.npm(
      'tool',
      [
        { version: '1.0.0', published: old },
        { version: '1.1.0', published: daysAgo(10) },
        { version: '2.0.0', published: daysAgo(1) },
        { version: '3.0.0-beta.1', published: daysAgo(8) },
      ],
      '2.0.0',
    ),
  );

  it('LEAD-006 judges who installs by the whole listing, since the short one says of no version when it was published', async () => {
    const accept = 'application/vnd.npm.install-v1+json; q=1.0, application/json; q=0.8';
    const shown = async () => {
      const answer = await fetch(`${test.baseUrl}/artifactory/api/npm/npm-remote/tool`, { headers: { ...test.headersOf('admin'), accept } });
      return Object.keys(((await answer.json()) as Packument).versions);
    };
    expect(await shown()).toContain('2.0.0');
    await withRule({ condition: threeDays }, async () => {
      expect(await shown()).toEqual(['1.0.0', '1.1.0', '3.0.0-beta.1']);
      expect((await ask(tarball('tool', '2.0.0'))).status).toBe(403);
    });
  });

  it('LEAD-006 leaves versions that are too young out of listings, in virtual repositories too, and latest leads to one that is let in', async () => {
    expect(await versions('tool')).toHaveLength(4);
    await withRule({ condition: threeDays }, async () => {
      for (const repository of ['npm-remote', 'npm-all']) {
        const { 'dist-tags': tags, versions: listed } = await packument('tool', repository);
        expect([tags, Object.keys(listed)]).toEqual([{ latest: '1.1.0' }, ['1.0.0', '1.1.0', '3.0.0-beta.1']]);
      }
      expect(await versions('tool', 'npm-free')).toHaveLength(4);
    });
    expect((await packument('tool'))['dist-tags']).toEqual({ latest: '2.0.0' });
  });

  it('LEAD-006 refuses the download in the words of the client, with the rule, the reason, the newest allowed version and a way to ask', async () => {
    await withRule({ condition: threeDays, name: 'Drei Tage – überall' }, async (id) => {
      for (const repository of ['npm-remote', 'npm-all']) {
        const refused = await ask(tarball('tool', '2.0.0', repository));
        expect(refused.status).toBe(403);
        const { error, code } = (await refused.json()) as { error: string; code: string };
        expect(code).toBe('download_blocked');
        expect(error).toMatch(/^tool 2\.0\.0 is held back by the rule "Drei Tage – überall": published \S+, let in when it is 3 days old, from \S+\. /);
        expect(error).toContain('The newest version that is let in is 1.1.0.');
        expect(error).toContain(`/ui/security/firewall/ask?rule=${id}&repository=npm-remote&package=tool&version=2.0.0`);
        // A header holds no other letters.
        expect(refused.headers.get('npm-notice')).toContain('Drei Tage ? ?berall');
      }
      expect(upstream.asked).not.toContain('/npm/tool/-/tool-2.0.0.tgz');
      expect((await ask(tarball('tool', '2.0.0'), { method: 'HEAD' })).status).toBe(200);
      expect((await ask(tarball('tool', '1.1.0'))).status).toBe(200);
      // By the plain path, and where it is cached already, it is the same version.
      expect((await ask(tarball('tool', '2.0.0', 'npm-free'))).status).toBe(200);
      expect((await ask('npm-remote/tool/-/tool-2.0.0.tgz')).status).toBe(403);
      expect((await ask('npm-remote-cache/tool/-/tool-2.0.0.tgz')).status).toBe(403);
    });
  });

  it('LEAD-006 leaves the same out of listings that are asked for by the plain path, and touches none where no rule judges', async () => {
    const settings = { url: `${upstream.url}/helm`, allowPrivate: true, metadataSeconds: 0, pointerSeconds: 0, missedSeconds: 0 };
    await test.create({ class: 'remote', key: 'charts-remote', format: 'helm', settings });
    await test.create({ class: 'virtual', key: 'charts-all', format: 'helm', members: ['charts-remote'] });
    await upstream.helm('rested', [
      { version: '1.0.0', published: old },
      { version: '1.1.0', published: daysAgo(1) },
    ]);
    const listed = async (path: string) => [...new Set((await (await ask(path)).text()).match(/\b[12]\.[01]\.0\b/g))].sort();
    const plain = ['charts-remote/index.yaml', 'charts-all/index.yaml', 'charts-remote-cache/index.yaml'];
    const read = async () => Object.fromEntries(await Promise.all(plain.map(async (path) => [path, await listed(path)] as const)));
    const both = ['1.0.0', '1.1.0'];
    const whole = { 'charts-remote/index.yaml': both, 'charts-all/index.yaml': both };
    expect(await read()).toMatchObject(whole);
    await withRule({ condition: threeDays, repositories: ['charts-remote'] }, async () => {
      expect(await read()).toEqual(Object.fromEntries(plain.map((path) => [path, ['1.0.0']])));
    });
    expect(await read()).toMatchObject(whole);
  });

  it('says why where nothing of a package is let in, and where one version is asked for by its name', async () => {
    await upstream.npm('fresh', [{ version: '0.0.1', published: daysAgo(0) }], '0.0.1');
    await withRule({ condition: threeDays }, async () => {
      for (const path of ['npm-remote/fresh', 'npm-all/fresh', 'npm-remote/tool/2.0.0']) {
        const refused = await ask(`api/npm/${path}`);
        expect([path, refused.status]).toEqual([path, 403]);
      }
      expect(((await (await ask('api/npm/npm-remote/fresh')).json()) as { error: string }).error).toContain('No version of it is let in.');
    });
  });

  it('lets in nothing young that was published since its listing was read', async () => {
    await test.create({
      class: 'remote',
      key: 'npm-slow',
      format: 'npm',
      settings: { url: `${upstream.url}/npm`, allowPrivate: true, metadataSeconds: 3600 },
    });
    await upstream.npm('quick', [{ version: '1.0.0', published: old }], '1.0.0');
    expect(await versions('quick', 'npm-slow')).toEqual(['1.0.0']);
    const both = [
      { version: '1.0.0', published: old },
      { version: '1.0.1', published: daysAgo(0) },
    ];
    await upstream.npm('quick', both, '1.0.1');
    await withRule({ condition: threeDays, repositories: ['npm-slow'] }, async () => {
      // The listing is younger than what is asked again for, or it is read again: in both cases nothing young comes in.
      expect([403, 404]).toContain((await ask(tarball('quick', '1.0.1', 'npm-slow'))).status);
    });
  });

  it('judges listings that are too large to be read where others wait', async () => {
    const manifest = { description: 'x'.repeat(200_000) };
    const both = [
      { version: '1.0.0', published: old, manifest },
      { version: '2.0.0', published: daysAgo(1), manifest },
    ];
    await upstream.npm('large', both, '2.0.0');
    await withRule({ condition: threeDays }, async () => {
      for (const repository of ['npm-remote', 'npm-all'])
        expect(await packument('large', repository)).toMatchObject({ 'dist-tags': { latest: '1.0.0' }, versions: { '1.0.0': {} } });
      expect((await ask(tarball('large', '2.0.0'))).status).toBe(403);
    });
    expect(await versions('large')).toHaveLength(2);
  });

  it('keeps to what the rule says of versions of which nobody says when they were published', async () => {
    await upstream.npm('dateless', [{ version: '1.0.0' }], '1.0.0');
    await withRule({ condition: threeDays }, async () => expect(await versions('dateless')).toEqual(['1.0.0']));
    await withRule({ condition: threeDays, unknown: 'refuse' }, async () => {
      const refused = await ask('api/npm/npm-remote/dateless');
      expect([refused.status, ((await refused.json()) as { error: string }).error]).toEqual([
        403,
        expect.stringContaining('nobody says when it was published'),
      ]);
    });
  });

  it('knows malicious and vulnerable versions before anybody has fetched them', async () => {
    const two = (...all: string[]) => all.map((version) => ({ version, published: old }));
    await upstream.npm('evil', two('1.0.0', '1.0.1'), '1.0.1');
    await upstream.npm('severe', two('1.0.0', '2.0.0'), '2.0.0');
    await withRule({ condition: { kind: 'malicious' } }, async () => {
      expect(await packument('evil')).toMatchObject({ 'dist-tags': { latest: '1.0.0' } });
      expect(await (await ask(tarball('evil', '1.0.1'))).text()).toContain('MAL-2026-1 says that it is malicious');
    });
    await withRule({ condition: { kind: 'severity', least: 'High' } }, async () => expect(await versions('severe')).toEqual(['2.0.0']));
    await withRule({ condition: { kind: 'severity', least: 'High', graceDays: 7 } }, async () => expect(await versions('severe')).toHaveLength(2));
    await withRule({ condition: { kind: 'severity', least: 'Critical' } }, async () => expect(await versions('severe')).toHaveLength(2));
  });

  it('leaves vulnerable versions out of what lists nothing but versions', async () => {
    const source = await test.source('others', { covers: ['Go', 'Maven'] });
    const advisory = (ecosystem: string, name: string, version: string) =>
      osv(`GHSA-${ecosystem}`, { ecosystem, name, versions: [version] }, { database_specific: { severity: 'HIGH' } });
    await test.upload(source, lines(advisory('Maven', 'com.acme:lib', '1.1'), advisory('Go', 'example.com/lib', '1.1.0')));
    const places = { maven: 'mvn', go: 'api/go/mod' } as const;
    for (const [format, place] of Object.entries(places) as [keyof typeof places, string][]) {
      const key = place.slice(place.lastIndexOf('/') + 1);
      await test.create({ class: 'local', key, format });
      const settings = { url: `${test.baseUrl}/artifactory/${place}`, username: 'admin', allowPrivate: true, metadataSeconds: 0 };
      await test.create({ class: 'remote', key: `${key}-remote`, format, settings, password: test.adminPassword });
    }
    for (const version of ['1.0', '1.1']) {
      const pom = `<project><modelVersion>4.0.0</modelVersion><groupId>com.acme</groupId><artifactId>lib</artifactId><version>${version}</version></project>`;
      await test.put(`mvn/com/acme/lib/${version}/lib-${version}.pom`, pom);
      const name = `example.com/lib@v${version}.0`;
      await test.put(`api/go/mod/example.com/lib/@v/v${version}.0.zip`, await packZip({ [`${name}/go.mod`]: 'module example.com/lib\n' }));
    }
    await withRule({ condition: { kind: 'severity', least: 'High' }, repositories: ['*'] }, async () => {
      const metadata = await (await ask('mvn-remote/com/acme/lib/maven-metadata.xml')).text();
      expect([metadata.includes('<version>1.0</version>'), metadata.includes('>1.1<'), metadata.includes('<latest>1.0<')]).toEqual([true, false, true]);
      expect(await (await ask('api/go/mod-remote/example.com/lib/@v/list')).text()).toBe('v1.0.0\n');
      for (const path of ['mvn-remote/com/acme/lib/1.1/lib-1.1.pom', 'api/go/mod-remote/example.com/lib/@v/v1.1.0.zip']) {
        const refused = await ask(path);
        expect([path, refused.status, await refused.text()]).toEqual([path, 403, expect.stringContaining('is High')]);
      }
      expect((await ask('mvn-remote/com/acme/lib/1.0/lib-1.0.pom')).status).toBe(200);
    });
  });

  it('judges licences, deprecation, install scripts and names that look like ours', async () => {
    const published = old;
    await upstream.npm(
      'mixed',
      [
        { version: '1.0.0', published },
        { version: '1.0.1', published, manifest: { license: 'GPL-3.0-only' } },
        { version: '1.0.2', published, manifest: { deprecated: 'use another' } },
        { version: '1.0.3', published, manifest: { scripts: { postinstall: 'node evil.js' } } },
      ],
      '1.0.3',
    );
    const without = (version: string) => ['1.0.0', '1.0.1', '1.0.2', '1.0.3'].filter((one) => one !== version);
    const licence = { kind: 'licence' as const, allowed: false, licences: ['GPL-3.0-only'] };
    await withRule({ condition: licence }, async () => expect(await versions('mixed')).toEqual(without('1.0.1')));
    await withRule({ condition: { ...licence, allowed: true } }, async () => expect(await versions('mixed')).toEqual(['1.0.1']));
    await withRule({ condition: { kind: 'deprecated' } }, async () => expect(await versions('mixed')).toEqual(without('1.0.2')));
    await withRule({ condition: { kind: 'installScript' } }, async () => expect(await versions('mixed')).toEqual(without('1.0.3')));
    await withRule({ condition: { kind: 'installScript' }, except: ['mi*'] }, async () => expect(await versions('mixed')).toHaveLength(4));
    await upstream.npm('acme-paymets', [{ version: '1.0.0', published }], '1.0.0');
    await upstream.npm('acmeuicorebutton', [{ version: '1.0.0', published }], '1.0.0');
    await withRule({ condition: { kind: 'lookAlike' } }, async () => {
      expect(await (await ask('api/npm/npm-remote/acme-paymets')).text()).toContain('its name looks like one of ours');
      expect(await (await ask('api/npm/npm-remote/acmeuicorebutton')).text()).toContain('its name looks like one of ours');
      expect(await versions('mixed')).toHaveLength(4);
    });
  });

  it('judges each file of PyPI by itself, and crates by the time that their index gives', async () => {
    const both = [
      { version: '1.0', published: old },
      { version: '2.0', published: daysAgo(1) },
    ];
    await upstream.pypi('thing', both);
    await upstream.cargo('thing', [
      { version: '1.0.0', published: old },
      { version: '2.0.0', published: daysAgo(1) },
    ]);
    await withRule({ condition: threeDays, name: 'Three days' }, async () => {
      const page = await (await ask('api/pypi/py-remote/simple/thing/')).text();
      expect([page.includes('thing-1.0-py3'), page.includes('thing-2.0-py3')]).toEqual([true, false]);
      const refused = await ask('api/pypi/py-remote/packages/thing/2.0/thing-2.0-py3-none-any.whl');
      expect([refused.status, refused.statusText.length > 0, await refused.text()]).toEqual([403, true, expect.stringContaining('Three days')]);
      expect((await ask('api/pypi/py-remote/packages/thing/1.0/thing-1.0-py3-none-any.whl')).status).toBe(200);
      const index = await (await ask('api/cargo/crates/th/in/thing')).text();
      expect([index.includes('"1.0.0"'), index.includes('"2.0.0"')]).toEqual([true, false]);
      expect((await ask('api/cargo/crates/api/v1/crates/thing/2.0.0/download')).status).toBe(403);
    });
  });
});

describe('rules', () => {
  it('only note what they would hold back while they observe, and for whom', async () => {
    await upstream.npm('watched', [{ version: '1.0.0', published: daysAgo(1) }], '1.0.0');
    await withRule({ condition: threeDays, mode: 'observe', name: 'Observed' }, async (ruleId) => {
      expect(await versions('watched')).toEqual(['1.0.0']);
      for (const repository of ['npm-remote', 'npm-remote', 'npm-all'])
        expect((await ask(tarball('watched', '1.0.0', repository), { as: 'ada' })).status).toBe(200);
      const { items } = await test.call(contract.listFirewallRecords, { query: { search: 'watched' } });
      const seen = { rule: 'Observed', ruleId, repository: 'npm-remote', package: 'watched', version: '1.0.0', user: 'ada', outcome: 'observed', count: 3 };
      expect(items.filter(({ place }) => place === 'download')).toEqual([expect.objectContaining(seen)]);
    });
    const { items, total } = await test.call(contract.listFirewallRecords, { query: { outcome: 'refused', limit: 2 } });
    expect([items.length, total > 2]).toEqual([2, true]);
  });

  it('hold on every node, and say which repositories they can judge', async () => {
    await upstream.npm(
      'shared',
      [
        { version: '1.0.0', published: old },
        { version: '1.1.0', published: daysAgo(1) },
      ],
      '1.1.0',
    );
    expect(await versions('shared', 'npm-remote', second)).toHaveLength(2);
    await withRule({ condition: threeDays, repositories: ['*'] }, async () => {
      await expect.poll(() => versions('shared', 'npm-remote', second)).toEqual(['1.0.0']);
      const { items } = await test.call(contract.listFirewallRules, {});
      const reach = Object.fromEntries(items[0]!.reach.map(({ repository, how }) => [repository, how]));
      expect(reach).toMatchObject({ 'npm-remote': 'listings', crates: 'listings', 'deb-remote': 'unknown' });
    });
    await expect.poll(() => versions('shared', 'npm-remote', second)).toHaveLength(2);
    await withRule({ condition: { kind: 'malicious' }, repositories: ['*'] }, async () => {
      const { items } = await test.call(contract.listFirewallRules, {});
      expect(Object.fromEntries(items[0]!.reach.map(({ repository, how }) => [repository, how]))).toMatchObject({
        'npm-free': 'listings',
        'py-remote': 'unknown',
      });
    });
  });

  it('belong to administrators, are kept by their names, and every change is audited', async () => {
    await withRule({ condition: threeDays }, async (id) => {
      const body: Rule = { name: 'the RULE', condition: threeDays };
      await expect(test.call(contract.createFirewallRule, { body })).rejects.toMatchObject({ status: 409 });
      await expect(test.call(contract.createFirewallRule, { body }, { as: 'ada' })).rejects.toMatchObject({ status: 403 });
      const changed = await test.call(contract.updateFirewallRule, { params: { id }, body: { ...body, mode: 'off' } });
      expect(changed).toMatchObject({ id, name: 'the RULE', mode: 'off' });
      expect(await versions('tool')).toHaveLength(4);
    });
    const missing = { params: { id: '999999' }, body: { name: 'no', condition: threeDays } };
    await expect(test.call(contract.updateFirewallRule, missing)).rejects.toMatchObject({ status: 404 });
    const actions = test.audited.map(({ action }) => action);
    expect(actions).toEqual(expect.arrayContaining(['firewall-rule.created', 'firewall-rule.updated', 'firewall-rule.deleted']));
  });
});

describe('exceptions', () => {
  it('LEAD-006 are asked for with a reason, approved until a day, ended, and audited', async () => {
    await withRule({ condition: threeDays }, async (ruleId) => {
      const wanted = { ruleId, repository: 'npm-remote', package: 'tool', version: '2.0.0', reason: 'It mends the outage of today' };
      const asked = await test.call(contract.askFirewallException, { body: wanted }, { as: 'ada' });
      expect(asked).toMatchObject({ state: 'asked', askedBy: 'ada', package: 'tool' });
      await expect(test.call(contract.askFirewallException, { body: wanted }, { as: 'ada' })).rejects.toMatchObject({ status: 409 });
      await expect(test.call(contract.askFirewallException, { body: wanted }, { as: 'bob' })).rejects.toMatchObject({ status: 403 });
      expect((await ask(tarball('tool', '2.0.0'))).status).toBe(403);
      const decide = (body: z.input<typeof contract.ExceptionDecision>, as?: string) =>
        test.call(contract.decideFirewallException, { params: { id: asked.id }, body }, as === undefined ? {} : { as });
      await expect(decide({ approved: true }, 'ada')).rejects.toMatchObject({ status: 403 });
      await expect(decide({ approved: true, until: daysAgo(1) })).rejects.toMatchObject({ status: 400 });
      await decide({ approved: true, until: daysAgo(-7), note: 'Until it is old enough' });
      expect((await packument('tool'))['dist-tags']).toEqual({ latest: '2.0.0' });
      expect((await ask(tarball('tool', '2.0.0'))).status).toBe(200);
      await expect(decide({ approved: false })).rejects.toMatchObject({ status: 409 });
      const list = async (as: string, query: object = {}) =>
        (await test.call(contract.listFirewallExceptions, { query }, { as })).items.map(({ state }) => state);
      expect([await list('ada'), await list('bob'), await list('admin', { state: 'approved' }), await list('admin', { state: 'asked' })]).toEqual([
        ['approved'],
        [],
        ['approved'],
        [],
      ]);
      await test.call(contract.endFirewallException, { params: { id: asked.id } });
      expect([await list('ada', { state: 'ended' }), (await ask(tarball('tool', '2.0.0'))).status]).toEqual([['ended'], 403]);
      const actions = test.audited.map(({ action }) => action).filter((action) => action.startsWith('firewall-exception'));
      expect(actions).toEqual(['firewall-exception.asked', 'firewall-exception.approved', 'firewall-exception.ended']);
    });
  });

  it('LEAD-006 end by the clock, which is audited once', async () => {
    await withRule({ condition: threeDays }, async (ruleId) => {
      const wanted = { ruleId, repository: 'npm-remote', package: 'tool', version: '2.0.0', reason: 'It mends the outage of a day' };
      const { id } = await test.call(contract.askFirewallException, { body: wanted }, { as: 'ada' });
      await test.call(contract.decideFirewallException, { params: { id }, body: { approved: true, until: daysAgo(-7), note: '' } });
      const db = openDatabase<RepositoriesSchema>(test.databaseUrl, 'repositories', { connections: 1 });
      await db
        .updateTable('firewall_exception')
        .set({ until_at: new Date(Date.now() - 1000) })
        .where('id', '=', Number(id))
        .execute();
      const endings = () => test.audited.filter(({ action }) => action === 'firewall-exception.expired');
      for (const key of ['one', 'two', 'three']) await test.platform.jobs.add('end-expired-exceptions', {}, { key });
      await expect.poll(endings, { timeout: 20_000 }).toMatchObject([{ actor: 'system', subject: 'tool 2.0.0', after: { reason: wanted.reason } }]);
      await expect.poll(() => db.selectFrom('firewall_exception').select('state').where('id', '=', Number(id)).execute()).toEqual([{ state: 'ended' }]);
      await test.platform.jobs.add('end-expired-exceptions', {}, { key: 'four' });
      await db.destroy();
      expect(endings()).toHaveLength(1);
    });
  });
});
