import { randomUUID } from 'node:crypto';
import type { Actor, Grant } from '@packhouse/kernel/access/authorisation.ts';
import type { Context } from '../context.ts';
import type { Claims } from '../token/signing-keys.ts';
import { getIssuer, readSubject } from '../token/subject.ts';
import type { GoodToken } from '../token/token-states.ts';
import { selectPeer } from './peer-queries.ts';

/** A deployment goes by this name where it does something here. */
const tellPeer = (id: string) => `deployment ${id}`;

const grant = (resourceType: Grant['resourceType'], actions: Grant['actions']): Grant => ({
  permission: 'trust',
  resourceType,
  names: ['ANY'],
  include: [],
  exclude: [],
  actions,
  through: 'trust',
});

/** What deployments may do whose release bundles are accepted: nothing can be read with it. */
const passGrants: readonly Grant[] = [grant('releaseBundle', ['read', 'deploy', 'delete']), grant('repository', ['annotate', 'deploy', 'delete'])];

/** A token for a trusted deployment, which is good for these seconds, under this address alone. */
export function issuePass({ keys, deployment }: Context, peer: string, under: string, seconds: number): Promise<string> {
  const iat = Math.floor(Date.now() / 1000);
  const names = { iss: getIssuer(deployment), sub: readSubject(deployment, tellPeer(peer)), aud: '*@*', scp: '' };
  return keys.sign({ ...names, iat, exp: iat + seconds, jti: randomUUID(), sht: true, peer, under });
}

/** What a pass says. */
export function tellPass(peer: string, { under, exp = 0 }: Claims): GoodToken {
  const name = tellPeer(peer);
  return { userId: undefined, subject: name, scope: '', createdBy: name, expiresAt: exp * 1000, isShort: true, pass: { peer, under: String(under) } };
}

/** Who stands behind a pass, while the deployment is trusted for distribution, and as far as what is accepted from it goes. */
export async function readActorOfPass({ db }: Context, { peer }: NonNullable<GoodToken['pass']>): Promise<Actor | undefined> {
  const row = await selectPeer(db, peer);
  if (!row || row.revoked_at || !row.purposes.includes('distribution')) return undefined;
  return {
    kind: 'user',
    name: tellPeer(peer),
    administrator: false,
    groups: [],
    grants: row.accepts.releaseBundles ? passGrants : [],
    realm: 'deployment',
    via: 'token',
    token: { id: '', scope: '' },
  };
}
