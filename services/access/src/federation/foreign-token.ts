import { readTokenRegisters } from '@packhouse/contract/access/federation-peer-routes.ts';
import { compactVerify, importJWK, type JWK } from 'jose';
import { LRUCache } from 'lru-cache';
import type { Context } from '../context.ts';
import type { Claims } from '../token/signing-keys.ts';
import { findStoredToken, tellGoodToken } from '../token/stored-token.ts';
import type { GoodToken } from '../token/token-states.ts';
import { selectIssuer } from './issuer-queries.ts';
import { ask } from './link-call.ts';
import { typeOf } from './link-filter.ts';
import { selectLinks } from './link-queries.ts';
import { receive } from './receive.ts';

const issuerPrefix = 'jfac@';
/** Milliseconds in which a token that is unknown at its issuer, too, is not asked for again. */
const unknownFor = 5000;
const patience = 2000;

/** What a token of another deployment says, when that one signed it and it has not expired. */
async function verify(context: Context, secret: string): Promise<{ deployment: string; claims: Claims } | undefined> {
  try {
    const { payload } = await compactVerify(
      secret,
      async ({ kid }, token) => {
        const claims = JSON.parse(Buffer.from(String(token?.payload), 'base64url').toString()) as Partial<Claims>;
        const issuer = await selectIssuer(context.db, String(claims.iss).slice(issuerPrefix.length), String(kid));
        if (!issuer) throw new Error('nobody we know');
        return importJWK(issuer.key as JWK, 'EdDSA');
      },
      { algorithms: ['EdDSA'] },
    );
    const claims = JSON.parse(new TextDecoder().decode(payload)) as Claims;
    if (claims.exp !== undefined && claims.exp * 1000 <= Date.now()) return undefined;
    return { deployment: claims.iss.slice(issuerPrefix.length), claims };
  } catch {
    return undefined;
  }
}

/** Finds tokens that other deployments have issued: their row must have come here, and not be revoked. One that was quicker than its row is asked for once. */
export function foreignTokens(getContext: () => Context): (secret: string) => Promise<GoodToken | undefined> {
  const unknown = new LRUCache<string, true>({ max: 10_000, ttl: unknownFor });
  async function fetchRow(context: Context, deployment: string, id: string): Promise<void> {
    const links = (await selectLinks(context.db)).filter((link) => link.direction === 'in' && link.peer === deployment && link.types.includes(typeOf.token));
    const [link] = links;
    if (!link || unknown.has(id)) return;
    unknown.set(id, true);
    try {
      const path = `/access/api/v1/federation/peer/tokens/${id}`;
      const { entries } = await ask(context, deployment, { method: 'GET', path, timeout: patience }, readTokenRegisters.reply);
      if (entries.length > 0) await receive(context, link, entries);
    } catch (error) {
      context.log.info({ err: error, deployment }, 'a token could not be asked for at its issuer');
    }
  }
  return async (secret) => {
    const context = getContext();
    const verified = await verify(context, secret);
    if (!verified || verified.claims.sht === true || !/^[0-9a-f-]{36}$/.test(verified.claims.jti)) return undefined;
    const { jti } = verified.claims;
    if (!(await findStoredToken(context, jti))) await fetchRow(context, verified.deployment, jti);
    const row = await findStoredToken(context, jti);
    return row && tellGoodToken(row);
  };
}
