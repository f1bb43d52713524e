import { type FormatId, formatsWith, type RepositoryClass, repositoryClasses } from '@packhouse/contract/repositories/format-ids.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RepositoryTestPlatform, startRepositoryPlatform } from '../repository-test-platform.ts';
import { fieldsFor, type RestField, restFields } from './repository-rest-fields.ts';

/** A value that is not the usual one, for every field that may have another: a new field needs one. */
const samples: Record<string, unknown> = {
  notes: 'ask the team',
  includesPattern: 'org/**, com/**',
  excludesPattern: 'org/secret/**',
  priorityResolution: true,
  blackedOut: true,
  xrayIndex: false,
  downloadRedirect: false,
  handleReleases: false,
  handleSnapshots: false,
  forceMavenAuthentication: true,
  forceNugetAuthentication: true,
  forceConanAuthentication: true,
  primaryKeyPairRef: 'pair',
  maxUniqueSnapshots: 3,
  snapshotVersionBehavior: 'unique',
  maxUniqueTags: 7,
  username: 'robot',
  offline: true,
  hardFail: true,
  storeArtifactsLocally: false,
  queryParams: 'a=1&b=2',
  socketTimeoutMillis: 12_345,
  metadataRetrievalTimeoutSecs: 61,
  retrievalCachePeriodSecs: 7201,
  missedRetrievalCachePeriodSecs: 1801,
  assumedOfflinePeriodSecs: 301,
  unusedArtifactsCleanupPeriodHours: 48,
  allowPrivateAddresses: true,
  proxy: 'way-out',
  disableProxy: true,
  clientTlsCertificate: 'us',
  bypassHeadRequests: true,
  blockMismatchingMimeTypes: true,
  mismatchingMimeTypesOverrideList: 'application/json,application/xml',
  remoteRepoChecksumPolicyType: 'pass-thru',
  customHttpHeaders: [{ name: 'X-Team', value: 'blue', sensitive: false }],
  defaultDeploymentRepo: 'member',
  virtualRetrievalCachePeriodSecs: 99,
  debianDefaultArchitectures: 'amd64,arm64',
  externalDependenciesPatterns: ['**/a/**'],
  externalDependenciesRemoteRepo: 'elsewhere',
  terraformType: 'provider',
  suppressPomConsistencyChecks: true,
};

/** They name something that is there; what happens to them is shown where that is. */
const naming = new Set(['primaryKeyPairRef', 'proxy', 'clientTlsCertificate', 'defaultDeploymentRepo']);

const getValues = (field: RestField) => (field.kind === 'fixed' ? field.values : [samples[field.name]]);

