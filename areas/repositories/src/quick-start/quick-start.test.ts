import { describe, expect, it } from 'vitest';
import {
  checkedFile,
  containerCommands,
  excludedTypes,
  hasSteps,
  initialQuickStart,
  matchingTypes,
  type QuickStart,
  quickStart,
  startsByItself,
} from './quick-start.ts';

const layout = {
  repoType: 'Docker' as const,
  layout: 'simple-default',
  localRepoKeys: ['docker-local'],
  remoteRepoKeys: ['docker-remote'],
  virtualRepoKeys: ['docker'],
};

describe('the state of the quick start', () => {
  it('ONB-018 holds types, chosen type, step, prefix, layouts, domain name, token, password, polling and created repositories', () => {
    expect(Object.keys(initialQuickStart)).toEqual(
      expect.arrayContaining(['packageTypes', 'activeType', 'stage', 'repoPrefix', 'repoLayouts', 'domainName', 'userToken', 'password', 'polling', 'created']),
    );
  });
  it('ONB-015 offers exactly nine package types', () =>
    expect(initialQuickStart.packageTypes).toEqual(['Docker', 'Npm', 'Maven', 'Gradle', 'Go', 'Debian', 'YUM', 'Swift', 'Terraform']));
  it('ONB-016 never offers the kinds of repositories that are not chosen', () => {
    expect(excludedTypes).toEqual(['buildinfo', 'support', 'pipeinfo', 'undefined', 'supportbundle', 'p2', 'vcs']);
    expect(initialQuickStart.packageTypes.some((type) => excludedTypes.includes(type.toLowerCase()))).toBe(false);
  });
  it('ONB-013 takes a choice back when it is made again', () => {
    const chosen = quickStart(initialQuickStart, { type: 'toggled', packageType: 'Npm' });
    expect(chosen.activeType).toBe('Npm');
    expect(quickStart(chosen, { type: 'toggled', packageType: 'Npm' }).activeType).toBeUndefined();
    expect(quickStart(chosen, { type: 'toggled', packageType: 'Go' }).activeType).toBe('Go');
  });
  it('ONB-020 assumes docker-local, docker-remote and docker until repositories were created', () =>
    expect(initialQuickStart.created).toEqual({ local: 'docker-local', remote: 'docker-remote', virtual: 'docker' }));
  it('ONB-021 takes the first of each kind that was created', () => {
    const made = { localRepos: ['a-docker-local', 'x'], remoteRepos: ['a-docker-remote'], virtualRepos: ['a-docker'], withoutUpstream: false };
    expect(quickStart(initialQuickStart, { type: 'created', ...made }).created).toEqual({
      local: 'a-docker-local',
      remote: 'a-docker-remote',
      virtual: 'a-docker',
    });
  });
  it('ONB-022 fetches and shows from the start on, until all is loaded', () => {
    const started = quickStart(initialQuickStart, { type: 'started' });
    expect(started).toMatchObject({ fetching: true, visible: true });
    expect(quickStart(started, { type: 'loaded', repoLayouts: [], domainName: 'x' })).toMatchObject({ fetching: false, visible: true });
  });
  it('ONB-019 keeps layouts with the keys of each class', () => {
    expect(quickStart(initialQuickStart, { type: 'loaded', repoLayouts: [layout], domainName: 'x' }).repoLayouts).toEqual([layout]);
  });
  it('ONB-023 moves one step at a time and never leaves 0 to 2', () => {
    const move = (state: QuickStart, by: 1 | -1) => quickStart(state, { type: 'moved', by });
    expect(move(initialQuickStart, -1).stage).toBe(0);
    const second = move(initialQuickStart, 1);
    expect([second.stage, move(second, 1).stage, move(move(second, 1), 1).stage, move(second, -1).stage]).toEqual([1, 2, 2, 0]);
  });
  it('ONB-028 stores a token and forgets the password', () => {
    const typed = quickStart(initialQuickStart, { type: 'password', password: 'secret' });
    expect(quickStart(typed, { type: 'token', token: 'ref' })).toMatchObject({ userToken: 'ref', password: '' });
  });
});

describe('its rules', () => {
  it('ONB-011 finds types whatever the case', () => {
    expect(matchingTypes(initialQuickStart.packageTypes, ' GO ')).toEqual(['Go']);
    expect(matchingTypes(initialQuickStart.packageTypes, 'r')).toEqual(['Docker', 'Gradle', 'Terraform']);
    expect(matchingTypes(initialQuickStart.packageTypes, 'zzz')).toEqual([]);
  });
  it('ONB-025 has further steps for Docker alone', () => expect(initialQuickStart.packageTypes.filter(hasSteps)).toEqual(['Docker']));
  it('ONB-017 starts by itself only for an administrator of a cloud trial with only default repositories', () => {
    const session = { administrator: true, cloud: true, trial: true };
    expect(startsByItself(session, true)).toBe(true);
    expect(startsByItself(session, false)).toBe(false);
    for (const lacking of ['administrator', 'cloud', 'trial']) expect(startsByItself({ ...session, [lacking]: false }, true)).toBe(false);
  });
  it('ONB-040 ONB-043 names hello-world, latest and 1.0.0 with the real host, repository and user', () => {
    expect(containerCommands({ domainName: 'packages.example.test:8082', created: initialQuickStart.created }, 'ann')).toEqual({
      login: 'docker login -u ann packages.example.test:8082',
      pull: 'docker pull packages.example.test:8082/docker/hello-world:latest',
      tag: 'docker tag packages.example.test:8082/docker/hello-world:latest packages.example.test:8082/docker/hello-world:1.0.0',
      push: 'docker push packages.example.test:8082/docker/hello-world:1.0.0',
    });
  });
  it('ONB-049 ONB-050 looks for the pulled image in the cache of the remote repository', () =>
    expect(checkedFile('pull', initialQuickStart.created)).toEqual({
      repoKey: 'docker-remote-cache',
      path: 'library/hello-world/latest/list.manifest.json',
      type: 'file',
    }));
  it('ONB-051 looks for the pushed image in the local repository', () =>
    expect(checkedFile('push', initialQuickStart.created)).toEqual({ repoKey: 'docker-local', path: 'hello-world/1.0.0/manifest.json', type: 'file' }));
});
