import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PackageTestPlatform, startPackagePlatform } from '../../package/package-test-platform.ts';
import { localRows } from '../../storage/local-row-queries.ts';

const grant = (include: string[], exclude: string[] = []) => ({
  grants: [{ permission: 'p', resourceType: 'repository' as const, names: ['ANY'], include, exclude, actions: ['read' as const], through: 'test' }],
});

describe('what clients search', () => {
  let test: PackageTestPlatform;
  const ask = async (path: string, as: string) => (await fetch(`${test.baseUrl}/artifactory/api/${path}`, { headers: test.headersOf(as) })).json();

  beforeAll(async () => {
    test = await startPackagePlatform({ actors: { acme: grant(['acme.tool/**', 'acme.app/1.0.0/**']), most: grant([], ['secret.tool/**']), all: grant([]) } });
    await test.repository('packages', 'nuget');
    await test.repository('both', 'nuget', 'virtual', ['packages']);
    await test.repository('sources', 'swift');
    for (const name of ['acme.tool', 'acme.app', 'secret.tool'])
      for (const version of ['1.0.0', '2.0.0']) {
        const facts = { description: `${name} in ${version}`, native: { id: name, version, groups: [], source: '' } };
        await test.file({ repository: 'packages', path: `${name}/${version}/${name}.${version}.nupkg`, package: name, version, facts, lead: true });
      }
    for (const name of ['tool', 'app']) {
      const native = { scope: 'acme', name, metadata: { repositoryURLs: ['https://git.example.test/acme'] } };
      const path = `acme.${name}/3.0.0/acme.${name}-3.0.0.zip`;
      await test.file({ repository: 'sources', path, package: `acme.${name}`, version: '3.0.0', facts: { native }, lead: true });
    }
  });
  afterAll(() => test.stop());

  it.each(['packages', 'both'])('ACC-006 lists packages of %s, versions and how many there are to those who may read them', async (key) => {
    type Found = { totalHits: number; data: { id: string; versions: { version: string }[] }[] };
    const found = async (text: string, as: string) => {
      const { totalHits, data } = (await ask(`nuget/v3/${key}/query?q=${text}`, as)) as Found;
      return [totalHits, ...data.map(({ id, versions }) => `${id} ${versions.map(({ version }) => version)}`)];
    };
    const everything = [3, 'acme.app 1.0.0,2.0.0', 'acme.tool 1.0.0,2.0.0', 'secret.tool 1.0.0,2.0.0'];
    for (const as of ['admin', 'all']) expect(await found('', as)).toEqual(everything);
    expect(await found('', 'acme')).toEqual([2, 'acme.app 1.0.0', 'acme.tool 1.0.0,2.0.0']);
    expect(await found('', 'most')).toEqual([2, 'acme.app 1.0.0,2.0.0', 'acme.tool 1.0.0,2.0.0']);
    expect(await found('in%202', 'acme')).toEqual([1, 'acme.tool 1.0.0,2.0.0']);
    expect(await found('secret', 'most')).toEqual([0]);
    const versions = async (id: string, as: string) => ((await ask(`nuget/v3/${key}/autocomplete?id=${id}`, as)) as { data: string[] }).data;
    expect(await versions('Secret.Tool', 'all')).toEqual(['1.0.0', '2.0.0']);
    expect(await versions('Secret.Tool', 'most')).toEqual([]);
    expect(await versions('acme.app', 'acme')).toEqual(['1.0.0']);
    expect(await versions('acme', 'all')).toEqual([]);
  });

  it('ACC-006 names packages of a source repository to those who may read them', async () => {
    const identifiers = async (as: string) => (await ask('swift/sources/identifiers?url=https://git.example.test/acme', as)) as { identifiers: string[] };
    expect((await identifiers('all')).identifiers).toEqual(['acme.app', 'acme.tool']);
    expect((await identifiers('acme')).identifiers).toEqual(['acme.tool']);
  });

  it('keeps what is ours from an audit’s upstream by one look at all names', async () => {
    const repository = await test.db.selectFrom('repository').select(['id', 'format']).where('key', '=', 'packages').executeTakeFirstOrThrow();
    const rows = localRows({ db: test.db }, repository);
    const foreign = Array.from({ length: 20_000 }, (_, at) => `foreign-${at}`);
    expect((await rows.knownNames([...foreign, 'secret.tool', 'acme.app'])).toSorted()).toEqual(['acme.app', 'secret.tool']);
    expect(await rows.knownNames([])).toEqual([]);
  });

  it('takes of what a search finds no more than it shows', async () => {
    await test.repository('heavy', 'npm');
    const native = { manifest: { maintainers: [{ name: 'ann' }], scripts: { a: 'b' } }, id: 'heavy' };
    const facts = { description: 'Heavy', readme: 'long', tags: ['one'], dependencies: [], native };
    await test.file({ repository: 'heavy', path: 'heavy/-/heavy-1.0.0.tgz', package: 'heavy', version: '1.0.0', facts, lead: true });
    await test.file({ repository: 'heavy', path: 'heavy/-/heavy-2.0.0.txt', package: 'heavy', version: '2.0.0', facts: { description: 'Bare' }, lead: false });
    const repository = await test.db.selectFrom('repository').select(['id', 'format']).where('key', '=', 'heavy').executeTakeFirstOrThrow();
    const { total, packages } = await localRows({ db: test.db }, repository).search('heavy', { offset: 0, limit: 10 });
    expect([total, packages]).toEqual([1, [{ name: 'heavy', pointers: {}, versions: [expect.anything(), expect.anything()] }]]);
    expect(packages[0]?.versions).toMatchObject([
      { version: '1.0.0', complete: true },
      { version: '2.0.0', complete: false },
    ]);
    expect(packages[0]?.versions.map((version) => version.facts)).toEqual([
      { description: 'Heavy', tags: ['one'], native: { manifest: { maintainers: [{ name: 'ann' }] }, id: 'heavy' } },
      { description: 'Bare' },
    ]);
  });
});
