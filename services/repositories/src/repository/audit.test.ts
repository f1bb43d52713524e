import { changeBuildRetention, readBuildRetention } from '@packhouse/contract/repositories/build-routes.ts';
import { deleteRepository, listRepositories, readRepository, updateRepository } from '@packhouse/contract/repositories/repository-routes.ts';
import * as retention from '@packhouse/contract/repositories/retention-routes.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type RepositoryTestPlatform, startRepositoryPlatform } from '../repository-test-platform.ts';

let test: RepositoryTestPlatform;
beforeAll(async () => {
  test = await startRepositoryPlatform({ jobs: false });
  await test.create({ class: 'local', key: 'files', format: 'generic' });
});
afterAll(() => test?.stop());
afterEach(() => vi.restoreAllMocks());

const refuseEntries = () => vi.spyOn(test.platform.identity, 'audit').mockRejectedValue(new Error('the log is full'));
const keys = async () => (await test.call(listRepositories, { query: {} })).items.map(({ key }) => key);
const policies = async () => (await test.call(retention.listRetentionPolicies, {})).items.map(({ name }) => name);
const policy = { name: 'old', repositoryKeys: ['files'], olderThanDays: 30 };

describe('a change that cannot be written to the audit log', () => {
  it('is not made to a repository', async () => {
    refuseEntries();
    await expect(test.create({ class: 'local', key: 'unrecorded', format: 'generic' })).rejects.toThrow();
    await expect(test.call(updateRepository, { params: { key: 'files' }, body: { description: 'unrecorded' } })).rejects.toThrow();
    await expect(test.call(deleteRepository, { params: { key: 'files' }, query: {} })).rejects.toThrow();
    const place = { projectKey: undefined, environments: ['PROD'] };
    await expect(test.peers.repositories?.place('files', place, { actor: 'admin', address: '' })).rejects.toThrow('the log is full');
    expect(await keys()).toEqual(['files']);
    expect(await test.call(readRepository, { params: { key: 'files' } })).toMatchObject({ description: '', environments: [] });
  });

  it('is not made to a retention policy, and none is run', async () => {
    const { id } = await test.call(retention.createRetentionPolicy, { body: policy });
    refuseEntries();
    await expect(test.call(retention.createRetentionPolicy, { body: { ...policy, name: 'unrecorded' } })).rejects.toThrow();
    await expect(test.call(retention.changeRetentionPolicy, { params: { id }, body: { ...policy, name: 'changed' } })).rejects.toThrow();
    await expect(test.call(retention.deleteRetentionPolicy, { params: { id } })).rejects.toThrow();
    await expect(test.call(retention.runRetentionPolicy, { params: { id } })).rejects.toThrow();
    expect(await policies()).toEqual(['old']);
    expect((await test.call(retention.listRetentionRuns, {})).items).toEqual([]);
  });

  it('is not made to the rule for the runs of a build', async () => {
    const document = { name: 'app', number: '1', started: '2026-01-01T00:00:00.000+0000' };
    const headers = { 'content-type': 'application/json' };
    expect((await test.ask('api/build', { method: 'PUT', headers, body: JSON.stringify(document) })).status).toBe(204);
    refuseEntries();
    const place = { name: 'app', repository: 'artifactory-build-info' };
    await expect(test.call(changeBuildRetention, { body: { ...place, keepRuns: 1, keepDays: null, artifacts: false } })).rejects.toThrow();
    expect(await test.call(readBuildRetention, { query: place })).toMatchObject({ keepRuns: null });
  });
});

describe('the entry of a change', () => {
  it('says what was before, as it stood when it was changed, and what is after', async () => {
    await test.create({ class: 'virtual', key: 'all', format: 'generic', members: ['files'] });
    await test.call(updateRepository, { params: { key: 'all' }, body: { description: 'All files', members: [] } });
    const { members = [] } = (test.audited.find(({ subject }) => subject === 'all')?.after ?? {}) as { members?: number[] };
    expect(members).toHaveLength(1);
    expect(test.audited.at(-1)).toMatchObject({
      action: 'repository.updated',
      before: { description: '', members },
      after: { description: 'All files', members: [] },
    });
    await test.call(deleteRepository, { params: { key: 'all' }, query: {} });
    expect(test.audited.at(-1)).toMatchObject({ action: 'repository.deleted', subject: 'all', before: { description: 'All files', members: [] } });
    expect(test.audited.at(-1)).not.toHaveProperty('after');
  });
});
