import { createPermission, listPermissions } from '@packhouse/contract/access/access-permission-routes.ts';
import { listTrustedDeployments, updateTrustedDeployment } from '@packhouse/contract/access/access-trust-routes.ts';
import { createUser, readUser } from '@packhouse/contract/access/access-user-routes.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Member, partFor, star, startMembers } from './federation-test-platforms.ts';

const patience = { timeout: 20_000, interval: 50 };
const by = { actor: 'admin', address: '' };
const password = 'Secret-pass-1';

let top: Member;
let source: Member;
let target: Member;

beforeAll(async () => {
  [top, source, target] = (await startMembers(3)) as [Member, Member, Member];
  await top.call(createUser, { body: { name: 'above', password } });
  await source.call(createUser, { body: { name: 'own', password } });
  for (const name of ['dev-one', 'dev-two']) await source.call(createPermission, { body: { name, sections: [] } });
});
afterAll(() => Promise.all([top, source, target].map((one) => one.stop())));

const forecast = async (change: Parameters<typeof partFor>[1] = {}) => (await source.peers.federation!.forecast(partFor([target], change)))[0]!;
const read = (at: Member, name: string) => at.call(readUser, { params: { name } }).catch(() => undefined);

async function accept(entities: readonly string[]): Promise<void> {
  const { items } = await target.call(listTrustedDeployments, {});
  const { name, url, allowPrivate, accepts } = items.find(({ id }) => id === source.id)!;
  await target.call(updateTrustedDeployment, { params: { id: source.id }, body: { name, url, allowPrivate, accepts: { ...accepts, entities } as never } });
}

describe('What is told before anything is done', () => {
  it('names copies of another federation only where they are handed on', async () => {
    await star(top, [source]);
    await expect.poll(() => read(source, 'above'), patience).toBeDefined();
    const created = async (forward: boolean) => (await forecast({ forward })).forecast.created;
    expect(await created(true)).toEqual(expect.arrayContaining(['above', 'own']));
    expect(await created(false)).toContain('own');
    expect(await created(false)).not.toContain('above');
  });

  it('is the refusal that would come, where the target does not accept all of it', async () => {
    await accept(['USERS']);
    const why = { reason: 'type_not_accepted', values: { types: 'GROUPS, PERMISSIONS, TOKENS' } };
    expect((await forecast()).error).toMatchObject({ reason: 'peer_refused', values: { reason: why } });
    expect(await forecast({ types: ['USERS'] })).toMatchObject({ error: null, forecast: { created: expect.arrayContaining(['own']) as unknown } });
    await accept(['USERS', 'GROUPS', 'PERMISSIONS', 'TOKENS']);
  });

  it('names who is taken back by a filter, and by a kind or a target that is left out; that is done then, with the copies as they were asked for', async () => {
    const part = await star(source, [target]);
    await expect.poll(() => read(target, 'own'), patience).toBeDefined();
    const permissions = async () => (await target.call(listPermissions, { query: {} })).items.map(({ name }) => name);
    await expect.poll(permissions, patience).toEqual(expect.arrayContaining(['dev-one', 'dev-two']));
    const told = async (change: Partial<typeof part>) => (await source.peers.federation!.forecast({ ...part, ...change }))[0]?.forecast;
    expect(await told({ exclude: ['dev-one'] })).toMatchObject({ takenBack: ['dev-one'], disabled: [] });
    const unshared = { types: ['GROUPS', 'PERMISSIONS'] as (typeof part)['types'] };
    expect(await told({ ...unshared, copies: 'delete' })).toMatchObject({ takenBack: ['own'], disabled: [] });
    expect(await told({ ...unshared, copies: 'disable' })).toMatchObject({ takenBack: [], disabled: ['own'] });
    expect(await told({ ...unshared, copies: 'keep' })).toMatchObject({ takenBack: [], disabled: [] });
    expect((await told({ targets: [], copies: 'delete' }))?.takenBack).toEqual(expect.arrayContaining(['own', 'dev-one', 'dev-two']));
    await source.peers.federation!.apply({ ...part, ...unshared, copies: 'disable' }, by);
    await expect.poll(() => read(target, 'own'), patience).toMatchObject({ status: 'disabled' });
    await expect
      .poll(async () => (await source.peers.federation!.links()).filter(({ direction }) => direction === 'out').map(({ state }) => state), patience)
      .toEqual(['live']);
    expect((await read(target, 'own'))?.managedBy).toBeUndefined();
    expect(await permissions()).toEqual(expect.arrayContaining(['dev-one', 'dev-two']));
  });
});
