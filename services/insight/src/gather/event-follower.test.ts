import type { FollowedEvent } from '@packhouse/kernel/events/outbox.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type InsightTestPlatform, startInsightPlatform } from '../insight-test-platform.ts';
import { dayMilliseconds } from '../point/partitions.ts';
import { eventFollower } from './event-follower.ts';

let test: InsightTestPlatform;
let number = 0;

beforeAll(async () => {
  test = await startInsightPlatform();
});
afterAll(() => test?.stop());
beforeEach(async () => {
  await sql`truncate point_5m, series`.execute(test.db);
});

const makeEvent = (type: string, data: object, ago = 0): FollowedEvent => ({
  id: ++number,
  transaction: String(number),
  type,
  subject: '',
  data: { ...data },
  at: new Date(Date.now() - ago),
});
const file = (repository: string, more: object = {}) => ({ repository, class: 'local', format: 'npm', path: 'a', size: 300, by: 'ann', ...more });
const take = (events: readonly FollowedEvent[]) => test.db.transaction().execute((tx) => eventFollower(test.context).take(events, tx));
const sums = async () =>
  Object.fromEntries(Object.entries(await test.points('point_5m')).map(([name, own]) => [name, own.reduce((sum, { value }) => sum + value, 0)]));

it('counts uploads, what was fetched and scans at the time when they happened, and what copies make for none', async () => {
  await take([
    makeEvent('artifact.deployed', file('libs')),
    makeEvent('artifact.deployed', file('libs'), 2 * dayMilliseconds),
    makeEvent('artifact.deployed', file('libs', { part: 'copy' })),
    makeEvent('artifact.cached', file('far', { class: 'remote' })),
    makeEvent('artifact.cached', file('far', { class: 'remote', size: null })),
    makeEvent('scan.finished', { repository: 'libs', path: 'a' }),
    makeEvent('artifact.deployed', { of: 'another release' }),
    makeEvent('artifact.deployed', file('libs'), 30 * dayMilliseconds),
  ]);
  expect(await sums()).toEqual({
    uploads: 2,
    'uploads {"format": "npm"}': 2,
    'uploads {"format": "npm", "repository": "libs"}': 2,
    fetchedBytes: 300,
    'fetchedBytes {"format": "npm"}': 300,
    'fetchedBytes {"format": "npm", "repository": "far"}': 300,
    scans: 1,
  });
  expect((await test.points('point_5m')).uploads).toHaveLength(2);
});

it('counts nothing of a pass that is undone, and each event once when it is taken again', async () => {
  const events = [makeEvent('artifact.deployed', file('libs'))];
  const undone = test.db.transaction().execute(async (tx) => {
    await eventFollower(test.context).take(events, tx);
    throw new Error('the place could not be moved');
  });
  await expect(undone).rejects.toThrow('the place');
  expect(await sums()).toEqual({});
  await take(events);
  expect((await sums()).uploads).toBe(1);
});
