import { createUser } from '@packhouse/contract/access/access-user-routes.ts';
import type { MailPeer } from '@packhouse/testkit/mail-peer.ts';
import { setUpMail } from '@packhouse/testkit/set-up-mail.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BucketTestPlatform, startBucketPlatform } from './bucket-test-platform.ts';

const patience = { timeout: 30_000, interval: 50 };
const day = 86_400_000;

let test: BucketTestPlatform;
let mail: MailPeer;
beforeAll(async () => {
  test = await startBucketPlatform();
  mail = await setUpMail(test);
  const password = 'Secret-pass-1';
  await test.call(createUser, { body: { name: 'ann', password, email: 'ann@example.test', administrator: true } });
  await test.call(createUser, { body: { name: 'bob', password, email: 'bob@example.test' } });
});
afterAll(async () => {
  await mail.stop();
  await test.stop();
});

/** Looks at what ends, and waits until whoever is to be told has been told. */
async function look(): Promise<void> {
  await test.platform.jobs.add('bucket-warnings', {});
  const idle = async () => (await test.platform.jobs.list(100)).filter(({ name }) => name.startsWith('bucket-')).length;
  await expect.poll(idle, patience).toBe(0);
}

it('administrators are told by mail that buckets end soon, once for each time that is nearer', async () => {
  await test.add('far', { count: 1, expires: Date.now() + 40 * day });
  const near = await test.add('near', { count: 1, customer: 'Example Ltd', expires: Date.now() + 10 * day });
  await test.add('next', { count: 1, expires: Date.now() + 5 * day });
  await look();
  expect(mail.waiting).toBe(1);
  const letter = await mail.next();
  expect(letter).toMatchObject({ to: ['ann@example.test'] });
  expect(letter.text).toContain('near: Enterprise, Example Ltd');
  expect(letter.text).toContain('next: Enterprise');
  expect(letter.text).not.toContain('far');
  expect(letter.text).toContain('/ui/admin/license_management/license_buckets');
  await look();
  expect(mail.waiting).toBe(0);
  await test.db.updateTable('bucket').set({ expires_at: sql<Date>`now() + interval '12 hours'` }).where('id', '=', near.id).execute();
  await look();
  expect(mail.waiting).toBe(1);
  const again = await mail.next();
  expect(again.text).toContain('near: ');
  expect(again.text).not.toContain('next: ');
});
