import { describe, expect, it } from 'vitest';
import { compareTags, docker } from './docker.ts';

describe('docker', () => {
  it('makes a tag a version with its manifest as the lead', () => {
    expect(docker.locate('team/app/1.0/manifest.json')).toEqual({ package: 'team/app', version: '1.0', lead: true });
    expect(docker.locate('library/hello-world/latest/list.manifest.json')).toEqual({ package: 'library/hello-world', version: 'latest', lead: true });
    expect(docker.locate(`app/sha256__${'a'.repeat(64)}/manifest.json`)).toBeUndefined();
    expect(docker.locate(`app/_layers/sha256__${'a'.repeat(64)}`)).toBeUndefined();
  });
  it('lets tags move and nothing else', () => {
    expect(docker.mayReplace('app/1.0/manifest.json')).toBe(true);
    expect(docker.mayReplace(`app/sha256__${'a'.repeat(64)}/manifest.json`)).toBe(false);
  });
  it('orders tags by their numbers', () => {
    expect(['latest', '1.10', '1.9', '2'].sort(compareTags)).toEqual(['1.9', '1.10', '2', 'latest']);
  });
  it('offers publishing only to those who may deploy', () => {
    const context = { url: '', host: 'packages.example.org', key: 'docker-local', user: 'ann' };
    const steps = (canDeploy: boolean) => docker.setup({ ...context, canDeploy }).map(({ step }) => step);
    expect(steps(true)).toContain('publish');
    expect(steps(false)).not.toContain('publish');
    expect(docker.setup({ ...context, canDeploy: true })[0]?.text).toBe('docker login packages.example.org --username ann');
  });
});
