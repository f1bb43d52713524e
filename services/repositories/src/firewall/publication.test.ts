import * as contract from '@packhouse/contract/repositories/firewall-routes.ts';
import type { FormatId } from '@packhouse/contract/repositories/format-ids.ts';
import { type DatedUpstream, daysAgo, startDatedUpstream } from '@packhouse/testkit/dated-upstream.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { type RepositoryTestPlatform, startRepositoryPlatform } from '../repository-test-platform.ts';

type Rule = z.input<typeof contract.FirewallRuleInput>;

let test: RepositoryTestPlatform;
let upstream: DatedUpstream;
const old = daysAgo(400);
const young = daysAgo(1);
const both = (one: string, other: string) => [
  { version: one, published: old },
  { version: other, published: young },
];

beforeAll(async () => {
  [test, upstream] = await Promise.all([startRepositoryPlatform(), startDatedUpstream()]);
  for (const format of ['go', 'maven', 'gems', 'nuget', 'helm', 'npm', 'pypi'] as const satisfies readonly FormatId[]) {
    const settings = {
      url: `${upstream.url}/${format}${format === 'pypi' ? '/simple' : ''}`,
      allowPrivate: true,
      metadataSeconds: 0,
      pointerSeconds: 0,
      missedSeconds: 0,
    };
    await test.create({ class: 'remote', key: `${format}-remote`, format, settings });
    await test.create({ class: 'virtual', key: `${format}-all`, format, members: [`${format}-remote`] });
  }
});
afterAll(async () => {
  await test?.stop();
  await upstream?.stop();
});

const ask = (path: string) => fetch(`${test.baseUrl}/artifactory/${path}`, { headers: test.headersOf('admin') });
const read = async (path: string) => (await ask(path)).text();

async function withRule<Result>(input: Partial<Rule> & Pick<Rule, 'condition'>, work: () => Promise<Result>): Promise<Result> {
  const { id } = await test.call(contract.createFirewallRule, { body: { name: 'The rule', mode: 'enforce', ...input } });
  try {
    return await work();
  } finally {
    await test.call(contract.deleteFirewallRule, { params: { id } });
  }
}
const threeDays = { kind: 'age', days: 3 } as const;

/** The refusal says the reason and the newest version that is let in. */
async function expectRefused(path: string, newest: string): Promise<void> {
  const refused = await ask(path);
  expect([path, refused.status]).toEqual([path, 403]);
  const text = await refused.text();
  expect(text).toContain('let in when it is 3 days old');
  expect(text).toContain(`The newest version that is let in is ${newest}.`);
}

describe('the age of versions whose listings do not tell it', () => {
  it('LEAD-006 is asked of the information of each Go module, once', async () => {
    await upstream.go('example.com/one', both('v1.0.0', 'v1.1.0'));
    await withRule({ condition: threeDays }, async () => {
      for (const key of ['go-remote', 'go-all']) {
        expect(await read(`api/go/${key}/example.com/one/@v/list`)).toBe('v1.0.0\n');
        for (const ending of ['info', 'mod', 'zip']) await expectRefused(`api/go/${key}/example.com/one/@v/v1.1.0.${ending}`, 'v1.0.0');
      }
      expect((await ask('api/go/go-all/example.com/one/@v/v1.0.0.mod')).status).toBe(200);
      // Nothing but the information of the version that is held back has come over, and that once.
      expect(upstream.asked.filter((path) => path.includes('/v1.1.0.'))).toEqual(['/go/example.com/one/@v/v1.1.0.info']);
    });
  });

  it('LEAD-006 is when the pom of a release was put there, in Maven repositories', async () => {
    await upstream.maven('com.acme:one', both('1.0', '1.1'));
    await withRule({ condition: threeDays }, async () => {
      await expectRefused('maven-remote/com/acme/one/1.1/one-1.1.jar', '1.0');
      const metadata = await read('maven-all/com/acme/one/maven-metadata.xml');
      expect([metadata.includes('>1.1<'), metadata.includes('<release>1.0<')]).toEqual([false, true]);
      expect((await ask('maven-remote/com/acme/one/1.0/one-1.0.jar')).status).toBe(200);
      expect(upstream.asked).not.toContain('/maven/com/acme/one/1.1/one-1.1.jar');
    });
  });

  it('LEAD-006 stands beside the index of gems, with licences', async () => {
    await upstream.gems('one', both('1.0.0', '1.1.0'));
    await withRule({ condition: threeDays }, async () => {
      const info = await read('api/gems/gems-all/info/one');
      expect([info.includes('1.0.0 |'), info.includes('1.1.0 |')]).toEqual([true, false]);
      await expectRefused('api/gems/gems-remote/gems/one-1.1.0.gem', '1.0.0');
    });
    await withRule({ condition: { kind: 'licence', allowed: false, licences: ['MIT'] } }, async () =>
      expect((await ask('api/gems/gems-remote/info/one')).status).toBe(403),
    );
  });

  it('LEAD-006 stands in the registrations of NuGet, and in pages of those', async () => {
    await upstream.nuget('one', both('1.0.0', '1.1.0'));
    await upstream.nuget('two', [{ version: '1.0.0', published: '1900-01-01T00:00:00Z' }, ...both('1.1.0', '1.2.0')]);
    await withRule({ condition: threeDays }, async () => {
      expect(await (await ask('api/nuget/nuget-all/flat/one/index.json')).json()).toEqual({ versions: ['1.0.0'] });
      const registration = await read('api/nuget/nuget-all/reg/one/index.json');
      expect(await read('api/nuget/nuget-all/reg/one/page/1.0.0/1.0.0.json')).toContain('one.1.0.0.nupkg');
      expect([registration.includes('/page/1.0.0/1.0.0.json'), registration.includes('one.1.1.0.nupkg')]).toEqual([true, false]);
      await expectRefused('api/nuget/nuget-remote/flat/one/1.1.0/one.1.1.0.nupkg', '1.0.0');
    });
    await withRule({ condition: threeDays, unknown: 'refuse' }, async () => {
      // The year in which hosts date what they do not list is no age.
      expect(await (await ask('api/nuget/nuget-all/flat/two/index.json')).json()).toEqual({ versions: ['1.1.0'] });
    });
  });

  it('LEAD-006 stands in the index of charts, which names all of them', async () => {
    await upstream.helm('one', both('1.0.0', '1.1.0'));
    await upstream.helm('two', [
      { version: '1.0.0', published: old, manifest: { deprecated: true } },
      { version: '0.9.0', published: old },
    ]);
    const listed = async (key = 'helm-all') => [...(await read(`api/helm/${key}/index.yaml`)).matchAll(/(\w+-[\d.]+)\.tgz/g)].map(([, name]) => name);
    await withRule({ condition: threeDays }, async () => {
      expect(await listed()).toEqual(['one-1.0.0', 'two-1.0.0', 'two-0.9.0']);
      await expectRefused('api/helm/helm-remote/one-1.1.0.tgz', '1.0.0');
      expect((await ask('api/helm/helm-remote/one-1.0.0.tgz')).status).toBe(200);
    });
    await withRule({ condition: { kind: 'deprecated' }, except: ['one'] }, async () => expect(await listed()).toEqual(['one-1.1.0', 'one-1.0.0', 'two-0.9.0']));
  });
});

