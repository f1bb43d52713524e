import { accessService } from '@packhouse/access-service/service.ts';
import { createPermission } from '@packhouse/contract/access/access-permission-routes.ts';
import { createPairingToken, revokeTrustedDeployment } from '@packhouse/contract/access/access-trust-routes.ts';
import { createUser, readUser } from '@packhouse/contract/access/access-user-routes.ts';
import * as contract from '@packhouse/contract/mission-control/federation-routes.ts';
import { registerUnit } from '@packhouse/contract/mission-control/unit-routes.ts';
import { missionControlService } from '@packhouse/mission-control-service/service.ts';
import { pairPlatforms } from '@packhouse/testkit/pair-platforms.ts';
import { startTestPlatform, type TestPlatform, type TestPlatformOptions } from '@packhouse/testkit/start-test-platform.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';

const start = (services: NonNullable<TestPlatformOptions['services']>) => startTestPlatform({ services });
const password = 'Secret-pass-1';

let control: TestPlatform;
let edge: TestPlatform;
let stranger: TestPlatform;
let home: string;
let edgeId: string;
let strangerId: string;

beforeAll(async () => {
  [control, edge, stranger] = await Promise.all([start([accessService, missionControlService]), start([accessService]), start([accessService])]);
  const { token } = await edge.call(createPairingToken, { body: { purposes: ['mission-control'] } });
  edgeId = (await control.call(registerUnit, { body: { token, name: 'Edge' } })).id;
  ({ a: home } = await pairPlatforms(control, edge, ['federation']));
  await pairPlatforms(control, stranger, ['federation']);
});
// The third one is stopped on the way.
afterAll(() => Promise.all([control, edge].map((one) => one.stop())));

const list = async () => (await control.call(contract.listFederations, {})).items;
const findUser = (at: TestPlatform, name: string) => at.call(readUser, { params: { name } }).catch(() => undefined);
const patience = { timeout: 20_000, interval: 100 };

it('FED-009 FED-010 FED-021 names who can take part, and gives those that it does not know a random id', async () => {
  expect(contract.listFederationCandidates.url).toBe('/ui/api/v1/federation/candidates');
  const candidates = await control.call(contract.listFederationCandidates, {});
  const unknown = candidates.find(({ name }) => name.startsWith('Unknown'))!;
  strangerId = unknown.id;
  expect(unknown).toEqual({ id: expect.stringMatching(/^[0-9a-f-]{36}$/), name: `Unknown (${stranger.baseUrl})`, url: stranger.baseUrl });
  expect(strangerId).not.toBe((await stranger.peers.trust!.self()).id);
  expect(candidates).toContainEqual({ id: edgeId, name: 'Edge', url: edge.baseUrl });
  expect(candidates.map(({ id }) => id)).toContain(home);
  expect(await control.call(contract.listFederationCandidates, {})).toEqual(candidates);
});

it('FED-027 has nothing to broadcast where there are no targets', async () => {
  expect(contract.broadcastFederation.url).toBe('/ui/api/v1/access/system/broadcast');
  const refused = { status: 400, message: 'Targets do not exist, cannot trigger broadcast' };
  await expect(control.call(contract.broadcastFederation, { body: { source: home } })).rejects.toMatchObject(refused);
});

it('FED-018 refuses patterns beyond one of a single filter, and beyond a hundred of each level', async () => {
  const patterns = (count: number) => Array.from({ length: count }, (_, index) => `p${index}`);
  const preview = async (permissionsFilter: object) =>
    (
      await control.call(contract.previewFederation, {
        body: { mode: 'star', source: home, targets: [edgeId], entityTypes: ['PERMISSIONS'], permissionsFilter },
      })
    ).targets;
  expect(await preview({ single: true, include: ['dev-*'] })).toHaveLength(1);
  expect(await preview({ include: patterns(100), exclude: patterns(100) })).toHaveLength(1);
  await expect(preview({ single: true, include: ['dev-*'], exclude: ['ops-*'] })).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining('Only one pattern'),
  });
  for (const beyond of [{ include: patterns(101) }, { exclude: patterns(101) }])
    await expect(preview(beyond)).rejects.toMatchObject({ status: 400, message: expect.stringContaining('At most 100 patterns') });
});

