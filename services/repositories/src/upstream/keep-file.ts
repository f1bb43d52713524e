import type { Readable } from 'node:stream';
import { AppError } from '@packhouse/contract/errors.ts';
import { storageWords } from '@packhouse/contract/repositories/storage-words.ts';
import { upstreamWords } from '@packhouse/contract/repositories/upstream-words.ts';
import { getFormat } from '@packhouse/formats/formats.ts';
import type { StagedBlob } from '@packhouse/kernel/blobs/blob-store.ts';
import type { OutgoingAnswer } from '@packhouse/kernel/outgoing/outgoing.ts';
import type { Context } from '../context.ts';
import type { RemoteRepository } from '../directory/directory.ts';
import { wantsSignature } from '../keys/verify-upstream.ts';
import { commitAndFind } from '../storage/commit.ts';
import { inspectFile } from '../storage/inspected.ts';
import type { StoredArtifact } from '../storage/stored-artifact.ts';
import { type RemoteFile, readLength, requirePromised } from './promised.ts';
import { freshUntil, presentEntry, writeEntry } from './remote-entry.ts';
import { noRoomFor, sendOnly } from './send-only.ts';
import { tee } from './tee.ts';

/** A file on its way: the body ends well only when everything is verified and stored. */
export interface FileStream {
  kind: 'stream';
  contentType: string | undefined;
  size: number | undefined;
  headers: Record<string, string>;
  body: Readable;
  stored: Promise<StoredArtifact>;
  /** There is no room to keep it, so that `stored` fails. */
  unkept?: { from: RemoteRepository };
}

const wantsSha512 = ({ format }: RemoteRepository, { promised }: RemoteFile) => promised?.sha512 !== undefined || getFormat(format).keepsSha512 === true;

/** What does not stand the test leaves in its place what did before. */
export async function storeVerified(context: Context, repository: RemoteRepository, file: RemoteFile, answer: OutgoingAnswer): Promise<StoredArtifact> {
  const staged = await context.platform.blobs.stage(answer.body, { sha512: wantsSha512(repository, file) });
  try {
    requirePromised(file, staged, readLength(answer));
    await file.verify?.(staged);
    return await keep(context, repository, file, staged, answer);
  } catch (error) {
    await staged.discard();
    throw error;
  }
}

export async function storeWhileSending(
  context: Context,
  repository: RemoteRepository,
  file: RemoteFile,
  answer: OutgoingAnswer,
  onStream: (answer: FileStream) => void,
): Promise<StoredArtifact> {
  const size = readLength(answer);
  const sha512 = wantsSha512(repository, file);
  const full = await noRoomFor(context, size ?? 0);
  if (full) {
    context.log.warn({ repository: repository.key, path: file.path }, 'there is no room to keep a file from an upstream; it is only passed on');
    const body = sendOnly(answer.body, { sha512 }, (sums) => requirePromised(file, sums, size));
    const stored = Promise.reject(full);
    stored.catch(() => undefined);
    onStream({ kind: 'stream', contentType: answer.headers['content-type'], size, headers: answer.headers, body, stored, unkept: { from: repository } });
    return stored;
  }
  const { store, client, accept, refuse } = tee(answer.body);
  const stored = (async () => {
    const staged = await context.platform.blobs.stage(store, { sha512 });
    try {
      requirePromised(file, staged, size);
      return await keep(context, repository, file, staged, answer);
    } catch (error) {
      await staged.discard();
      throw error;
    }
  })();
  stored.then(
    (artifact) => accept((start) => context.platform.blobs.open(artifact.sha256, { start, end: artifact.size - 1 })).catch(refuse),
    (error: unknown) => {
      context.log.warn({ err: error, repository: repository.key, path: file.path }, 'a file from an upstream was not kept');
      refuse(error);
    },
  );
  onStream({ kind: 'stream', contentType: answer.headers['content-type'], size, headers: answer.headers, body: client, stored });
  return stored;
}

/** Other keys may have been chosen while the file was on its way. @throws AppError `upstream_failed` */
async function requireSameTrust(context: Context, { id, settings }: RemoteRepository, path: string): Promise<void> {
  const now = await context.directory.byId(id);
  if (now?.class === 'remote' && wantsSignature(now, path) && now.settings.trustedKeys.join('\n') !== settings.trustedKeys.join('\n'))
    throw new AppError(upstreamWords.keys_changed_meanwhile, { path });
}

async function keep(context: Context, repository: RemoteRepository, file: RemoteFile, staged: StagedBlob, answer: OutgoingAnswer): Promise<StoredArtifact> {
  await requireSameTrust(context, repository, file.path);
  const format = getFormat(repository.format);
  const location = file.location ?? format.locate(file.path);
  const inspection = await inspectFile(context, format, location, file.path, staged).catch((err) => {
    // What an upstream serves is passed on as it is; only our own package screens know less of it.
    context.log.info({ err, repository: repository.key, path: file.path }, 'a package from an upstream could not be read');
    return undefined;
  });
  if (inspection?.misplaced && !repository.settings.takesMisplaced) throw new AppError(storageWords.misplaced_upstream, { reason: inspection.misplaced });
  const [artifact] = await commitAndFind(context, repository, {
    actor: 'remote',
    overwrite: true,
    files: [
      {
        path: file.path,
        content: staged,
        location: inspection ?? location,
        facts: inspection?.facts,
        listed: inspection?.listed,
        properties: { ...inspection?.properties, ...file.properties },
        mayReplace: true,
      },
    ],
  });
  if (!artifact) throw new AppError('internal');
  // Of what was verified; see storedRemoteFile.
  const entry = presentEntry(answer, file.verify ? artifact.sha256 : null, freshUntil(repository, file.freshness));
  if (file.freshness !== 'forever') await writeEntry(context, repository, file.path, entry);
  return artifact;
}
