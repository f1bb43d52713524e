import { acceptPairing, DeploymentUrl } from '@packhouse/contract/access/access-trust-routes.ts';
import { trustWords } from '@packhouse/contract/access/trust-words.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import { Said } from '@packhouse/contract/said.ts';
import { Accepts, type TrustPurpose, trustPurposes } from '@packhouse/contract/trust-purposes.ts';
import { readUpTo } from '@packhouse/limits/read-up-to.ts';
import { z } from 'zod';
import { type By, type Change, type ChangeTransaction, inChange } from '../audit/change.ts';
import type { Context } from '../context.ts';
import { fingerprint } from '../secret/fingerprint.ts';
import { takePairing } from './pairing-queries.ts';
import { readPairingToken, readTokenOfOther, type TokenClaims } from './pairing-token.ts';
import { lockPeer, type PeerRow, selectPeer, upsertPeer } from './peer-queries.ts';
import { ownName } from './peer-view.ts';
import { digestOf } from './prove-call.ts';
import { readSigned, type Signed } from './signed-text.ts';

/** Under the signature of the deployment that comes with a token: it has the key that it names. */
const ProofClaims = z.object({
  iss: z.string().min(1).max(200),
  name: z.string().min(1).max(100),
  url: DeploymentUrl,
  aud: z.string(),
  /** SHA-256 of the very token. */
  token: z.string(),
});

/** Under the signature of the deployment that made the token. */
const AnswerClaims = z.object({
  iss: z.string(),
  aud: z.string(),
  token: z.string(),
  purposes: z.array(z.enum(trustPurposes)).min(1),
  /** Milliseconds. */
  clock: z.number(),
});

const largestAnswer = 64 * 1024;

interface NewPeer {
  id: string;
  name: string;
  url: string;
  signed: Pick<Signed<unknown>, 'key' | 'keyId'>;
  purposes: readonly TrustPurpose[];
  allowPrivate: boolean;
  pairedBy: string;
  clockOffset?: number;
  /** What it was told of this deployment. */
  told: { key: string; url: string };
}

/** A deployment is the one that has its key: another key under a known id is somebody else until an administrator removes what is known. @throws AppError `conflict` */
function requireSameKey(row: PeerRow | undefined, keyId: string): void {
  if (row && row.keys[0]?.id !== keyId) throw new AppError(trustWords.known_with_other_key, { name: row.name });
}

async function keepPeer(context: Context, transaction: ChangeTransaction, record: (change: Change) => Promise<void>, peer: NewPeer): Promise<PeerRow> {
  const { id, name, url, signed, purposes, allowPrivate, pairedBy, clockOffset, told } = peer;
  const before = await lockPeer(transaction, id);
  requireSameKey(before, signed.keyId);
  // One token after another may be for one purpose each.
  const all = [...new Set([...(before && !before.revoked_at ? before.purposes : []), ...purposes])];
  const row = await upsertPeer(transaction, {
    id,
    name,
    url,
    keys: JSON.stringify(before?.keys ?? [{ id: signed.keyId, key: signed.key }]),
    purposes: all,
    accepts: JSON.stringify(before?.accepts ?? Accepts.parse({})),
    allow_private: allowPrivate,
    paired_by: pairedBy,
    knows_key: told.key,
    knows_url: told.url,
    ...(clockOffset === undefined ? {} : { clock_offset: clockOffset, clock_at: new Date() }),
  });
  await context.federation.tryAgain(transaction, id);
  await record({ action: 'peer.paired', subject: name, after: { id, url, purposes: all, keyId: signed.keyId, allowPrivate } });
  return row;
}

