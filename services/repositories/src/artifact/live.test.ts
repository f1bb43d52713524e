import { deleteArtifact, recalculateIndex } from '@packhouse/contract/repositories/artifact-routes.ts';
import { startGarbageRun } from '@packhouse/contract/repositories/garbage-routes.ts';
import { deleteRepository } from '@packhouse/contract/repositories/repository-routes.ts';
import { createRetentionPolicy, runRetentionPolicy } from '@packhouse/contract/repositories/retention-routes.ts';
import type { Grant } from '@packhouse/kernel/access/authorisation.ts';
import { openEvents } from '@packhouse/testkit/event-stream.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { npmPublishBody } from '../protocols/engine/npm-test-package.ts';
import { type RepositoryTestPlatform, startRepositoryPlatform } from '../repository-test-platform.ts';

const reads = (change: Partial<Grant>): Grant => ({
  permission: 'readers',
  resourceType: 'repository',
  names: ['open'],
  include: [],
  exclude: [],
  actions: ['read'],
  through: 'user',
  ...change,
});

describe('what is told as it happens', () => {
  let test: RepositoryTestPlatform;
  beforeAll(async () => {
    const partly = reads({ names: ['closed'], include: ['seen/**'] });
    test = await startRepositoryPlatform({ actors: { reader: { grants: [reads({})] }, partly: { grants: [partly] } } });
    for (const key of ['open', 'closed']) await test.create({ class: 'local', key, format: 'npm' });
  });
  afterAll(() => test?.stop());

  const publish = async (repository: string, name: string) =>
    expect((await test.ask(`api/npm/${repository}/${name}`, { method: 'PUT', body: await npmPublishBody(name, '1.0.0') })).status).toBeLessThan(300);

  it('UX-007 pushes and deletions reach whoever may read them; others get neither name nor path', async () => {
    const [admin, reader, partly] = await Promise.all([openEvents(test, 'admin'), openEvents(test, 'reader'), openEvents(test, 'partly')]);
    await publish('closed', 'unheard-of');
    await test.call(deleteArtifact, { body: { repoKey: 'closed', path: 'unheard-of/-/unheard-of-1.0.0.tgz' } });
    await publish('open', 'well-known');
    await test.call(deleteRepository, { params: { key: 'closed' } });
    await test.create({ class: 'local', key: 'closed', format: 'npm' });
    const last = ({ data }: { data: { type?: string; subject?: string } }) => data.type === 'repository.created' && data.subject === 'closed';
    await admin.until(last);
    await publish('open', 'last-one');
    await reader.until(({ data }) => data.type === 'artifact.deployed' && String(data.subject).startsWith('open/last-one/'));
    await partly.until(last);
    expect(reader.messages.some(({ data }) => data.type === 'package.changed')).toBe(true);
    expect(reader.text()).toContain('well-known');
    expect(reader.text()).not.toMatch(/unheard-of|closed/);
    expect(partly.text()).not.toMatch(/unheard-of|well-known|open/);
    expect(admin.messages.some(({ data }) => data.type === 'artifact.deleted' && String(data.subject).includes('unheard-of'))).toBe(true);
    for (const stream of [admin, reader, partly]) stream.close();
  });

  it('UX-007 garbage collection, retention runs and recalculated listings tell how far they are, administrators alone', async () => {
    const [admin, reader] = await Promise.all([openEvents(test, 'admin'), openEvents(test, 'reader')]);
    const count = (type: string) => admin.messages.filter(({ data }) => data.type === type).length;
    await test.call(startGarbageRun, { body: { dryRun: true } });
    const policy = await test.call(createRetentionPolicy, {
      body: { name: 'old', description: '', enabled: false, every: 'never', permanently: false, olderThanDays: 400 },
    });
    await test.call(runRetentionPolicy, { params: { id: policy.id } });
    await test.call(recalculateIndex, { body: { repoKey: 'open' } });
    // Asked for, begun, ended.
    await expect.poll(() => Math.min(count('garbage.run'), count('retention.run'))).toBeGreaterThanOrEqual(3);
    await expect.poll(() => count('repository.reindexed')).toBe(1);
    await reader.until(({ data }) => data.type === 'repository.reindexed');
    expect(reader.text()).not.toMatch(/garbage|retention/);
    admin.close();
    reader.close();
  });
});
