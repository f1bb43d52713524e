import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createGroup } from '@packhouse/contract/access/access-group-routes.ts';
import { createToken, listTokens, revokeToken } from '@packhouse/contract/access/access-token-routes.ts';
import { createUser, deleteUser, readUser, updateUser } from '@packhouse/contract/access/access-user-routes.ts';
import { listFederationConflicts, listFederations } from '@packhouse/contract/mission-control/federation-routes.ts';
import { startDatabase } from '@packhouse/testkit/start-database.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { seedDatabase } from '../../tools/serve/seeded-home.ts';
import type { Restriction } from './federation-changes.ts';
import { FederationMember } from './federation-member.ts';
import { federate } from './federation-run-once.ts';
import { findRisen, waitUntilEqual } from './federation-verdict.ts';

const week = 7 * 24 * 3_600_000;
const password = 'Secret-pass-1';
const patience = { timeout: 60_000, interval: 250 };
const long = 5 * 60_000;

let folder: string;
let database: Awaited<ReturnType<typeof startDatabase>>;
const members: FederationMember[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packhouse-week-'));
  await seedDatabase(folder);
  database = await startDatabase(folder);
  for (const name of ['member1', 'member2', 'member3']) members.push(await FederationMember.start(name, folder, database));
  await federate(members, undefined);
});
afterAll(async () => {
  for (const one of members) await one.stop();
  await database?.stop();
  await rm(folder, { recursive: true, force: true });
});

const create = (at: FederationMember, name: string) => at.call(createUser, { body: { name, password, email: `${name}@example.test` } });
const write = (at: FederationMember, name: string, email: string) => at.call(updateUser, { params: { name }, body: { email } });
const read = (at: FederationMember, name: string) => at.call(readUser, { params: { name } });

async function requireEqual(): Promise<void> {
  expect((await waitUntilEqual(members, long)).differing).toEqual([]);
}

it('members that were apart for a week hold the same once they hear of each other: restrictions hold everywhere, of two values the later one is kept, and the other is listed', async () => {
  const [one, two, three] = members as [FederationMember, FederationMember, FederationMember];
  for (const name of ['ann', 'ben', 'cyd', 'dot']) await create(one, name);
  const token = await one.call(createToken, { body: { userName: 'ann' } });
  await requireEqual();
  for (const member of members) expect(await member.answerTo(token.accessToken, listTokens.url)).not.toBe(401);

  // On the first day of the week, each by itself.
  for (const member of members) member.cut('turned-away');
  await one.call(deleteUser, { params: { name: 'ben' } });
  await write(one, 'dot', 'early@example.test');
  await create(one, 'eve');
  await two.call(updateUser, { params: { name: 'cyd' }, body: { status: 'disabled' } });
  await write(two, 'ben', 'nobody@example.test');
  await two.call(createGroup, { body: { name: 'makers', members: ['ann', 'dot'] } });
  await three.call(revokeToken, { params: { id: token.id } });
  await write(three, 'cyd', 'cyd-of-three@example.test');
  await create(three, 'fay');
  const restrictions: Restriction[] = [
    { what: 'deleted user', subject: 'ben', at: one, number: 1 },
    { what: 'disabled', subject: 'cyd', at: two, number: 2 },
    { what: 'revoked', subject: token.accessToken, at: three, number: 3 },
  ];

  for (const member of members) await member.sleep(week);

  // On the last day, before anybody hears of anybody.
  for (const member of members)
    await expect
      .poll(
        async () =>
          (await member.query<{ failures: number }>(`select failures from federation_link where direction = 'out'`)).every((link) => link.failures > 0),
        patience,
      )
      .toBe(true);
  await write(three, 'dot', 'late@example.test');
  for (const member of [one, two]) await create(member, 'gil');
  expect((await read(three, 'ben')).email).toBe('ben@example.test');
  expect((await read(one, 'cyd')).status).not.toBe('disabled');

  for (const member of members) member.mend();
  await requireEqual();
  expect(await findRisen(members, restrictions)).toEqual([]);
  for (const member of members) {
    expect(await read(member, 'dot')).toMatchObject({ email: 'late@example.test', groups: expect.arrayContaining(['makers']) });
    expect((await read(member, 'cyd')).email).toBe('cyd-of-three@example.test');
    for (const name of ['eve', 'fay', 'gil']) expect((await read(member, name)).name).toBe(name);
  }
  const { items: conflicts } = await one.call(listFederationConflicts, {});
  expect(conflicts).toContainEqual(
    expect.objectContaining({
      name: 'dot',
      kept: expect.objectContaining({ email: 'late@example.test' }),
      lost: expect.objectContaining({ email: 'early@example.test' }),
    }),
  );
  // Whoever heard of it all from a third one first hears the rest of it, too.
  const readLinks = async () =>
    (await one.call(listFederations, {})).items.flatMap(({ links }) => links.map(({ state, behind, error }) => [state, behind, error]));
  await expect.poll(readLinks, patience).toEqual(Array.from({ length: 6 }, () => ['live', 0, null]));
  expect((await Promise.all(members.map((member) => member.readErrors()))).flat()).toEqual([]);
});
