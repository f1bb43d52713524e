import { DeploymentUrl, type InspectedToken, pairingTokenLifetime } from '@packhouse/contract/access/access-trust-routes.ts';
import { trustWords } from '@packhouse/contract/access/trust-words.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import { type TrustPurpose, trustPurposes } from '@packhouse/contract/trust-purposes.ts';
import { z } from 'zod';
import { type By, inChange } from '../audit/change.ts';
import type { Context } from '../context.ts';
import { fingerprint, randomSecret } from '../secret/fingerprint.ts';
import { spellFingerprint } from './fingerprint.ts';
import { countPairings, deleteOldPairings, insertPairing } from './pairing-queries.ts';
import { ownName } from './peer-view.ts';
import { readSigned, type Signed } from './signed-text.ts';

/** Tokens of one deployment that may wait to be used. */
const mostWaiting = 100;

/** Under the signature of a pairing token. */
const TokenClaims = z.object({
  iss: z.string().min(1).max(200),
  name: z.string().min(1).max(100),
  url: DeploymentUrl,
  purposes: z.array(z.enum(trustPurposes)).min(1),
  jti: z.string().min(16).max(64),
  iat: z.number(),
  exp: z.number().min(0).max(8_640_000_000_000),
});
export type TokenClaims = z.output<typeof TokenClaims>;

export interface TokenOrder {
  purposes: readonly TrustPurpose[];
  /** The deployment that comes with it may be at a private address. */
  allowPrivate: boolean;
  /** This deployment is reached here. */
  url: string;
}

/** Makes a token with which another deployment pairs itself with this one. */
export async function makePairingToken(context: Context, { purposes, allowPrivate, url }: TokenOrder, by: By) {
  const key = await context.deploymentKeys.current();
  const jti = randomSecret(24);
  const iat = Math.floor(Date.now() / 1000);
  const exp = iat + pairingTokenLifetime;
  const claims: TokenClaims = { iss: context.deployment, name: await ownName(context), url, purposes: [...purposes], jti, iat, exp };
  const expiresAt = new Date(exp * 1000);
  await inChange(context, by, async (transaction, record) => {
    await deleteOldPairings(transaction);
    if ((await countPairings(transaction)) >= mostWaiting) throw new AppError(trustWords.too_many_pairings);
    await insertPairing(transaction, {
      hash: fingerprint(jti),
      purposes: [...purposes],
      allow_private: allowPrivate,
      created_by: by.actor,
      expires_at: expiresAt,
    });
    await record({ action: 'pairing-token.created', subject: purposes.join(', '), after: { purposes, allowPrivate, expiresAt: expiresAt.toISOString() } });
  });
  return { token: await key.sign('pairing', claims), expiresAt: expiresAt.toISOString(), fingerprint: await spellFingerprint(key.id), url };
}

/** Reads a pairing token of whatever deployment. Whether it holds still, only the one that made it can tell. @throws AppError `invalid_input` */
export async function readPairingToken(token: string): Promise<Signed<TokenClaims>> {
  const signed = await readSigned(token, 'pairing', TokenClaims);
  if (!signed) throw new AppError(trustWords.pairing_token_unreadable);
  return signed;
}

/** Reads a pairing token that another deployment made. @throws AppError when it is one of this very deployment, or of a copy of it */
export async function readTokenOfOther({ deployment, deploymentKeys }: Context, token: string): Promise<Signed<TokenClaims>> {
  const signed = await readPairingToken(token);
  if (signed.claims.iss !== deployment) return signed;
  const own = (await deploymentKeys.all()).some(({ id }) => id === signed.keyId);
  throw own ? new AppError(trustWords.pairing_token_of_this) : new AppError(trustWords.same_deployment_id, { id: deployment });
}

/** What a token would pair this deployment with. */
export async function inspectToken(context: Context, token: string): Promise<InspectedToken> {
  const { claims, keyId } = await readTokenOfOther(context, token);
  const { iss, name, url, purposes, exp } = claims;
  return { id: iss, name, url, purposes, fingerprint: await spellFingerprint(keyId), expiresAt: new Date(exp * 1000).toISOString() };
}
