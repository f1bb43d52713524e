import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { AppError } from '@packhouse/contract/errors.ts';
import type { Appendable, StagedBlob } from '@packhouse/kernel/blobs/blob-store.ts';
import { isStorageFull } from '@packhouse/kernel/http/outside-failure.ts';
import type { Context } from '../../context.ts';
import {
  deleteExpiredSessions,
  deleteUploadSession,
  insertUploadSession,
  selectUploadSession,
  type UploadSessionRow,
  updateUploadSession,
} from './upload-session-queries.ts';

const lifetimeMilliseconds = 24 * 3_600_000;

export type UploadSession = UploadSessionRow;

const expiry = () => new Date(Date.now() + lifetimeMilliseconds);

/** Opens a session; the file its bytes go to is made with the first of them, since many uploads come in one request. */
export async function openSession(context: Context, repositoryId: number, image: string, by: string): Promise<UploadSession> {
  const session = {
    id: randomUUID(),
    repository_id: repositoryId,
    name: image,
    created_by: by,
    appendable: '',
    received: 0,
    created_at: new Date(),
    expires_at: expiry(),
  };
  await insertUploadSession(context.db, session);
  return session;
}

/** @throws AppError `blob_upload_unknown`, also when the session is somebody else's. */
export async function needSession(context: Context, id: string, repositoryId: number, image: string, by: string): Promise<UploadSession> {
  const session = await selectUploadSession(context.db, id, repositoryId, image);
  if (!session || session.created_by !== by) throw new AppError('blob_upload_unknown', { detail: { upload: id } });
  return session;
}

async function readAppendable(context: Context, session: UploadSession): Promise<Appendable> {
  if (session.appendable === '') return context.platform.blobs.appendable();
  try {
    return await context.platform.blobs.appendable(session.appendable);
  } catch (cause) {
    if ((cause as { code?: string }).code === 'ENOENT') throw new AppError('blob_upload_unknown', { detail: { upload: session.id }, cause });
    throw cause;
  }
}

/** Adds bytes at the end; when the request breaks off, what arrived counts and the client may go on from there, unless there was no room for more. */
export async function appendToSession(context: Context, session: UploadSession, body: Readable): Promise<UploadSession> {
  const appendable = await readAppendable(context, session);
  const grow = async (received: number): Promise<UploadSession> => {
    if (!(await updateUploadSession(context.db, session.id, { appendable: appendable.key, received, expires_at: expiry() }))) {
      // Another request has brought the first bytes, or has ended the session: these are nobody's.
      await appendable.discard();
      throw new AppError('range_not_satisfiable', { detail: { upload: session.id } });
    }
    return { ...session, appendable: appendable.key, received };
  };
  const keepWhatArrived = async () => {
    const arrived = await readLength(appendable, session.received);
    if (arrived !== undefined) await grow(arrived);
  };
  let received: number;
  try {
    received = await appendable.append(session.received, body);
  } catch (error) {
    // Nobody can go on where there is no room, and what lies there takes it from others.
    const tidy = isStorageFull(error) ? cancelSession(context, { ...session, appendable: appendable.key }) : keepWhatArrived();
    await tidy.catch((err: Error) => context.log.warn({ err }, 'an upload that broke off could not be recorded'));
    throw error;
  }
  return grow(received);
}

/** Appending nothing tells the length that counts, also when it is another than was thought. */
async function readLength(appendable: Appendable, supposed: number): Promise<number | undefined> {
  return appendable.append(supposed, Readable.from([])).catch((error: { detail?: { expected?: number } }) => error.detail?.expected);
}

/** Gives what the session holds, with `body` (if any) as its last part, ready to be stored. The session is gone afterwards. */
export async function finishSession(context: Context, session: UploadSession, body: Readable | undefined, options: { sha512: boolean }): Promise<StagedBlob> {
  if (session.appendable === '') {
    const staged = await context.platform.blobs.stage(body ?? Readable.from([]), options);
    return claimed(context, session, staged, () => staged.discard());
  }
  const grown = body ? await appendToSession(context, session, body) : session;
  const appendable = await readAppendable(context, grown);
  return claimed(context, grown, await appendable.finish(options));
}

/** Of several requests that finish one session the first has its bytes; `tidy` takes away what another one brought, if that is its own. */
async function claimed(context: Context, session: UploadSession, staged: StagedBlob, tidy = async () => {}): Promise<StagedBlob> {
  if (await deleteUploadSession(context.db, session.id)) return staged;
  await tidy();
  throw new AppError('blob_upload_unknown', { detail: { upload: session.id } });
}

export async function cancelSession(context: Context, session: UploadSession): Promise<void> {
  await deleteUploadSession(context.db, session.id);
  if (session.appendable !== '') await (await readAppendable(context, session)).discard();
}

/** Forgets sessions nobody finished, with their bytes. */
export async function sweepSessions(context: Context): Promise<number> {
  const expired = await deleteExpiredSessions(context.db, new Date());
  for (const { appendable } of expired) {
    if (appendable === '') continue;
    const found = await context.platform.blobs.appendable(appendable).catch(() => undefined);
    await found?.discard();
  }
  return expired.length;
}