describe('provenance', () => {
  it('LEAD-006 is asked of what listings of npm and PyPI say of it, and is unknown where an index keeps none', async () => {
    const attestations = { url: 'https://registry.example/attestations', provenance: { predicateType: 'https://slsa.dev/provenance/v1' } };
    await upstream.npm(
      'built',
      [
        { version: '1.0.0', published: old, dist: { attestations } },
        { version: '1.1.0', published: old },
      ],
      '1.1.0',
    );
    const provenance = 'https://index.example/provenance';
    await upstream.pypi('built', [
      { version: '1.0', published: old, file: { provenance } },
      { version: '1.1', published: old, file: { provenance: null } },
      { version: '1.2', published: old },
    ]);
    const listed = async () => {
      const { versions } = (await (await ask('api/npm/npm-all/built')).json()) as { versions: object };
      return [...Object.keys(versions), ...new Set((await read('api/pypi/pypi-all/simple/built/')).match(/built-1\.\d/g))];
    };
    await withRule({ condition: { kind: 'provenance' } }, async () => expect(await listed()).toEqual(['1.0.0', 'built-1.0', 'built-1.2']));
    await withRule({ condition: { kind: 'provenance' }, unknown: 'refuse' }, async () => {
      expect(await listed()).toEqual(['1.0.0', 'built-1.0']);
      expect(await read('api/npm/npm-remote/built/-/built-1.1.0.tgz')).toContain('nothing says from which source it was built');
    });
  });
});

describe('an age that nobody tells', () => {
  it('is said to be unknown, and what the rule says of the unknown is done', async () => {
    await upstream.go('example.com/dateless', [{ version: 'v1.0.0' }]);
    await upstream.maven('com.acme:moving', [{ version: '1.0-SNAPSHOT', published: old }]);
    await withRule({ condition: threeDays }, async () => expect(await read('api/go/go-all/example.com/dateless/@v/list')).toBe('v1.0.0\n'));
    await withRule({ condition: threeDays, unknown: 'refuse' }, async () => {
      for (const path of ['api/go/go-all/example.com/dateless/@v/v1.0.0.mod', 'maven-remote/com/acme/moving/1.0-SNAPSHOT/moving-1.0-SNAPSHOT.jar'])
        expect(await read(path)).toContain('nobody says when it was published');
    });
  });

  it('is judged at every repository whose upstream tells it', async () => {
    await withRule({ condition: threeDays }, async () => {
      const { items } = await test.call(contract.listFirewallRules, {});
      const how = Object.fromEntries(items[0]!.reach.map((one) => [one.repository, one.how]));
      const formats = ['go', 'maven', 'gems', 'nuget', 'helm', 'npm', 'pypi'];
      expect(how).toEqual(Object.fromEntries(formats.map((format) => [`${format}-remote`, 'listings'])));
    });
  });
});
