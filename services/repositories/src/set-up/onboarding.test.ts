import { ApiError } from '@packhouse/contract/client.ts';
import { createQuickRepos, getReposModel, reposStates, validateBatch } from '@packhouse/contract/repositories/onboarding-routes.ts';
import { readRepository } from '@packhouse/contract/repositories/repository-routes.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RepositoryTestPlatform, startRepositoryPlatform } from '../repository-test-platform.ts';

const upstream = 'https://registry.example.test';
let platform: RepositoryTestPlatform;
beforeAll(async () => {
  platform = await startRepositoryPlatform({ actors: { ann: {} } });
});
afterAll(() => platform.stop());

describe('quick start', () => {
  it('ONB-055 tells for each of the nine types whether repositories exist', async () => {
    const { repoStates, onlyDefaultRepositories } = await platform.call(reposStates, {});
    expect(repoStates.map(({ repoType }) => repoType)).toEqual(['Docker', 'Npm', 'Maven', 'Gradle', 'Go', 'Debian', 'YUM', 'Swift', 'Terraform']);
    expect(repoStates[0]).toEqual({ repoType: 'Docker', supported: true, exists: false });
    expect(onlyDefaultRepositories).toBe(true);
  });

  it('ONB-056 names the repositories it would make', async () => {
    const { repoLayouts } = await platform.call(getReposModel, {});
    expect(repoLayouts.find(({ repoType }) => repoType === 'Docker')).toEqual({
      repoType: 'Docker',
      layout: 'simple-default',
      localRepoKeys: ['docker-local'],
      remoteRepoKeys: ['docker-remote'],
      virtualRepoKeys: ['docker'],
    });
    const prefixed = await platform.call(getReposModel, { query: { repoPrefix: 'acme' } });
    expect(prefixed.repoLayouts[0]).toMatchObject({ localRepoKeys: ['acme-docker-local'], virtualRepoKeys: ['acme-docker'] });
  });

  it('ONB-058 makes a local, a remote and a virtual repository that exist afterwards, and says so again when asked again', async () => {
    const order = { repoTypes: ['Docker' as const], upstreams: { Docker: { url: upstream } } };
    const expected = { createdReposByTypes: { localRepos: ['docker-local'], remoteRepos: ['docker-remote'], virtualRepos: ['docker'] }, withoutUpstream: [] };
    expect(await platform.call(createQuickRepos, { body: order })).toEqual(expected);
    expect(await platform.call(createQuickRepos, { body: order })).toEqual(expected);
    expect(await platform.call(readRepository, { params: { key: 'docker-remote' } })).toMatchObject({
      class: 'remote',
      format: 'docker',
      settings: { url: upstream },
    });
    expect(await platform.call(readRepository, { params: { key: 'docker' } })).toMatchObject({
      class: 'virtual',
      members: ['docker-local', 'docker-remote'],
      settings: { defaultDeployment: 'docker-local' },
    });
    expect((await platform.call(reposStates, {})).repoStates[0]).toMatchObject({ exists: true });
  });

  it('makes no remote repository for an upstream nobody named, and suggests one that is in use', async () => {
    const npm = await platform.call(createQuickRepos, { body: { repoTypes: ['Npm'] } });
    expect(npm).toEqual({ createdReposByTypes: { localRepos: ['npm-local'], remoteRepos: [], virtualRepos: ['npm'] }, withoutUpstream: ['Npm'] });
    // Whoever names one later gets it where clients ask.
    const named = await platform.call(createQuickRepos, { body: { repoTypes: ['Npm'], upstreams: { Npm: { url: upstream } } } });
    expect(named).toMatchObject({ createdReposByTypes: { remoteRepos: ['npm-remote'] }, withoutUpstream: [] });
    expect(await platform.call(readRepository, { params: { key: 'npm' } })).toMatchObject({ members: ['npm-local', 'npm-remote'] });
    const { repoLayouts } = await platform.call(getReposModel, { query: { repoPrefix: 'second' } });
    expect(repoLayouts.find(({ repoType }) => repoType === 'Docker')).toMatchObject({ upstreamUrl: upstream, upstreamFrom: 'repository' });
    const told = await platform.call(getReposModel, {}, { as: 'ann' });
    expect(told.repoLayouts.find(({ repoType }) => repoType === 'Docker')?.upstreamUrl).toBeUndefined();
  });

  it('ONB-057 says which keys cannot be used', async () => {
    const { errors } = await platform.call(validateBatch, { body: { repoKeys: ['docker-local', 'fresh', 'not a key', 'x-cache'] } });
    expect(errors.map(({ repoKey }) => repoKey)).toEqual(['docker-local', 'not a key', 'x-cache']);
    expect(errors[0]?.message).toBe('A repository with the key docker-local already exists');
  });

  it('refuses to take over a repository of another kind', async () => {
    await platform.create({ class: 'local', key: 'taken-docker', format: 'generic' });
    const order = platform.call(createQuickRepos, { body: { repoTypes: ['Docker'], repoPrefix: 'taken', upstreams: { Docker: { url: upstream } } } });
    await expect(order).rejects.toMatchObject({ code: 'repository_exists' });
    await expect(platform.call(readRepository, { params: { key: 'taken-docker-local' } })).rejects.toMatchObject({ status: 404 });
  });

  it('is for administrators', async () => {
    const order = platform.call(createQuickRepos, { body: { repoTypes: ['Docker'] } }, { as: 'ann' });
    await expect(order).rejects.toBeInstanceOf(ApiError);
    await expect(order).rejects.toMatchObject({ status: 403 });
  });

  it('uses the upstreams of the configuration', async () => {
    const configured = await startRepositoryPlatform({ config: { defaults: { upstreams: { docker: upstream } } } });
    const { createdReposByTypes } = await configured.call(createQuickRepos, { body: { repoTypes: ['Docker'] } });
    expect(createdReposByTypes.remoteRepos).toEqual(['docker-remote']);
    const none = { repoTypes: ['Docker' as const], repoPrefix: 'own', upstreams: { Docker: null } };
    expect(await configured.call(createQuickRepos, { body: none })).toMatchObject({ createdReposByTypes: { remoteRepos: [] }, withoutUpstream: ['Docker'] });
    await configured.stop();
  });
});
