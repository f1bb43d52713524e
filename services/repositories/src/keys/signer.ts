import { createSign } from 'node:crypto';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Signer } from '@packhouse/formats/indexed-listing.ts';
import { LRUCache } from 'lru-cache';
import { armor, createCleartextMessage, createMessage, enums, type PrivateKey, type PublicKey, readKey, readPrivateKey, sign } from 'openpgp';
import type { Context } from '../context.ts';
import { signingPair } from './key-pairs.ts';
import type { ListingKeyKind } from './key-schema.ts';
import { needKeys } from './signing-keys.ts';

/** Other processes' rotations are noticed after at most this long. */
const memory = 5000;
/** A key that signs, and how to get at its private half. */
interface PublishedKey {
  name: string;
  fingerprint: string;
  publicKey: string;
  open: () => Promise<string>;
}

const published = new LRUCache<string, readonly PublishedKey[]>({ max: 64, ttl: memory });
/** Private halves may come from a vault, which is asked again now and then; none stays in memory for longer. */
const privateMemory = { ttl: 300_000, ttlAutopurge: true };
const opened = new LRUCache<string, Promise<string>>({ max: 64, ...privateMemory });
const openedOpenpgp = new LRUCache<string, Promise<PrivateKey>>({ max: 16, ...privateMemory });

type Owner = Pick<Context, 'db' | 'platform' | 'readers'>;

async function readKeysOfPair(context: Owner, kind: ListingKeyKind, name: string): Promise<PublishedKey[]> {
  const pair = await signingPair(context, [kind], name);
  const file = kind === 'rsa' ? `${name}.rsa.pub` : `${name}.key`;
  return [{ ...pair, name: file, open: () => openPair(pair) }];
}

function openPair({ fingerprint, privateHalf }: Awaited<ReturnType<typeof signingPair>>): Promise<string> {
  const known = opened.get(fingerprint);
  if (known) return known;
  const opening = privateHalf();
  opened.set(fingerprint, opening);
  // A vault that cannot be reached now is asked again the next time.
  opening.catch(() => opened.delete(fingerprint));
  return opening;
}

async function ownKeys(context: Owner, kind: ListingKeyKind): Promise<PublishedKey[]> {
  const keys = await needKeys(context, kind);
  return keys.map(({ privateKey, ...key }) => ({ ...key, open: async () => context.platform.secrets.decrypt(privateKey) }));
}

/** Gives what this platform signs with at present: the pair of that name, or else its own keys. */
export async function publishedKeys(context: Owner, kind: ListingKeyKind, pair = ''): Promise<readonly PublishedKey[]> {
  const key = `${context.platform.databaseUrl} ${kind} ${pair}`;
  const known = published.get(key);
  if (known) return known;
  const keys = await (pair === '' ? ownKeys(context, kind) : readKeysOfPair(context, kind, pair));
  published.set(key, keys);
  return keys;
}

/** Of the private halves too: a key that was taken away signs no more. */
export function forgetPublishedKeys(): void {
  published.clear();
  opened.clear();
  openedOpenpgp.clear();
}

function privateKeys(keys: readonly PublishedKey[]): Promise<PrivateKey[]> {
  return Promise.all(
    keys.map((key) => {
      const known = openedOpenpgp.get(key.fingerprint);
      if (known) return known;
      const opening = key.open().then((armoredKey) => readPrivateKey({ armoredKey }));
      openedOpenpgp.set(key.fingerprint, opening);
      opening.catch(() => openedOpenpgp.delete(key.fingerprint));
      return opening;
    }),
  );
}

/** Signatures with all published keys; `id` says which. */
export async function openSigner(context: Owner, kind: ListingKeyKind, pair = ''): Promise<Signer & { id: string }> {
  const keys = await publishedKeys(context, kind, pair);
  return {
    id: keys.map((key) => key.fingerprint).join(),
    async clear(text) {
      const message = await createCleartextMessage({ text });
      return sign({ message, signingKeys: await privateKeys(keys) });
    },
    async detached(text) {
      const message = await createMessage({ binary: Buffer.from(text) });
      return (await sign({ message, signingKeys: await privateKeys(keys), detached: true })) as string;
    },
    async rsa(body: Readable, hash) {
      const signs = keys.map(() => createSign(hash));
      await pipeline(body, async (chunks: AsyncIterable<Buffer>) => {
        for await (const chunk of chunks) for (const one of signs) one.update(chunk);
      });
      return Promise.all(keys.map(async (key, at) => ({ keyName: key.name, signature: signs[at]!.sign(await key.open()) })));
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

/** The OpenPGP keys that sign, the pair of that name or the platform's own, as one armoured key ring. */
export async function keyRing(context: Owner, pair = ''): Promise<string> {
  const keys: PublicKey[] = await Promise.all((await publishedKeys(context, 'openpgp', pair)).map((key) => readKey({ armoredKey: key.publicKey })));
  const packets = keys.map((key) => Buffer.from(key.toPacketList().write()));
  return armor(enums.armor.publicKey, Buffer.concat(packets)) as string;
}