describe('fields of repository configurations', () => {
  let test: RepositoryTestPlatform;
  let number = 0;
  const json = { 'content-type': 'application/json' };

  beforeAll(async () => {
    test = await startRepositoryPlatform();
    for (const packageType of formatsWith(() => true)) await send('PUT', `member-${packageType}`, { rclass: 'local', packageType });
  });
  afterAll(() => test?.stop());

  const send = (method: 'PUT' | 'POST', key: string, config: object) =>
    test.ask(`api/repositories/${key}`, { method, headers: json, body: JSON.stringify(config) });
  const read = async (key: string) => (await (await test.ask(`api/repositories/${key}`)).json()) as Record<string, unknown>;
  const needed = (rclass: RepositoryClass, packageType: FormatId) => ({
    rclass,
    packageType,
    ...(rclass === 'remote' ? { url: 'https://files.example.org' } : {}),
    ...(rclass === 'virtual' ? { repositories: [`member-${packageType}`] } : {}),
  });

  const cases = repositoryClasses.flatMap((rclass) => formatsWith(() => true).map((format) => [rclass, format] as const));

  it.each(cases)('API-001 a %s repository for %s reads back every field as it was written, made so or changed to it', async (rclass, format) => {
    const written: Record<string, unknown> = {};
    for (const field of fieldsFor(rclass, format)) if (!naming.has(field.name)) written[field.name] = getValues(field).at(-1);
    if (rclass === 'virtual') written.defaultDeploymentRepo = `member-${format}`;
    expect(Object.entries(written).filter(([, value]) => value === undefined)).toEqual([]);
    const made = `made-${++number}`;
    const answer = await send('PUT', made, { ...needed(rclass, format), ...written });
    expect([answer.status, answer.status === 200 ? '' : await answer.text()]).toEqual([200, '']);
    expect(await read(made)).toMatchObject({ ...needed(rclass, format), ...written });
    const changed = `changed-${++number}`;
    await send('PUT', changed, needed(rclass, format));
    const usual = await read(changed);
    expect((await send('POST', changed, { ...usual, ...written })).status).toBe(200);
    expect(await read(changed)).toMatchObject({ ...needed(rclass, format), ...written });
    expect((await send('POST', changed, usual)).status).toBe(200);
    expect(await read(changed)).toMatchObject(usual);
  });

  it('API-001 refuses by name every value of a field that is not served', async () => {
    for (const field of restFields) {
      if (field.kind !== 'fixed') continue;
      const [rclass] = field.classes as [RepositoryClass];
      const answer = await send('PUT', 'refused', { ...needed(rclass, 'generic'), [field.name]: 'something-else' });
      expect([field.name, answer.status]).toEqual([field.name, 400]);
      expect(await answer.json()).toMatchObject({ errors: [{ status: 400, message: expect.stringContaining(field.name) }] });
    }
    expect((await test.ask('api/repositories/refused')).status).toBe(400);
    const packed = await send('PUT', 'refused', { ...needed('local', 'debian'), optionalIndexCompressionFormats: ['bz2'] });
    expect([packed.status, await packed.text()]).toEqual([400, expect.stringContaining('optionalIndexCompressionFormats')]);
  });

  it('API-001 makes what a client names by any name of a package type that is served, and names those for any other', async () => {
    const names =
      'alpine ansible bower cargo chef cocoapods composer conan conda cran debian docker gems generic gitlfs go gradle helm helmoci hex huggingfaceml ivy';
    const more = 'huggingfaceml machinelearning maven nix npm nuget oci opkg p2 pub puppet pypi rpm sbt swift terraform terraformbackend vagrant vcs yum';
    const made: string[] = [];
    for (const packageType of new Set([...`${names} ${more}`.split(' '), ...formatsWith(() => true)])) {
      const answer = await send('PUT', `typed-${packageType}`, { rclass: 'local', packageType });
      if (answer.status === 200) {
        expect((await read(`typed-${packageType}`)).packageType).toBe(packageType);
        made.push(packageType);
        continue;
      }
      const [error] = ((await answer.json()) as { errors: { message: string }[] }).errors;
      expect([packageType, answer.status]).toEqual([packageType, 400]);
      expect(error?.message).toContain(`packageType: ${packageType}`);
      for (const served of formatsWith(() => true)) expect(error?.message).toContain(served);
    }
    expect(made).toEqual(expect.arrayContaining([...formatsWith(() => true), 'oci', 'helmoci', 'yum']));
  });

  it('API-001 refuses by name what it does not know, classes that it has not, and values out of range', async () => {
    const refused = async (config: object) => {
      const answer = await send('PUT', 'refused', config);
      return [answer.status, ((await answer.json()) as { errors: { message: string }[] }).errors[0]?.message];
    };
    expect(await refused({ rclass: 'local', packageType: 'generic', brandNew: 'on' })).toEqual([400, expect.stringContaining('brandNew')]);
    expect(await refused({ rclass: 'local', packageType: 'generic', hardFail: true })).toEqual([400, expect.stringContaining('hardFail')]);
    for (const rclass of ['federated', 'distribution', 'releaseBundles'])
      expect(await refused({ rclass, packageType: 'generic' })).toEqual([400, expect.stringContaining(rclass)]);
    const remote = { rclass: 'remote', packageType: 'generic', url: 'https://files.example.org' };
    expect(await refused({ ...remote, socketTimeoutMillis: 700_000 })).toEqual([400, expect.stringContaining('socketTimeoutMillis')]);
    expect(await refused({ ...remote, repoLayoutRef: 'our-own' })).toEqual([400, expect.stringContaining('repoLayoutRef')]);
    expect(await refused({ ...remote, customHttpHeaders: [{ name: 'Host', value: 'x' }] })).toEqual([400, expect.stringContaining('customHttpHeaders')]);
  });
});
