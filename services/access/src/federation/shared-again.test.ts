import { createUser, readUser } from '@packhouse/contract/access/access-user-routes.ts';
import { expect, it, onTestFinished } from 'vitest';
import { type Member, mesh, star, startMembers } from './federation-test-platforms.ts';

const patience = { timeout: 60_000, interval: 50 };
const by = { actor: 'admin', address: '' };
const password = 'Secret-pass-1';

const create = (at: Member, name: string) => at.call(createUser, { body: { name, password } });
const read = (at: Member, name: string) => at.call(readUser, { params: { name } }).catch(() => undefined);

it('what was made while nothing was shared any more comes with what is shared next', async () => {
  const members = (await startMembers(2)) as [Member, Member];
  onTestFinished(async () => void (await Promise.all(members.map((one) => one.stop()))));
  const [source, target] = members;
  await create(source, 'ann');
  const part = await star(source, [target]);
  await expect.poll(() => read(target, 'ann'), patience).toBeDefined();
  await source.peers.federation!.apply({ ...part, targets: [] }, by);
  await expect.poll(() => source.peers.federation!.links(), patience).toEqual([]);
  await create(source, 'ben');
  await create(target, 'cyd');
  await mesh(members, { adopt: true });
  await expect.poll(() => read(target, 'ben'), patience).toBeDefined();
  await expect.poll(() => read(source, 'cyd'), patience).toBeDefined();
});