/** Another deployment comes with a token: pairs with it when the token is one of ours that holds still, and the key it names its own. Answers a signed text. */
export async function acceptPairingOf(context: Context, token: string, proof: string, address: string): Promise<string> {
  const { deployment, deploymentKeys } = context;
  const made = await readPairingToken(token);
  const key = (await deploymentKeys.all()).find(({ id }) => id === made.keyId);
  if (made.claims.iss !== deployment || !key) throw new AppError(trustWords.pairing_token_unreadable);
  if (made.claims.exp * 1000 <= Date.now()) throw new AppError(trustWords.pairing_token_over);
  const proved = await readSigned(proof, 'pairing-proof', ProofClaims);
  if (proved?.claims.aud !== deployment || proved.claims.token !== digestOf(Buffer.from(token))) throw new AppError(trustWords.pairing_proof_wrong);
  const { iss: id, name, url } = proved.claims;
  if (id === deployment) throw new AppError(trustWords.same_deployment_id, { id });
  const purposes = await inChange(context, { actor: name, address }, async (transaction, record) => {
    const pairing = await takePairing(transaction, fingerprint(made.claims.jti));
    if (!pairing) throw new AppError(trustWords.pairing_token_over);
    await keepPeer(context, transaction, (change) => record({ ...change, actor: pairing.created_by }), {
      id,
      name,
      url,
      signed: proved,
      purposes: pairing.purposes,
      allowPrivate: pairing.allow_private,
      pairedBy: pairing.created_by,
      // It takes the key from the token, and is told of a newer one later.
      told: { key: made.keyId, url: made.claims.url },
    });
    return pairing.purposes;
  });
  return key.sign('pairing-answer', { iss: deployment, aud: id, token: proved.claims.token, purposes, clock: Date.now() });
}

/** Sends the token back to the deployment that made it, with a proof of our key; gives its signed answer. */
async function presentToken(context: Context, claims: TokenClaims, body: { token: string; proof: string }, allowPrivate: boolean): Promise<string> {
  const wrong = (cause?: unknown) => new AppError(trustWords.pairing_answer_wrong, { url: claims.url }, { cause });
  const answer = await context.platform.outgoing.request(`${claims.url}${acceptPairing.url}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(body),
    redirects: 0,
    allowPrivate,
    signal: AbortSignal.timeout(30_000),
  });
  const text = (await readUpTo(answer.body, largestAnswer, wrong)).toString('utf8');
  try {
    if (answer.status === 200) return acceptPairing.reply.parse(JSON.parse(text)).answer;
    const why = Said.parse((JSON.parse(text) as { errors: unknown[] }).errors[0]);
    throw new AppError(trustWords.pairing_refused, { name: claims.name, why });
  } catch (error) {
    throw error instanceof AppError ? error : wrong(error);
  }
}

export interface PairOptions {
  /** What the other is called here; its own name unless said. */
  name?: string | undefined;
  /** The other may be at a private address. */
  allowPrivate?: boolean | undefined;
  /** This deployment is reached here. */
  url: string | undefined;
}

/** Pairs with the deployment that made a token. */
export async function pairWith(context: Context, token: string, options: PairOptions, by: By): Promise<PeerRow> {
  const made = await readTokenOfOther(context, token);
  const { iss: id, url } = made.claims;
  const ownUrl = options.url ?? context.platform.config.baseUrl;
  if (ownUrl === undefined) throw new AppError(trustWords.own_address_unknown);
  requireSameKey(await selectPeer(context.db, id), made.keyId);
  const key = await context.deploymentKeys.current();
  const { allowPrivate = false, name = made.claims.name } = options;
  const digest = digestOf(Buffer.from(token));
  const proof = await key.sign('pairing-proof', { iss: context.deployment, name: await ownName(context), url: ownUrl, aud: id, token: digest });
  const text = await presentToken(context, made.claims, { token, proof }, allowPrivate);
  const answer = await readSigned(text, 'pairing-answer', AnswerClaims);
  const isTheirs = answer?.keyId === made.keyId && answer.claims.iss === id && answer.claims.aud === context.deployment && answer.claims.token === digest;
  if (!answer || !isTheirs) throw new AppError(trustWords.pairing_answer_wrong, { url });
  const { purposes, clock } = answer.claims;
  return inChange(context, by, (transaction, record) =>
    keepPeer(context, transaction, record, {
      id,
      name,
      url,
      signed: made,
      purposes,
      allowPrivate,
      pairedBy: by.actor,
      clockOffset: Math.round(clock - Date.now()),
      told: { key: key.id, url: ownUrl },
    }),
  );
}
