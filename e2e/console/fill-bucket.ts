import { execFile } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { LicenceType } from '@packhouse/contract/access/licence-types.ts';
import type { Call } from '@packhouse/contract/client.ts';
import { addBucket } from '@packhouse/contract/mission-control/bucket-routes.ts';

const { publicKey, privateKey } = generateKeyPairSync('ed25519');

/** The key of the issuer whose licences the filled platform takes. */
export const issuerKey = publicKey.export({ format: 'jwk' }).x ?? '';

interface Issued {
  /** What the issuer wrote. */
  file: string;
  /** What the issuer told. */
  told: string;
}

async function issue(type: LicenceType, ...more: string[]): Promise<Issued> {
  const folder = await mkdtemp(join(tmpdir(), 'packhouse-issuer-'));
  try {
    const [signingKey, out] = [join(folder, 'issuer.key'), join(folder, 'issued')];
    await writeFile(signingKey, privateKey.export({ type: 'pkcs8', format: 'pem' }));
    const order = ['--type', type, '--to', 'Storefront Ltd', ...more];
    const program = resolve('apps/server/src/main.ts');
    const { stdout } = await promisify(execFile)(process.execPath, [program, 'license', 'issue', '--signing-key', signingKey, ...order, '--out', out]);
    return { file: await readFile(out, 'utf8'), told: stdout };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A licence as an issuer makes it. */
export async function issueLicence(type: LicenceType): Promise<string> {
  return (await issue(type)).file.trim();
}

/** Adds a bucket as an issuer makes it; answers its id. */
export async function fillBucket(call: Call): Promise<string> {
  const { file, told } = await issue('ENTERPRISE_PLUS', '--projects', '20', '--count', '5');
  const key = told.trim().split('\n').at(-1) ?? '';
  const { id } = await call(addBucket, { body: { source: 'file', name: 'storefront', fileName: 'bucket.json', file, key } });
  return id;
}
