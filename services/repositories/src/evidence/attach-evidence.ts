import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { AppError } from '@packhouse/contract/errors.ts';
import { evidenceWords } from '@packhouse/contract/repositories/evidence-words.ts';
import { evidenceLimits } from '@packhouse/contract/repositories/limits.ts';
import { type Actor, authorise } from '@packhouse/kernel/access/authorisation.ts';
import { findItem, type Item } from '../artifact/item.ts';
import type { Context } from '../context.ts';
import { readResource } from '../directory/directory.ts';
import { type CommitFile, commit } from '../storage/commit.ts';
import { getName, storagePath } from '../storage/path.ts';
import { type ReadEvidence, readEvidence, type SentEnclosure } from './envelope.ts';
import { type EvidenceRow, insertEvidence, selectEvidence } from './evidence-queries.ts';
import type { KeptEnclosure } from './evidence-schema.ts';
import { makeSlug } from './predicate.ts';

/** So much evidence may be about one content. */
export const mostEvidence = evidenceLimits.pieces.most;

export type FileItem = Item & { kind: 'file' };

/** The file that evidence is about. @throws AppError `artifact_not_found`, `bad_request` for folders */
export async function findSubject(context: Context, actor: Actor, key: string, path: string): Promise<FileItem> {
  const item = await findItem(context, actor, key, storagePath(path));
  if (item.kind !== 'file') throw new AppError(evidenceWords.evidence_for_files, { path: `${key}/${path}` });
  return item;
}

/** A file that evidence takes along: kept beside it, so that what the client put somewhere for the moment may go. */
async function keepEnclosure(context: Context, actor: Actor, sent: SentEnclosure, { folder, statement }: { folder: string } & Pick<ReadEvidence, 'statement'>) {
  const said = statement.attachments?.find(({ sha256 }) => sha256 === sent.sha256);
  const item = await findItem(context, actor, sent.repository, storagePath(sent.path)).catch(() => undefined);
  if (item?.kind !== 'file' || item.artifact.sha256 !== sent.sha256 || !said)
    throw new AppError(evidenceWords.evidence_attachment_differs, { path: `${sent.repository}/${sent.path}` });
  const path = storagePath(`${folder}/${sent.sha256.slice(0, 12)}-${getName(`/${said.name}`)}`);
  const kept: KeptEnclosure = { name: said.name, sha256: sent.sha256, type: said.type ?? null, path };
  return { kept, file: { path, content: { sha256: sent.sha256 }, mayReplace: false } satisfies CommitFile };
}

/**
 * Attaches a signed statement to the content of a file: kept as a file of the same repository, found with that content wherever it is.
 * @throws AppError `forbidden` without 'annotate' on the file, `bad_request` for a statement about something else
 */
export async function attachEvidence(
  context: Context,
  actor: Actor,
  { key, path, provider, bytes }: { key: string; path: string; provider: string; bytes: Buffer },
): Promise<{ row: EvidenceRow; read: ReadEvidence }> {
  const { db, platform } = context;
  const { repository, artifact } = await findSubject(context, actor, key, path);
  authorise(actor, 'annotate', readResource(repository, artifact.path));
  if (repository.class !== 'local') throw new AppError(evidenceWords.evidence_needs_local, { key });
  const read = readEvidence(bytes);
  const subject = artifact.sha256;
  if (!read.statement.subject.some(({ digest }) => digest.sha256 === subject))
    throw new AppError(evidenceWords.evidence_of_other_content, { path: `${key}/${artifact.path}`, sha256: subject });
  if ((await selectEvidence(db, subject, mostEvidence)).length === mostEvidence) throw new AppError(evidenceWords.evidence_too_much, { most: mostEvidence });
  const folder = `.evidence/${subject}/${makeSlug(read.statement.predicateType)}-${Date.now().toString(36)}${randomBytes(4).toString('hex')}`;
  const attachments = await Promise.all(read.attachments.map((sent) => keepEnclosure(context, actor, sent, { folder, statement: read.statement })));
  const staged = await platform.blobs.stage(Readable.from([read.kept]));
  const { sha256 } = staged;
  const envelope = `${folder}/${read.certified ? 'bundle.sigstore.json' : 'envelope.dsse.json'}`;
  await commit(context, repository, {
    actor: actor.name,
    overwrite: false,
    // Release bundles say what they consist of: evidence stands beside that.
    ofBundle: true,
    files: [{ path: envelope, content: staged, mayReplace: false }, ...attachments.map(({ file }) => file)],
    also: (tx) =>
      insertEvidence(tx, {
        subject_sha256: subject,
        repository_id: repository.id,
        path: envelope,
        sha256,
        predicate_type: read.statement.predicateType,
        provider,
        attachments: JSON.stringify(attachments.map(({ kept }) => kept)),
        created_by: actor.name,
      }),
  });
  const row = (await selectEvidence(db, subject, mostEvidence)).find((one) => one.repository_id === repository.id && one.path === envelope);
  if (!row) throw new AppError(evidenceWords.no_evidence);
  return { row, read };
}