it('refuses what cannot be: nobody as a source, a source as its own target, nothing shared', async () => {
  const execute = (change: object) =>
    control.call(contract.executeFederation, { body: { mode: 'star', source: home, targets: [edgeId], entityTypes: ['USERS'], ...change } });
  await expect(execute({ source: 'nobody' })).rejects.toMatchObject({ status: 400, message: expect.stringContaining('There is no such deployment') });
  await expect(execute({ targets: [home] })).rejects.toMatchObject({ message: expect.stringContaining('A source cannot be its own target') });
  await expect(execute({ entityTypes: [] })).rejects.toMatchObject({ message: expect.stringContaining('Please select at least one entity to sync') });
  expect(await list()).toEqual([]);
});

it('FED-008 FED-011 FED-012 FED-020 FED-022 FED-023 FED-030 stores a star, brings it about and answers it by its source', async () => {
  await control.call(createUser, { body: { name: 'ann', password } });
  await control.call(createUser, { body: { name: 'ada', password, administrator: true } });
  const entityTypes = ['USERS', 'GROUPS', 'PERMISSIONS', 'TOKENS'] as const;
  const body = { mode: 'star' as const, source: home, targets: [edgeId, strangerId], entityTypes: [...entityTypes] };
  const preview = await control.call(contract.previewFederation, { body });
  expect(preview.targets.map(({ error, forecast }) => [error, forecast.created.includes('ann')])).toEqual([
    [null, true],
    [null, true],
  ]);
  for (const { forecast } of preview.targets) expect(forecast).toMatchObject({ created: expect.arrayContaining(['ada']), lowered: ['ada'] });
  expect(await findUser(edge, 'ann')).toBeUndefined();
  const made = await control.call(contract.executeFederation, { body });
  expect(made).toMatchObject({ source: { id: home }, targets: [{ id: edgeId }, { id: strangerId }], entityTypes });
  for (const one of [edge, stranger]) await expect.poll(() => findUser(one, 'ann'), patience).toMatchObject({ name: 'ann' });
  for (const one of [edge, stranger]) await expect.poll(() => findUser(one, 'ada'), patience).toMatchObject({ administrator: false });
  expect(contract.listFederations.url).toBe('/ui/api/v1/federation');
  expect((await list()).map(({ id }) => id)).toEqual([made.id]);
  const read = () => control.call(contract.readFederation, { params: { source: home } });
  await expect.poll(async () => (await read()).links.map(({ state }) => state), patience).toEqual(['live', 'live']);
  expect(await read()).toMatchObject({ id: made.id, permissionsFilter: { include: [], exclude: [] }, unreachable: [] });
  await expect(control.call(contract.executeFederation, { body })).rejects.toMatchObject({ code: 'already_exists' });
});

it('compares both ends of its links when that is asked for, and says what it found', async () => {
  await control.call(contract.compareFederation, { params: { source: home } });
  const compared = async () => (await list())[0]!.links.map((link) => link.compared);
  const same = { at: expect.any(String), entries: expect.any(Number), healed: 0 };
  await expect.poll(compared, patience).toEqual([same, same]);
});

it('FED-019 lets others see and change the permissions filter, and nothing else, where they manage permissions', async () => {
  await control.call(createUser, { body: { name: 'mia', password } });
  const section = { resourceType: 'repository', names: ['ANY'], users: [{ name: 'mia', actions: ['read', 'manage'] }], groups: [] };
  await control.call(createPermission, { body: { name: 'managing', sections: [section] } as never });
  const [federation] = await list();
  const change = (as: string) =>
    control.call(contract.updateFederationFilter, { params: { id: federation!.id }, body: { exclude: ['managing'] } }, { as: { user: as, password } });
  await expect(change('ann')).rejects.toMatchObject({ status: 403 });
  expect(await control.call(contract.listFederationFilters, {}, { as: { user: 'ann', password } })).toEqual({ items: [] });
  expect(await change('mia')).toMatchObject({ id: federation!.id, permissionsFilter: { include: [], exclude: ['managing'] } });
  expect((await control.call(contract.listFederationFilters, {}, { as: { user: 'mia', password } })).items).toHaveLength(1);
  await expect(control.call(contract.listFederations, {}, { as: { user: 'mia', password } })).rejects.toMatchObject({ status: 403 });
});

