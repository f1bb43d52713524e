import { listAuditRecords } from '@packhouse/contract/access/access-audit-routes.ts';
import { createGroup, readGroup } from '@packhouse/contract/access/access-group-routes.ts';
import { createUser, readUser, updateUser } from '@packhouse/contract/access/access-user-routes.ts';
import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { startTestPlatform, type TestPlatform } from '@packhouse/testkit/start-test-platform.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { rememberedAccounts } from '../account/accounts.ts';
import type { Context } from '../context.ts';
import { requireOwn } from '../federation/guard.ts';
import type { AccessSchema } from '../schema.ts';
import { accessService } from '../service.ts';
import { rememberedSettings } from '../setting/settings.ts';
import { rememberedTokens } from '../token/token-states.ts';
import type { ExternalIdentity, ExternalRules } from './external-identity.ts';
import { readUserOfExternal } from './external-user.ts';

let test: TestPlatform;
let context: Context;

beforeAll(async () => {
  test = await startTestPlatform({ services: [accessService], jobs: false });
  const db = openDatabase<AccessSchema>(test.databaseUrl, 'access');
  const remembered = { accounts: rememberedAccounts(db), tokens: rememberedTokens(), settings: rememberedSettings(db) };
  const parts = { db, platform: test.platform, ...remembered, federation: { requireOwn } };
  context = parts as unknown as Context;
});
afterAll(async () => {
  await context.db.destroy();
  await test.stop();
});

const open: ExternalRules = { createUsers: true, linkExisting: false, profileUpdatable: false, syncGroups: true, groupMapping: {} };

function enter(who: Partial<ExternalIdentity> & { subject: string; userName: string }, rules: Partial<ExternalRules> = {}) {
  // The service's own memory hears of its changes; this one stands beside it.
  context.accounts.forgetAll();
  const identity: ExternalIdentity = { provider: 'ldap:1', realm: 'ldap', email: '', groups: undefined, ...who };
  return readUserOfExternal(context, identity, { ...open, ...rules }, '127.0.0.1');
}

const reason = (expected: string) => expect.objectContaining({ code: 'forbidden', detail: { reason: expected } });

it('ACC-004 creates a user of the realm at the first sign-in, and finds the same one under another name', async () => {
  const made = await enter({ subject: 's1', userName: 'Ann', email: 'ann@example.org' });
  expect(made).toMatchObject({ name: 'ann', realm: 'ldap', email: 'ann@example.org', groups: ['readers'], passwordHash: undefined });
  const again = await enter({ subject: 's1', userName: 'ann.renamed', email: 'new@example.org' });
  expect(again).toMatchObject({ id: made.id, name: 'ann', email: 'new@example.org' });
  const { items } = await test.call(listAuditRecords, { query: { search: 'ann', limit: '10' } as never });
  expect(items.map(({ action }) => action)).toEqual(['user.changed', 'user.created']);
});

it('lets new users change their profile where the rules say so', async () => {
  expect(await enter({ subject: 'p1', userName: 'pia' })).toMatchObject({ profileUpdatable: false });
  expect(await enter({ subject: 'p2', userName: 'pet' }, { profileUpdatable: true })).toMatchObject({ profileUpdatable: true });
});

it('creates nobody where the switch is off', async () => {
  await expect(enter({ subject: 's2', userName: 'bob' }, { createUsers: false })).rejects.toEqual(reason('no_account'));
  await expect(test.call(readUser, { params: { name: 'bob' } })).rejects.toMatchObject({ code: 'user_not_found' });
});

it('takes nobody over by name unless that is allowed, and then only once', async () => {
  await test.call(createUser, { body: { name: 'carl', email: 'carl@here.test', password: 'Secret-pass-1' } });
  await expect(enter({ subject: 's3', userName: 'carl' })).rejects.toEqual(reason('name_taken'));
  expect(await enter({ subject: 's3', userName: 'carl', email: 'x@there.test' }, { linkExisting: true })).toMatchObject({
    realm: 'internal',
    email: 'carl@here.test',
  });
  await expect(enter({ subject: 'other', userName: 'carl' }, { linkExisting: true })).rejects.toEqual(reason('name_taken'));
  await expect(enter({ subject: 's3', userName: 'carl', provider: 'oauth:1', realm: 'oauth' })).rejects.toEqual(reason('name_taken'));
});

it('turns away the disabled and names that cannot be', async () => {
  await enter({ subject: 's4', userName: 'dora' });
  await test.call(updateUser, { params: { name: 'dora' }, body: { status: 'disabled' } });
  await expect(enter({ subject: 's4', userName: 'dora' })).rejects.toEqual(reason('disabled'));
  await expect(enter({ subject: 's5', userName: 'anonymous' })).rejects.toEqual(reason('bad_name'));
  await expect(enter({ subject: 's5', userName: 'a/b' })).rejects.toEqual(reason('bad_name'));
  const { items } = await test.call(listAuditRecords, { query: { action: 'sign_in.failed' } });
  expect(items.map(({ actor }) => actor).filter((name) => name === 'dora')).toHaveLength(1);
});

it('ACC-004 keeps groups in line with the provider, and only those it may touch', async () => {
  await test.call(createGroup, { body: { name: 'outside', externalId: 'CN=Outside' } });
  await test.call(createGroup, { body: { name: 'mapped' } });
  await test.call(createGroup, { body: { name: 'ours' } });
  const rules = { groupMapping: { Theirs: 'mapped' } };
  const first = await enter({ subject: 's6', userName: 'eve', groups: ['cn=outside', 'theirs', 'ours'] }, rules);
  expect(first.groups).toEqual(['mapped', 'outside', 'readers']);
  await test.call(updateUser, { params: { name: 'eve' }, body: { groups: [...first.groups, 'ours'] } });
  expect((await enter({ subject: 's6', userName: 'eve' }, rules)).groups).toEqual(['mapped', 'ours', 'outside', 'readers']);
  expect((await enter({ subject: 's6', userName: 'eve', groups: ['theirs'] }, rules)).groups).toEqual(['mapped', 'ours', 'readers']);
  expect((await enter({ subject: 's6', userName: 'eve', groups: [] }, { ...rules, syncGroups: false })).groups).toContain('mapped');
  expect((await test.call(readGroup, { params: { name: 'outside' } })).members).toEqual([]);
});

it('leaves the last administrator in the group that makes one', async () => {
  await test.call(createGroup, { body: { name: 'bosses', externalId: 'bosses', administrator: true } });
  await enter({ subject: 's8', userName: 'gina', groups: ['bosses'] });
  await context.db.updateTable('user').set({ enabled: false }).where('name', '=', 'admin').execute();
  expect((await enter({ subject: 's8', userName: 'gina', groups: [] })).groups).toContain('bosses');
  await context.db.updateTable('user').set({ enabled: true }).where('name', '=', 'admin').execute();
  expect((await enter({ subject: 's8', userName: 'gina', groups: [] })).groups).not.toContain('bosses');
});

it('leaves an administrator’s own membership alone when the provider stops naming the group', async () => {
  await test.call(createGroup, { body: { name: 'shared', externalId: 'shared' } });
  await enter({ subject: 's7', userName: 'finn' });
  await test.call(updateUser, { params: { name: 'finn' }, body: { groups: ['shared'] } });
  await enter({ subject: 's7', userName: 'finn', groups: ['shared'] });
  expect((await enter({ subject: 's7', userName: 'finn', groups: [] })).groups).toEqual(['shared']);
});
