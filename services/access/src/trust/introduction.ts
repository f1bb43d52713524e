import { trustWords } from '@packhouse/contract/access/trust-words.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import type { Peer } from '@packhouse/kernel/access/signed-call.ts';
import { z } from 'zod';
import { inChange } from '../audit/change.ts';
import type { Context } from '../context.ts';
import type { OwnKey } from './deployment-keys.ts';
import { spellFingerprint } from './fingerprint.ts';
import { lockPeer, type PeerRow, updatePeer } from './peer-queries.ts';
import { readSigned } from './signed-text.ts';
import type { PeerKey } from './trust-schema.ts';

/** Both keys are good for so long: seven days, in milliseconds. */
const overlap = 7 * 86_400_000;

/** Under the signature of the old key: which one comes next. */
const NextKey = z.object({ iss: z.string(), aud: z.string(), next: z.string() });
/** Under the signature of the new key: it belongs to whoever had the old one. */
const NewKey = z.object({ iss: z.string(), aud: z.string(), under: z.string() });

/** Says that one key comes after another, signed with both. */
export async function writeSuccession(deployment: string, aud: string, old: OwnKey, fresh: OwnKey): Promise<string> {
  const under = await old.sign('next-key', { iss: deployment, aud, next: fresh.id });
  return fresh.sign('new-key', { iss: deployment, aud, under });
}

/** The keys of a deployment once it has said which one comes next. Only the newest may say so: one that was thrown away for good reason names no other. */
async function succeed(row: PeerRow, deployment: string, text: string): Promise<PeerKey[]> {
  const refuse = () => new AppError(trustWords.pairing_proof_wrong);
  const fresh = await readSigned(text, 'new-key', NewKey);
  if (fresh?.claims.iss !== row.id || fresh.claims.aud !== deployment) throw refuse();
  const [newest, ...older] = row.keys;
  if (fresh.keyId === newest?.id) return row.keys;
  const old = await readSigned(fresh.claims.under, 'next-key', NextKey);
  const fits = old?.keyId === newest?.id && old?.claims.iss === row.id && old.claims.aud === deployment && old.claims.next === fresh.keyId;
  if (!newest || !fits || row.keys.some(({ id }) => id === fresh.keyId)) throw refuse();
  return [{ id: fresh.keyId, key: fresh.key }, { ...newest, until: new Date(Date.now() + overlap).toISOString() }, ...older];
}

/** A trusted deployment says where it is reached now, or which key it signs with from now on. */
export async function takeIntroduction(context: Context, peer: Peer, said: { url?: string | undefined; key?: string | undefined }, address: string) {
  await inChange(context, { actor: peer.name, address }, async (transaction, record) => {
    const row = await lockPeer(transaction, peer.id);
    if (!row || row.revoked_at) throw new AppError(trustWords.trust_ended, { name: peer.name });
    const keys = said.key === undefined ? row.keys : await succeed(row, context.deployment, said.key);
    const url = said.url ?? row.url;
    // Leave to be at a private address was given for the address before.
    const allowPrivate = row.allow_private && new URL(url).hostname === new URL(row.url).hostname;
    await updatePeer(transaction, row.id, { keys: JSON.stringify(keys), url, allow_private: allowPrivate });
    await context.federation.tryAgain(transaction, row.id);
    if (url !== row.url)
      await record({ action: 'peer.changed', subject: row.name, before: { url: row.url, allowPrivate: row.allow_private }, after: { url, allowPrivate } });
    if (keys[0]?.id === row.keys[0]?.id) return;
    const [before, after] = await Promise.all([row.keys[0]!, keys[0]!].map(({ id }) => spellFingerprint(id)));
    await record({ action: 'peer.key-changed', subject: row.name, before: { fingerprint: before }, after: { fingerprint: after } });
  });
}
