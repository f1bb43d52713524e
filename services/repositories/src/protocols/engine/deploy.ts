import { AppError } from '@packhouse/contract/errors.ts';
import { storageWords } from '@packhouse/contract/repositories/storage-words.ts';
import { sharedWords } from '@packhouse/contract/shared-words.ts';
import { isAllowed } from '@packhouse/kernel/access/authorisation.ts';
import type { StagedBlob } from '@packhouse/kernel/blobs/blob-store.ts';
import type { FastifyReply } from 'fastify';
import { fileInfo } from '../../artifact/file-info.ts';
import { requireDeployable } from '../../directory/accepted-paths.ts';
import { readDeployment } from '../../directory/deployment.ts';
import { type LocalRepository, readResource } from '../../directory/directory.ts';
import { commitAndFind, makeFolder } from '../../storage/commit.ts';
import { commitFileOf } from '../../storage/commit-file.ts';
import { requireProperties } from '../../storage/properties.ts';
import { findReadableBlob, type StoredArtifact } from '../../storage/stored-artifact.ts';
import { asStaged } from '../../storage/stored-blob.ts';
import { type Call, requireAction } from './call.ts';
import { explodeInto } from './explode.ts';
import { findSnapshotPath, limitSnapshots } from './snapshot-limit.ts';

/** Checksums that the client says its bytes have. */
function promisedSums(call: Call): Partial<Record<'sha256' | 'sha1' | 'md5', string>> {
  const { headers } = call.protocol;
  const given = {
    sha256: headers['x-checksum-sha256'] ?? (headers['x-checksum']?.length === 64 ? headers['x-checksum'] : undefined),
    sha1: headers['x-checksum-sha1'] ?? (headers['x-checksum']?.length === 40 ? headers['x-checksum'] : undefined),
    md5: headers['x-checksum-md5'],
  };
  return Object.fromEntries(Object.entries(given).filter(([, sum]) => sum !== undefined && sum !== ''));
}

/** A plain upload: `PUT <path>` with headers and matrix parameters as existing clients send them. */
export async function plainDeploy(call: Call, named: string, trailingSlash: boolean): Promise<FastifyReply> {
  const repository = await readDeployment(call.context, call.repository);
  const asked = trailingSlash ? named : (call.format.findPlace?.(named, call.properties) ?? named);
  const path = trailingSlash ? asked : await findSnapshotPath(call.context, repository, asked);
  requireAction(call, 'deploy', repository, path);
  requireProperties(call.properties);
  const { headers } = call.protocol;
  // A part must not pass for the whole. https://www.rfc-editor.org/rfc/rfc9110#section-14.5
  if (headers['content-range'] !== undefined) throw new AppError(storageWords.part_of_file);
  if (trailingSlash || path === '') {
    await makeFolder(call.context, repository, path, call.actor.name);
    return answerDeployed(call, repository, undefined, path);
  }
  requireDeployable(repository, path);
  if (headers['x-checksum-deploy'] === 'true') return checksumDeploy(call, repository, path);
  const staged = await call.context.platform.blobs.stage(call.request.raw, { limit: Number.MAX_SAFE_INTEGER, sha512: call.format.keepsSha512 === true });
  try {
    for (const [sum, expected] of Object.entries(promisedSums(call)))
      if (staged[sum as 'sha256'] !== expected.toLowerCase())
        throw new AppError(storageWords.arrived_checksum_differs, { sum, actual: staged[sum as 'sha256'], expected });
    if (headers['x-explode-archive'] === 'true') return await explodeInto(call, repository, path, staged);
    return await answerDeployed(call, repository, await deployStaged(call, repository, path, staged), path);
  } finally {
    await staged.discard();
  }
}

/** Puts staged bytes at a path; what the format finds in them becomes package, version and properties. */
async function deployStaged(call: Call, repository: LocalRepository, path: string, staged: StagedBlob): Promise<StoredArtifact> {
  const file = await commitFileOf(call.context, repository, path, staged, call.properties);
  const [artifact] = await commitAndFind(call.context, repository, {
    actor: call.actor.name,
    overwrite: isAllowed(call.actor, 'delete', readResource(repository, path)),
    files: [file],
  });
  if (!artifact) throw new AppError('internal');
  await limitSnapshots(call.context, repository, [path], call.actor.name);
  return artifact;
}

/** Stores without a body, when the caller may read a blob with that checksum; 404 makes clients send the bytes. */
async function checksumDeploy(call: Call, repository: LocalRepository, path: string): Promise<FastifyReply> {
  const { sha256, sha1, md5 } = promisedSums(call);
  const wanted = sha256 ? { sha256 } : sha1 ? { sha1 } : md5 ? { md5 } : undefined;
  if (!wanted) throw new AppError(storageWords.checksum_deploy_without_checksum);
  const blob = await findReadableBlob(call.context, call.actor, wanted);
  if (!blob || (sha1 !== undefined && blob.sha1 !== sha1.toLowerCase())) throw new AppError(sharedWords.content_unknown);
  const stored = asStaged(call.context.platform.blobs, blob);
  const file = await commitFileOf(call.context, repository, path, stored, call.properties);
  const [artifact] = await commitAndFind(call.context, repository, {
    actor: call.actor.name,
    overwrite: isAllowed(call.actor, 'delete', readResource(repository, path)),
    files: [{ ...file, content: { sha256: blob.sha256 } }],
  });
  return answerDeployed(call, repository, artifact, path);
}

async function answerDeployed(call: Call, repository: LocalRepository, artifact: StoredArtifact | undefined, path: string): Promise<FastifyReply> {
  const info = fileInfo(call.context, call.request, repository.key, artifact ?? { path });
  if (artifact)
    call.reply.headers({ 'x-checksum-sha256': artifact.sha256, 'x-checksum-sha1': artifact.sha1, 'x-checksum-md5': artifact.md5, etag: `"${artifact.sha1}"` });
  return call.reply.code(201).header('location', info.downloadUri).header('content-type', 'application/json').send(JSON.stringify(info));
}
