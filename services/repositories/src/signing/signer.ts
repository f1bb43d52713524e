import { createSign } from 'node:crypto';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Signer } from '@packhouse/formats/indexed-listing.ts';
import { LRUCache } from 'lru-cache';
import { armor, createCleartextMessage, createMessage, enums, type PrivateKey, type PublicKey, readKey, readPrivateKey, sign } from 'openpgp';
import type { Context } from '../context.ts';
import { type KeyKind, needKeys, type StoredKey } from './signing-keys.ts';

/** Other processes' rotations are noticed after at most this long. */
const memory = 5000;
const published = new LRUCache<string, readonly StoredKey[]>({ max: 64, ttl: memory });
const opened = new LRUCache<string, Promise<PrivateKey>>({ max: 16 });

type Owner = Pick<Context, 'db' | 'platform'>;

/** What this platform signs with at present. */
export async function publishedKeys(context: Owner, kind: KeyKind): Promise<readonly StoredKey[]> {
  const key = `${context.platform.databaseUrl} ${kind}`;
  const known = published.get(key);
  if (known) return known;
  const keys = await needKeys(context, kind);
  published.set(key, keys);
  return keys;
}

export function forgetPublishedKeys(): void {
  published.clear();
}

function privateKeys(context: Owner, keys: readonly StoredKey[]): Promise<PrivateKey[]> {
  return Promise.all(
    keys.map((key) => {
      const known = opened.get(key.fingerprint) ?? readPrivateKey({ armoredKey: context.platform.secrets.decrypt(key.privateKey) });
      opened.set(key.fingerprint, known);
      return known;
    }),
  );
}

/** Signatures with all published keys; `id` says which. */
export async function openSigner(context: Owner, kind: KeyKind): Promise<Signer & { id: string }> {
  const keys = await publishedKeys(context, kind);
  return {
    id: keys.map((key) => key.fingerprint).join(),
    async clear(text) {
      const message = await createCleartextMessage({ text });
      return sign({ message, signingKeys: await privateKeys(context, keys) });
    },
    async detached(text) {
      const message = await createMessage({ binary: Buffer.from(text) });
      return (await sign({ message, signingKeys: await privateKeys(context, keys), detached: true })) as string;
    },
    async rsa(body: Readable, hash) {
      const signs = keys.map(() => createSign(hash));
      await pipeline(body, async (chunks: AsyncIterable<Buffer>) => {
        for await (const chunk of chunks) for (const one of signs) one.update(chunk);
      });
      return keys.map((key, at) => ({ keyName: key.name, signature: signs[at]!.sign(context.platform.secrets.decrypt(key.privateKey)) }));
    },
  };
}

/** The published OpenPGP keys one by one, with the ids that signatures name them by. */
export async function publicKeys(context: Owner): Promise<{ id: string; armoured: string }[]> {
  return Promise.all(
    (await publishedKeys(context, 'openpgp')).map(async ({ publicKey }) => ({
      id: (await readKey({ armoredKey: publicKey })).getKeyID().toHex().toUpperCase(),
      armoured: publicKey,
    })),
  );
}

/** All published OpenPGP keys as one armoured key ring. */
export async function keyRing(context: Owner): Promise<string> {
  const keys: PublicKey[] = await Promise.all((await publishedKeys(context, 'openpgp')).map((key) => readKey({ armoredKey: key.publicKey })));
  const packets = keys.map((key) => Buffer.from(key.toPacketList().write()));
  return armor(enums.armor.publicKey, Buffer.concat(packets)) as string;
}
