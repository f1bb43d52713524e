import { installLicence } from '@packhouse/contract/access/access-licence-routes.ts';
import { createUser } from '@packhouse/contract/access/access-user-routes.ts';
import type { MailPeer } from '@packhouse/testkit/mail-peer.ts';
import { setUpMail } from '@packhouse/testkit/set-up-mail.ts';
import { startTestPlatform, type TestPlatform } from '@packhouse/testkit/start-test-platform.ts';
import { CompactSign, exportJWK, generateKeyPair } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { accessService } from '../service.ts';

const { publicKey, privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
const patience = { timeout: 30_000, interval: 50 };
const day = 86_400;
const start = Date.now();
const now = () => Math.floor(Date.now() / 1000);

let nodes: [TestPlatform, TestPlatform];
let mail: MailPeer;

beforeAll(async () => {
  const config = { licenceKey: (await exportJWK(publicKey)).x! };
  const first = await startTestPlatform({ services: [accessService], config });
  nodes = [first, await startTestPlatform({ services: [accessService], config, joins: first })];
  mail = await setUpMail(first);
  const password = 'Secret-pass-1';
  await first.call(createUser, { body: { name: 'ann', password, email: 'ann@example.test', administrator: true } });
  await first.call(createUser, { body: { name: 'bob', password, email: 'bob@example.test' } });
});
afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  await mail.stop();
  for (const one of nodes.toReversed()) await one.stop();
});

async function install(claims: object): Promise<void> {
  const bytes = new TextEncoder().encode(JSON.stringify({ licensedTo: 'Example Ltd', iat: now(), ...claims }));
  const licence = await new CompactSign(bytes).setProtectedHeader({ alg: 'EdDSA' }).sign(privateKey);
  await nodes[0].call(installLicence, { body: { licence } });
}

/** Both nodes look at what ends, at once, so many days from now; answers the mails that come of it. */
async function lookIn(days: number, expected: number) {
  const then = start + days * day * 1000;
  vi.spyOn(Date, 'now').mockImplementation(() => then);
  for (const { platform } of nodes) await platform.jobs.add('licence-warnings', {});
  const idle = async () => (await nodes[0].platform.jobs.list(100)).filter(({ name }) => name.startsWith('licence-')).length;
  await expect.poll(idle, patience).toBe(0);
  expect(mail.waiting).toBe(expected);
  return Promise.all(Array.from({ length: expected }, () => mail.next()));
}

describe('administrators are told that a license ends', () => {
  it('30, 7 and 1 days before, once each, though two nodes look', async () => {
    await install({ type: 'ENTERPRISE', jti: 'one', exp: now() + 40 * day });
    await install({ type: 'ENTERPRISE', jti: 'two', exp: now() + 40 * day });
    expect(await lookIn(0, 0)).toEqual([]);
    const [first] = await lookIn(11, 1);
    expect(first).toMatchObject({ to: ['ann@example.test'] });
    expect(first!.text).toContain('2 × Enterprise, Example Ltd');
    expect(first!.text).toContain('/ui/admin/license_management/licenses');
    await lookIn(20, 0);
    await lookIn(34, 1);
    await lookIn(34.5, 0);
    await lookIn(39.5, 1);
    await lookIn(41, 0);
  });

  it('not where another one that allows as much goes on', async () => {
    await install({ type: 'ENTERPRISE', jti: 'three', exp: now() + 45 * day });
    await install({ type: 'ENTERPRISE_PLUS', jti: 'four', exp: now() + 100 * day });
    expect(await lookIn(44.5, 0)).toEqual([]);
    expect(await lookIn(99.5, 1)).toMatchObject([{ to: ['ann@example.test'] }]);
  });

  it('in the console, when what holds ends and nothing as good goes on', async () => {
    const { peers } = nodes[0];
    expect(await peers.licence?.current()).toBe('ENTERPRISE_PLUS');
    const ends = await peers.licence?.ends();
    expect(ends?.getTime()).toBeGreaterThan(start + 99 * day * 1000);
    await install({ type: 'ENTERPRISE_PLUS', jti: 'five' });
    expect(await peers.licence?.ends()).toBeNull();
  });
});
