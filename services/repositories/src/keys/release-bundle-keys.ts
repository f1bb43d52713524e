import { createHash } from 'node:crypto';
import { releaseBundleNamespace } from '@packhouse/contract/repositories/ssh-signer-routes.ts';
import type { Doer, ReleaseBundleKey, ReleaseBundleStorage } from '@packhouse/peers/release-bundle-storage.ts';
import { createMessage, readKey, readPrivateKey, readSignature, sign, verify } from 'openpgp';
import type { Context } from '../context.ts';
import { readTrusted } from './key-material.ts';
import { pairValues, signingPair } from './key-pairs.ts';
import { insertPair, selectPairs, selectTrusted } from './key-queries.ts';
import { readSshSignature, type SshSignature, signSsh } from './ssh-signature.ts';
import { selectSshSigner } from './ssh-signer-queries.ts';

/** Milliseconds by which the clock of the signer may be ahead of ours. */
const clockLeeway = 5 * 60_000;

/** When a signature of that date is looked at: now, or when it was made, where that is in the near future. */
function findMoment(signed: Date | undefined): Date {
  const now = Date.now();
  return new Date(Math.max(now, Math.min(signed?.getTime() ?? now, now + clockLeeway)));
}

interface FoundSigner {
  name: string;
  fingerprint: string;
}

async function findSshSigner({ db }: Context, text: string, signature: SshSignature): Promise<FoundSigner | undefined> {
  const { namespace, fingerprint, hash } = signature;
  const signer = namespace === releaseBundleNamespace ? await selectSshSigner(db, fingerprint) : undefined;
  return signer && signature.fits(createHash(hash).update(text).digest()) ? { name: signer.name, fingerprint } : undefined;
}

async function findSigner(context: Context, text: string, armoredSignature: string): Promise<FoundSigner | undefined> {
  const { db } = context;
  const ssh = readSshSignature(armoredSignature);
  if (ssh) return findSshSigner(context, text, ssh);
  const message = await createMessage({ binary: Buffer.from(text) });
  const signature = await readSignature({ armoredSignature }).catch(() => undefined);
  // Each packet would have the whole text hashed again, and who signs makes one.
  if (signature?.packets.length !== 1) return undefined;
  const date = findMoment(signature.packets[0]?.created ?? undefined);
  // One at a time, so that the answer says which of them it was.
  for (const row of await selectTrusted(db)) {
    if (row.kind !== 'openpgp') continue;
    const results = await verify({ message, signature, verificationKeys: await readKey({ armoredKey: row.public_key }), date });
    const verified = await Promise.all(results.signatures.map((one) => one.verified.catch(() => false)));
    if (verified.some(Boolean)) return { name: row.name, fingerprint: (await readTrusted(row.public_key)).fingerprint };
  }
  return undefined;
}

/** Keys and signatures of release bundles, with the pairs and the trusted keys that administrators see. */
export function releaseBundleKeys(context: Context): Pick<ReleaseBundleStorage, 'key' | 'importKey' | 'signsWith' | 'sign' | 'signerOf' | 'findTrusted'> {
  const { db, platform } = context;

  async function find(name: string): Promise<ReleaseBundleKey | undefined> {
    const row = (await selectPairs(db)).find((one) => one.name === name && one.kind !== 'rsa');
    return row && { name, fingerprint: row.fingerprint, publicKey: row.public_key };
  }

  async function insert(input: Parameters<typeof pairValues>[1], { actor, address }: { actor: { name: string }; address: string }): Promise<void> {
    const values = await pairValues(context, input);
    await db
      .transaction()
      .execute(async (tx) => {
        const made = await insertPair(tx, { ...values, created_by: actor.name });
        const after = { kind: made.kind, fingerprint: made.fingerprint, from: input.from };
        await platform.identity.audit({ actor: actor.name, address, action: 'key-pair.created', subject: made.name, after }, tx);
      })
      .catch((error: { code?: string }) => {
        // Another request made it at the same moment.
        if (error.code !== '23505') throw error;
      });
  }

  return {
    async key(name, makes) {
      const known = await find(name);
      if (known || !makes) return known;
      await insert({ from: 'generated', name, kind: 'openpgp' }, { actor: { name: 'system' }, address: '' });
      return find(name);
    },
    async importKey(name, pair, doer: Doer) {
      const known = await find(name);
      if (known) return known;
      await insert({ from: 'imported', name, kind: 'openpgp', ...pair }, doer);
      return (await find(name))!;
    },
    signsWith(chosen) {
      context.releaseBundleKeyPair = chosen;
    },
    async sign(keyName, text) {
      const { kind, publicKey, privateHalf } = await signingPair(context, ['openpgp', 'ssh'], keyName);
      if (kind === 'ssh') return signSsh({ privateKey: await privateHalf(), publicKey }, releaseBundleNamespace, text);
      const signingKeys = await readPrivateKey({ armoredKey: await privateHalf() });
      return (await sign({ message: await createMessage({ binary: Buffer.from(text) }), signingKeys, detached: true })) as string;
    },
    signerOf: (text, signature) => findSigner(context, text, signature),
    findTrusted: async (fingerprint) =>
      ((await selectSshSigner(db, fingerprint)) ?? (await selectTrusted(db)).find((row) => row.fingerprint === fingerprint))?.name,
  };
}
