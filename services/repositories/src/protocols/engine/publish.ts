import type { Draft, DraftFile, PublishContext, Want } from '@packhouse/formats/format.ts';
import { authorise, isAllowed } from '@packhouse/kernel/access/authorisation.ts';
import type { StagedBlob } from '@packhouse/kernel/blobs/blob-store.ts';
import type { FastifyReply } from 'fastify';
import { removePath } from '../../artifact/remove-path.ts';
import { requireDeployable } from '../../directory/accepted-paths.ts';
import { readDeployment } from '../../directory/deployment.ts';
import { type LocalRepository, readResource } from '../../directory/directory.ts';
import { sendRendered } from '../../download/answer.ts';
import { type CommitFile, commit } from '../../storage/commit.ts';
import { commitFileOf } from '../../storage/commit-file.ts';
import { localRows } from '../../storage/local-row-queries.ts';
import { requireProperties } from '../../storage/properties.ts';
import { removeArtifacts } from '../../storage/removal.ts';
import { asStaged } from '../../storage/stored-blob.ts';
import { type Call, requireAction } from './call.ts';
import { plainDeploy } from './deploy.ts';
import { findSnapshotPath, limitSnapshots } from './snapshot-limit.ts';

/** A publish in the format's own protocol; whatever the format does not treat specially is a plain upload. */
export async function servePublish(call: Call, asked: Want, trailingSlash: boolean): Promise<FastifyReply> {
  const repository = await readDeployment(call.context, call.repository);
  // Before the body is read, though its paths are not known yet: who may deploy nowhere here need not send it.
  requireAction(call, 'deploy', repository);
  requireProperties(call.properties);
  const { format, context, protocol, baseUrl } = call;
  const want = { ...asked, path: await findSnapshotPath(context, repository, asked.path) };
  if (!format.publish) return plainDeploy(call, want.path, trailingSlash);
  const staged = new Set<StagedBlob>();
  const stored = new Set<StagedBlob>();
  const publishContext: PublishContext = {
    request: protocol,
    baseUrl,
    body: call.request.raw,
    properties: call.properties,
    rows: localRows(context, repository),
    async stage(body, options = {}) {
      const blob = await context.platform.blobs.stage(body, options);
      staged.add(blob);
      return blob;
    },
    stored(file) {
      const blob = asStaged(context.platform.blobs, file);
      stored.add(blob);
      return blob;
    },
    read: (reader, ...args) => context.readers.read(format, reader, ...args),
  };
  try {
    const draft = await format.publish(want, publishContext);
    if (!draft) return await plainDeploy(call, want.path, trailingSlash);
    await commitDraft(call, repository, draft, { staged, stored });
    return await sendRendered(call.request, call.reply, draft.answer);
  } finally {
    for (const blob of staged) await blob.discard();
  }
}

/** Contents that a draft may have: what has arrived with it, and what the repository holds already. */
interface Contents {
  staged: ReadonlySet<StagedBlob>;
  stored: ReadonlySet<StagedBlob>;
}

async function draftedFile(
  call: Call,
  repository: LocalRepository,
  { path, staged: content, inspection, takes }: DraftFile,
  contents: Contents,
): Promise<CommitFile> {
  const blob = content as StagedBlob;
  const isStored = contents.stored.has(blob);
  if (!isStored && !contents.staged.has(blob)) throw new Error(`${call.format.id} put a file into its draft that it had not staged`);
  const file = await commitFileOf(call.context, repository, path, blob, call.properties, inspection);
  return { ...file, takes, ...(isStored ? { content: { sha256: blob.sha256 } } : {}) };
}

async function commitDraft(call: Call, repository: LocalRepository, draft: Draft, contents: Contents): Promise<void> {
  const files: CommitFile[] = [];
  for (const file of draft.files) {
    authorise(call.actor, 'deploy', readResource(repository, file.path));
    requireDeployable(repository, file.path);
    files.push(await draftedFile(call, repository, file, contents));
  }
  const changesFacts = (draft.pointers?.length ?? 0) + (draft.amend?.length ?? 0) > 0;
  if (files.length === 0 && !changesFacts) return;
  for (const { package: name } of [...(draft.pointers ?? []), ...(draft.amend ?? [])]) authorise(call.actor, 'deploy', readResource(repository, name));
  await commit(call.context, repository, {
    actor: call.actor.name,
    overwrite: files.every((file) => isAllowed(call.actor, 'delete', readResource(repository, file.path))),
    files,
    pointers: draft.pointers,
    amend: draft.amend,
  });
  await limitSnapshots(
    call.context,
    repository,
    files.map((file) => file.path),
    call.actor.name,
  );
}

/** A removal in the format's own protocol, or of the file or folder at the path. */
export async function serveRemove(call: Call, want: Want): Promise<FastifyReply> {
  const { format, context } = call;
  if (!format.remove || call.repository.class === 'remote') return plainRemove(call, want.path, format.removedStatus);
  const repository = await readDeployment(context, call.repository);
  requireAction(call, 'delete', repository, want.package ?? (want.path || undefined));
  const removal = await format.remove(want, { request: call.protocol, body: call.request.raw, rows: localRows(context, repository) });
  // The body has said them.
  if (want.path === '') for (const path of removal.paths ?? []) authorise(call.actor, 'delete', readResource(repository, path));
  await removeArtifacts(context, repository, {
    actor: call.actor.name,
    ...(removal.paths ? { paths: removal.paths } : {}),
    ...(removal.versions ? { versions: removal.versions } : {}),
    ...(removal.pointers ? { pointers: removal.pointers } : {}),
  });
  return sendRendered(call.request, call.reply, removal.answer);
}

/** `DELETE <path>`: a file or a folder with all that is in it. 404 when there is nothing. */
export async function plainRemove(call: Call, path: string, status = 204): Promise<FastifyReply> {
  const repository = call.repository.class === 'remote' ? call.repository : await readDeployment(call.context, call.repository);
  await removePath(call.context, call.actor, repository, path);
  return call.reply.code(status).send();
}
