import type { OwnDeployment, TrustedDeployment } from '@packhouse/contract/access/access-trust-routes.ts';
import { trustWords } from '@packhouse/contract/access/trust-words.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import { Accepts } from '@packhouse/contract/trust-purposes.ts';
import type { Peer } from '@packhouse/kernel/access/signed-call.ts';
import type { Context } from '../context.ts';
import { spellFingerprint } from './fingerprint.ts';
import { type PeerRow, selectPeer, selectPeers } from './peer-queries.ts';

/** What other services are told of a trusted deployment. */
export function toPeer({ id, name, url, purposes, accepts }: PeerRow): Peer {
  // What is accepted unless somebody says otherwise may have come with a later version than the deployment.
  return { id, name, url, purposes, accepts: Accepts.parse(accepts) };
}

/** What administrators see of a deployment. */
export async function toTrusted(row: PeerRow): Promise<TrustedDeployment> {
  return {
    ...toPeer(row),
    purposes: [...row.purposes],
    allowPrivate: row.allow_private,
    fingerprint: await spellFingerprint(row.keys[0]!.id),
    pairedAt: row.paired_at.toISOString(),
    pairedBy: row.paired_by,
    clockOffset: row.clock_offset,
    clockAt: row.clock_at?.toISOString() ?? null,
    revokedAt: row.revoked_at?.toISOString() ?? null,
    revokedThere: row.revoked_there,
    toBeTold: row.tell_at !== null,
  };
}

/** This deployment calls itself so. */
export async function ownName({ general, deployment }: Pick<Context, 'general' | 'deployment'>): Promise<string> {
  return (await general.read()).serverName.slice(0, 100) || deployment;
}

/** This deployment, as others know it. */
export async function readSelf(context: Context): Promise<OwnDeployment> {
  const key = await context.deploymentKeys.current();
  return {
    id: context.deployment,
    name: await ownName(context),
    url: context.platform.config.baseUrl ?? null,
    fingerprint: await spellFingerprint(key.id),
    keySince: key.since.toISOString(),
  };
}

export async function readTrusted(context: Context): Promise<{ self: OwnDeployment; items: TrustedDeployment[] }> {
  const rows = await selectPeers(context.db);
  return { self: await readSelf(context), items: await Promise.all(rows.map(toTrusted)) };
}

/** @throws AppError `not_found` */
export function knownPeer(row: PeerRow | undefined, id: string): PeerRow {
  if (!row) throw new AppError(trustWords.no_trusted_deployment, { name: id });
  return row;
}

/** @throws AppError `not_found`, `forbidden` where the trust has ended */
export async function needPeer({ db }: Pick<Context, 'db'>, id: string): Promise<PeerRow> {
  const row = knownPeer(await selectPeer(db, id), id);
  if (row.revoked_at) throw new AppError(trustWords.trust_ended, { name: row.name });
  return row;
}