it('FED-024 FED-025 FED-026 starts a broadcast to the targets that it reaches, and names the others', async () => {
  const broadcast = () => control.call(contract.broadcastFederation, { body: { source: home } });
  expect(await broadcast()).toMatchObject({ message: 'Broadcasting was initialized successfully', failed: [] });
  await stranger.stop();
  const name = `Unknown (${stranger.baseUrl})`;
  expect(await broadcast()).toMatchObject({ message: `Broadcasting for some targets has failed: ${name}`, failed: [name] });
  await control.call(createUser, { body: { name: 'bob', password } });
  await expect.poll(() => findUser(edge, 'bob'), patience).toMatchObject({ name: 'bob' });
});

it('ends, and deletes the copies where that is wanted', async () => {
  await control.call(contract.removeFederation, { params: { source: home }, query: { copies: 'delete' } });
  await expect.poll(() => findUser(edge, 'ann'), patience).toBeUndefined();
  expect(await findUser(control, 'ann')).toBeDefined();
  await expect(control.call(contract.readFederation, { params: { source: home } })).rejects.toMatchObject({ status: 404 });
});

it('compares the links of a mesh of those that answer, names who does not, and ends here what nobody can be told of', async () => {
  const third = await start([accessService]);
  const { token } = await third.call(createPairingToken, { body: { purposes: ['mission-control'] } });
  const thirdId = (await control.call(registerUnit, { body: { token, name: 'Third' } })).id;
  for (const one of [control, edge]) await pairPlatforms(one, third, ['federation']);
  const body = { mode: 'mesh' as const, source: home, targets: [edgeId, thirdId], entityTypes: ['USERS' as const] };
  const { id } = await control.call(contract.executeFederation, { body });
  const states = async () => (await list()).flatMap(({ links }) => links.map(({ state }) => state));
  await expect.poll(states, patience).toEqual(Array.from({ length: 6 }, () => 'live'));
  expect(await control.call(contract.compareFederation, { params: { source: id } })).toEqual({ failed: [] });
  expect(await control.call(contract.readFederation, { params: { source: home } })).toMatchObject({ id, mode: 'mesh' });
  await expect(control.call(contract.endFederationHere, { params: { id } })).rejects.toMatchObject({ code: 'conflict' });
  await third.stop();
  expect(await control.call(contract.compareFederation, { params: { source: id } })).toEqual({ failed: ['Third'] });
  await control.call(contract.removeFederation, { params: { source: id }, query: { copies: 'keep' } });
  await expect.poll(async () => (await list()).map(({ ending, unreachable }) => [ending, unreachable]), patience).toEqual([[true, ['Third']]]);
  await control.call(contract.endFederationHere, { params: { id } });
  expect(await list()).toEqual([]);
});

it('ends without a deployment that is trusted no more', async () => {
  const { id: found } = (await control.call(contract.listFederationCandidates, {})).find(({ name }) => name === 'Third')!;
  const body = { mode: 'star' as const, source: found, targets: [home], entityTypes: ['USERS' as const] };
  const { id } = await control.call(contract.executeFederation, { body });
  await control.call(revokeTrustedDeployment, { params: { id: found } });
  await control.call(contract.removeFederation, { params: { source: id }, query: { copies: 'keep' } });
  await expect.poll(list, patience).toEqual([]);
});

it('FED-010 does not offer a deployment that is trusted no more', async () => {
  const offered = async () => (await control.call(contract.listFederationCandidates, {})).map(({ id }) => id);
  expect(await offered()).toContain(strangerId);
  const found = (await control.peers.trust!.list('federation')).find(({ url }) => url === stranger.baseUrl)!;
  await control.peers.trust!.revoke(found.id, { actor: 'admin', address: '::1' });
  expect(await offered()).not.toContain(strangerId);
  expect(await offered()).toContain(edgeId);
});
