import { buffer } from 'node:stream/consumers';
import type { Evidence } from '@packhouse/contract/repositories/evidence-routes.ts';
import { type Actor, isAllowed } from '@packhouse/kernel/access/authorisation.ts';
import type { Context } from '../context.ts';
import { type Repository, readResource } from '../directory/directory.ts';
import { selectTrusted, type TrustedKeyRow } from '../keys/key-queries.ts';
import { getFolder, getName } from '../storage/path.ts';
import { mostEvidence } from './attach-evidence.ts';
import { findSigningKey, type ReadEvidence, readEvidence } from './envelope.ts';
import { type EvidenceRow, selectEvidence } from './evidence-queries.ts';
import { readCategory } from './predicate.ts';

/** A piece of evidence that the caller may read, with what is known of its signature as of now. */
export interface SeenEvidence {
  row: EvidenceRow;
  repository: Repository;
  read: ReadEvidence;
  signer: TrustedKeyRow | undefined;
}

/** Keys whose signatures of evidence are taken. */
export const selectEvidenceKeys = async ({ db }: Context): Promise<TrustedKeyRow[]> => (await selectTrusted(db)).filter(({ kind }) => kind === 'pem');

/** Opens a piece of evidence; undefined where its place is none that the caller may read. */
export async function seeEvidence(context: Context, actor: Actor, row: EvidenceRow, keys: readonly TrustedKeyRow[]): Promise<SeenEvidence | undefined> {
  const repository = await context.directory.byId(row.repository_id);
  if (!repository || !isAllowed(actor, 'read', readResource(repository, row.path))) return undefined;
  const read = readEvidence(await buffer(await context.platform.blobs.open(row.sha256)));
  return { row, repository, read, signer: findSigningKey(read.envelope, keys) };
}

/** Evidence about a content in places that the caller may read, newest first. */
export async function seeAllEvidence(context: Context, actor: Actor, subjectSha256: string): Promise<SeenEvidence[]> {
  const [rows, keys] = await Promise.all([selectEvidence(context.db, subjectSha256, mostEvidence), selectEvidenceKeys(context)]);
  const seen: SeenEvidence[] = [];
  // One at a time: a hundred envelopes are not to be in memory at once.
  for (const row of rows) {
    const one = await seeEvidence(context, actor, row, keys);
    if (one) seen.push(one);
  }
  return seen;
}

export function readVerdict({ signer, read }: Pick<SeenEvidence, 'signer' | 'read'>): Evidence['verdict'] {
  if (signer) return 'verified';
  return read.certified ? 'certificate' : 'unknown_key';
}

/** Evidence as the console shows it. */
export function toEvidence(actor: Actor, seen: SeenEvidence): Evidence {
  const { row, repository, signer } = seen;
  return {
    id: String(row.id),
    downloadPath: `${repository.key}/${row.path}`,
    name: getName(row.path),
    sha256: row.sha256,
    predicateType: row.predicate_type,
    category: readCategory(row.predicate_type),
    verdict: readVerdict(seen),
    signedBy: signer?.name ?? null,
    provider: row.provider,
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by,
    attachments: row.attachments.map(({ path, ...rest }) => ({ ...rest, downloadPath: `${repository.key}/${path}` })),
    deletable: isAllowed(actor, 'delete', readResource(repository, getFolder(row.path))),
  };
}
