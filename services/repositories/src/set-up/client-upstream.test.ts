import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { getReposModel, type OnboardingType } from '@packhouse/contract/repositories/onboarding-routes.ts';
import { findKnownUpstream } from '@packhouse/formats/known-upstream.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type RepositoryTestPlatform, startRepositoryPlatform } from '../repository-test-platform.ts';
import { findClientUpstream, findUsualUpstream } from './client-upstream.ts';

const mirror = 'https://mirror.example.test';
let platform: RepositoryTestPlatform;
let home: string;

beforeAll(async () => {
  platform = await startRepositoryPlatform();
});
afterAll(() => platform.stop());
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'packhouse-home-'));
  vi.stubEnv('HOME', home);
  vi.stubEnv('GOPROXY', '');
  vi.stubEnv('npm_config_registry', '');
  vi.stubEnv('PIP_INDEX_URL', '');
  vi.stubEnv('HF_ENDPOINT', '');
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(home, { recursive: true });
});

async function keep(file: string, text: string): Promise<void> {
  await mkdir(dirname(join(home, file)), { recursive: true });
  await writeFile(join(home, file), text);
}

const question = { ownHost: 'packages.example.test' };

describe('upstreams that clients on the machine ask', () => {
  it('are proposed by the quick start, with where they were found', async () => {
    vi.stubEnv('GOPROXY', `${mirror}/go,direct`);
    const propose = async (wanted: OnboardingType) => (await platform.call(getReposModel, {})).repoLayouts.find(({ repoType }) => repoType === wanted);
    expect(await propose('Go')).toMatchObject({ upstreamUrl: `${mirror}/go`, upstreamFrom: 'client' });
    expect(await propose('Swift')).not.toHaveProperty('upstreamUrl');
    await keep('.swiftpm/configuration/registries.json', JSON.stringify({ registries: { '[default]': { url: `${mirror}/swift` } } }));
    expect(await propose('Swift')).toMatchObject({ upstreamUrl: `${mirror}/swift`, upstreamFrom: 'client' });
  });

  it.each([
    ['npm', '.npmrc', `fund=false\nregistry = ${mirror}/npm/\n`, `${mirror}/npm`],
    ['go', '.config/go/env', `GOFLAGS=-mod=mod\nGOPROXY=off|${mirror}/go|direct\n`, `${mirror}/go`],
    [
      'maven',
      '.m2/settings.xml',
      `<mirrors><!-- <mirror><url>https://no.example.test</url></mirror> --><mirror><id>m</id><url>${mirror}/m2</url></mirror></mirrors>`,
      `${mirror}/m2`,
    ],
    ['pypi', '.config/pip/pip.conf', `[global]\nindex-url = ${mirror}/simple\n`, `${mirror}/simple`],
    ['cargo', '.cargo/config.toml', `[source.mirror]\nregistry = "sparse+${mirror}/index/"\n`, `${mirror}/index`],
    [
      'nuget',
      '.nuget/NuGet/NuGet.Config',
      `<configuration><config><add key="x" value="${mirror}/no" /></config><packageSources><add key="m" value="${mirror}/v3/index.json" /></packageSources></configuration>`,
      `${mirror}/v3/index.json`,
    ],
    ['docker', '.docker/config.json', JSON.stringify({ auths: { 'other.example.test': {}, [`${mirror}/v1/`]: {} } }), mirror],
    ['docker', '.config/docker/daemon.json', JSON.stringify({ 'registry-mirrors': [mirror] }), mirror],
  ] as const)('are read for %s from %s', async (format, file, text, upstream) => {
    await keep(file, text);
    expect(await findClientUpstream(format, question)).toBe(upstream);
  });

  it('are shown without the credentials that stand in them, and never lead back here', async () => {
    vi.stubEnv('GOPROXY', 'https://packages.example.test/artifactory/api/go/go,https://ann:secret@mirror.example.test/go');
    expect(await findClientUpstream('go', question)).toBe(`${mirror}/go`);
  });

  it('ONB-058 are those that the makers of the client give it where nobody has set it up, as libraries know them', async () => {
    for (const format of ['npm', 'pypi', 'go', 'gems', 'composer', 'huggingfaceml'] as const)
      expect([format, findUsualUpstream(format, question)]).toEqual([format, expect.stringMatching(/^https:\/\/[^/]+$/)]);
    for (const format of ['maven', 'gradle'] as const) expect(findUsualUpstream(format, question)).toMatch(/^https:\/\/[^/]+\/maven2$/);
    // Of these the library knows pages for people, and no address that a remote repository could ask.
    for (const format of ['generic', 'docker', 'cargo', 'nuget', 'conda', 'debian'] as const) expect(findUsualUpstream(format, question)).toBeUndefined();
    const { repoLayouts } = await platform.call(getReposModel, {});
    expect(repoLayouts.find(({ repoType }) => repoType === 'Npm')).toMatchObject({ upstreamUrl: findUsualUpstream('npm', question), upstreamFrom: 'usual' });
  });

  it('are in what was asked for where a library knows the address of one package: the same path stands below a remote repository', () => {
    expect(findKnownUpstream('pkg:maven/g/a@1', '/g/a/1/other.jar')).toBeUndefined();
    expect(findKnownUpstream('pkg:generic/a@1', '/a')).toBeUndefined();
  });

  it('are none where a setting cannot be read', async () => {
    await keep('.swiftpm/configuration/registries.json', '{ not json');
    expect(await findClientUpstream('swift', question)).toBeUndefined();
  });
});
