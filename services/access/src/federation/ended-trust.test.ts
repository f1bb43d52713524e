import { createToken, listTokens } from '@packhouse/contract/access/access-token-routes.ts';
import {
  forgetTrustedDeployment,
  listTrustedDeployments,
  revokeTrustedDeployment,
  updateTrustedDeployment,
} from '@packhouse/contract/access/access-trust-routes.ts';
import { createUser, readUser, updateUser } from '@packhouse/contract/access/access-user-routes.ts';
import { pairPlatforms } from '@packhouse/testkit/pair-platforms.ts';
import { expect, it, onTestFinished } from 'vitest';
import { type Member, star, startMembers } from './federation-test-platforms.ts';

const patience = { timeout: 20_000, interval: 50 };
const by = { actor: 'admin', address: '' };
const password = 'Secret-pass-1';

/** A source and a target that have come as far as the user `ann`. */
async function startStar() {
  const members = (await startMembers(2)) as [Member, Member];
  onTestFinished(async () => void (await Promise.all(members.map((one) => one.stop()))));
  const [source, target] = members;
  await source.call(createUser, { body: { name: 'ann', password } });
  const part = await star(source, [target], { targets: [{ id: target.id, name: 'Edge' }] });
  await expect.poll(() => read(target), patience).toMatchObject({ managedBy: {} });
  await expect.poll(async () => (await source.peers.federation!.links()).map(({ state }) => state), patience).toEqual(['live']);
  return { source, target, part };
}

const read = (at: Member) => at.call(readUser, { params: { name: 'ann' } }).catch(() => undefined);
const change = (at: Member, email: string) => at.call(updateUser, { params: { name: 'ann' }, body: { email } });
const revoke = (at: Member, other: Member) => at.call(revokeTrustedDeployment, { params: { id: other.id } });
const forget = (at: Member, other: Member) => at.call(forgetTrustedDeployment, { params: { id: other.id } });
const links = (at: Member) => at.peers.federation!.links();

/** Until a deployment knows that the other one trusts it no more. */
async function hasHeard(at: Member, other: Member): Promise<void> {
  await expect.poll(async () => (await at.peers.trust!.find(other.id))?.id, patience).toBeUndefined();
}

async function answerTo(member: Member, token: string): Promise<number> {
  const { status } = await fetch(`${member.baseUrl}${listTokens.url}`, { headers: member.headersOf({ token }) });
  return status;
}

it('access tokens of a deployment that is revoked are refused at once, though they were accepted a moment ago, and accepted again when it is paired', async () => {
  const { source, target } = await startStar();
  const { accessToken } = await source.call(createToken, { body: { userName: 'ann' } });
  await expect.poll(() => answerTo(target, accessToken), patience).toBe(200);
  await revoke(target, source);
  expect(await answerTo(target, accessToken)).toBe(401);
  await hasHeard(source, target);
  await pairPlatforms(source, target, ['federation']);
  expect(await answerTo(target, accessToken)).toBe(200);
  await revoke(target, source);
  await forget(target, source);
  expect(await answerTo(target, accessToken)).toBe(401);
});

it('copies of a deployment that is revoked can be changed here, are its own again when it is paired, and stay as our own when it is forgotten', async () => {
  const { source, target, part } = await startStar();
  await expect(change(target, 'ours@example.test')).rejects.toMatchObject({ code: 'forbidden' });
  await revoke(target, source);
  await hasHeard(source, target);
  expect((await read(target))?.managedBy).toBeUndefined();
  await change(target, 'ours@example.test');
  await pairPlatforms(source, target, ['federation']);
  expect(await read(target)).toMatchObject({ managedBy: {} });
  await source.peers.federation!.broadcast(part.federation, by);
  await change(source, 'theirs@example.test');
  await expect.poll(() => read(target), patience).toMatchObject({ email: 'theirs@example.test' });
  await revoke(target, source);
  await forget(target, source);
  expect(await links(target)).toEqual([]);
  await change(target, 'kept@example.test');
  expect(await read(target)).toMatchObject({ email: 'kept@example.test' });
});

it('a link to a deployment that is trusted no more ends without it, and one that does not end names it', async () => {
  const { source, target, part } = await startStar();
  // It is off for good.
  const { name, url, allowPrivate, accepts } = (await source.call(listTrustedDeployments, {})).items[0]!;
  const nowhere = { name, url: url.replace(/\d+$/, '9'), allowPrivate, accepts };
  await source.call(updateTrustedDeployment, { params: { id: target.id }, body: nowhere });
  await source.peers.federation!.apply({ ...part, targets: [] }, by);
  expect((await links(source)).map(({ state }) => state)).toEqual(['ending']);
  await revoke(source, target);
  expect(await links(source)).toEqual([]);
  await source.peers.federation!.apply(part, by);
  await expect.poll(async () => (await links(source))[0]?.error, patience).toMatchObject({ reason: 'not_trusted', values: { target: 'Edge' } });
  await source.peers.federation!.apply({ ...part, targets: [] }, by);
  await expect.poll(() => links(source), patience).toEqual([]);
});

it('a deployment that is forgotten leaves no links to it', async () => {
  const { source, target } = await startStar();
  await revoke(source, target);
  expect(await links(source)).toHaveLength(1);
  await forget(source, target);
  expect(await links(source)).toEqual([]);
});
