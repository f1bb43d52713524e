import { createVerify } from 'node:crypto';
import { Readable } from 'node:stream';
import { listSigningKeys, rotateSigningKey } from '@packhouse/contract/repositories/signing-routes.ts';
import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { createMessage, readKey, readSignature, verify } from 'openpgp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openReaders } from '../reading/readers.ts';
import { type RepositoryTestPlatform, startRepositoryPlatform } from '../repository-test-platform.ts';
import type { RepositoriesSchema } from '../schema.ts';
import { openSigner } from './signer.ts';

const text = 'Suite: stable\n';

describe('signing keys', () => {
  const readers = openReaders();
  let test: RepositoryTestPlatform;
  let db: ReturnType<typeof openDatabase<RepositoriesSchema>>;
  const keys = async (kind: 'openpgp' | 'rsa') => (await test.call(listSigningKeys, {})).items.filter((key) => key.kind === kind);
  const rotate = (kind: 'openpgp' | 'rsa', publishedDays: number) => test.call(rotateSigningKey, { body: { kind, publishedDays } });

  beforeAll(async () => {
    test = await startRepositoryPlatform({ actors: { reader: { grants: [] } } });
    db = openDatabase<RepositoriesSchema>(test.platform.databaseUrl, 'repositories', { connections: 1 });
  });
  afterAll(async () => {
    await db?.destroy();
    await test?.stop();
    await readers.stop();
  });

  /** Which of the known keys can check what is signed now. */
  async function openpgpCheckedBy(): Promise<boolean[]> {
    const signer = await openSigner({ db, platform: test.platform, readers }, 'openpgp');
    const signature = await readSignature({ armoredSignature: await signer.detached(text) });
    const message = await createMessage({ binary: Buffer.from(text) });
    return Promise.all(
      (await keys('openpgp')).map(async ({ publicKey }) => {
        const { signatures } = await verify({ message, signature, verificationKeys: await readKey({ armoredKey: publicKey }) });
        const checked = await Promise.all(signatures.map((one) => one.verified.catch(() => false)));
        return checked.some(Boolean);
      }),
    );
  }

  it('CORE-011 keeps the private half of OpenPGP and RSA keys encrypted and to itself', async () => {
    await rotate('openpgp', 90);
    await rotate('rsa', 90);
    const rows = await db
      .selectFrom('signing_key' as never)
      .selectAll()
      .execute();
    expect(rows).toHaveLength(2);
    for (const row of rows as { private_key: string }[]) {
      expect(row.private_key).not.toContain('PRIVATE KEY');
      expect(test.platform.secrets.decrypt(row.private_key)).toContain('PRIVATE KEY');
    }
    const listed = JSON.stringify(await test.call(listSigningKeys, {}));
    expect(listed).toContain('PUBLIC KEY');
    expect(listed).not.toContain('PRIVATE KEY');
  });
  it('CORE-011 signs with a replaced OpenPGP key too, as long as it is published', async () => {
    expect(await openpgpCheckedBy()).toEqual([true]);
    await rotate('openpgp', 30);
    expect(await openpgpCheckedBy()).toEqual([true, true]);
    const [present, replaced] = await keys('openpgp');
    expect(present).not.toHaveProperty('retiredAt');
    expect(Math.round((Date.parse(replaced!.publishedUntil!) - Date.parse(replaced!.retiredAt!)) / 86_400_000)).toBe(30);
    await rotate('openpgp', 0);
    expect(await openpgpCheckedBy()).toEqual([true, false, true]);
  });
  it('CORE-011 signs with a replaced RSA key too, as long as it is published', async () => {
    const [before] = await keys('rsa');
    await rotate('rsa', 30);
    const signer = await openSigner({ db, platform: test.platform, readers }, 'rsa');
    const signatures = await signer.rsa(Readable.from([Buffer.from(text)]), 'sha256');
    const byName = new Map((await keys('rsa')).map((key) => [key.name, key.publicKey]));
    expect(signatures.map(({ keyName }) => keyName)).toContain(before!.name);
    expect(signatures).toHaveLength(2);
    for (const { keyName, signature } of signatures) expect(createVerify('sha256').update(text).verify(byName.get(keyName)!, signature)).toBe(true);
  });
  it('lets administrators alone see and rotate them', async () => {
    await expect(test.call(listSigningKeys, {}, { as: 'reader' })).rejects.toMatchObject({ code: 'forbidden' });
    await expect(test.call(rotateSigningKey, { body: { kind: 'rsa' } }, { as: 'reader' })).rejects.toMatchObject({ code: 'forbidden' });
  });
});
