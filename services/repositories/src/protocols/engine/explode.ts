import { AppError } from '@packhouse/contract/errors.ts';
import { storageWords } from '@packhouse/contract/repositories/storage-words.ts';
import { isAllowed } from '@packhouse/kernel/access/authorisation.ts';
import type { StagedBlob } from '@packhouse/kernel/blobs/blob-store.ts';
import type { FastifyReply } from 'fastify';
import { requireDeployable } from '../../directory/accepted-paths.ts';
import { type LocalRepository, readResource } from '../../directory/directory.ts';
import { type CommitFile, commit } from '../../storage/commit.ts';
import { commitFileOf } from '../../storage/commit-file.ts';
import { getFolder, getName, joinPath } from '../../storage/path.ts';
import { isUnpackable, unpack } from '../../storage/unpack.ts';
import { type Call, requireAction } from './call.ts';

/** Files of one transaction, unless the client asks for all or nothing. */
const batchSize = 200;

/** What is refused leaves nothing behind. */
function getFile(call: Call, repository: LocalRepository, path: string, staged: StagedBlob): Promise<CommitFile> {
  return commitFileOf(call.context, repository, path, staged, call.properties).catch(async (error: unknown) => {
    await staged.discard();
    throw error;
  });
}

/** Unpacks an uploaded archive into the folder it was sent to; the archive itself is not kept. */
export async function explodeInto(call: Call, repository: LocalRepository, path: string, archive: StagedBlob): Promise<FastifyReply> {
  if (!isUnpackable(getName(path))) throw new AppError(storageWords.archive_not_explodable);
  const atomic = call.protocol.headers['x-explode-archive-atomic'] === 'true';
  const folder = getFolder(path);
  let waiting: CommitFile[] = [];
  let count = 0;
  const flush = async () => {
    if (waiting.length === 0) return;
    const files = waiting;
    waiting = [];
    const overwrite = files.every((file) => isAllowed(call.actor, 'delete', readResource(repository, file.path)));
    await commit(call.context, repository, { actor: call.actor.name, overwrite, files });
  };
  try {
    for await (const entry of unpack(getName(path), archive)) {
      const target = joinPath(folder, entry.path);
      requireAction(call, 'deploy', repository, target);
      requireDeployable(repository, target);
      const staged = await call.context.platform.blobs.stage(entry.body);
      waiting.push(await getFile(call, repository, target, staged));
      count++;
      if (!atomic && waiting.length >= batchSize) await flush();
    }
    await flush();
  } finally {
    for (const { content } of waiting) if ('discard' in content) await content.discard();
  }
  call.context.log.info({ repository: repository.key, path, files: count }, 'an archive was exploded');
  return call.reply
    .code(201)
    .header('content-type', 'application/json')
    .send(JSON.stringify({ repo: repository.key, path: `/${folder}`, files: count }));
}
