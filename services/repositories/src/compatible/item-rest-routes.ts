import { AppError } from '@packhouse/contract/errors.ts';
import * as contract from '@packhouse/contract/repositories/storage-compatible-routes.ts';
import { storageWords } from '@packhouse/contract/repositories/storage-words.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { handle, protocolScope } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sendFolder } from '../artifact/folder-download.ts';
import { needStoring } from '../artifact/item.ts';
import { restorePermit } from '../artifact/restore-permit.ts';
import { transferItem } from '../artifact/transfer-item.ts';
import { deleteForGood, emptyAtOnce, restore, type TrashUser } from '../artifact/trash-change.ts';
import type { Context } from '../context.ts';
import { storagePath } from '../storage/path.ts';
import { makeQuery, pathSegment, requestPath } from '../storage/request-path.ts';
import { refuseStorage } from './storage-routes.ts';

function placeAfter(request: FastifyRequest, segments: number): { key: string; path: string } {
  const url = request.raw.url ?? '';
  return { key: pathSegment(url, segments), path: requestPath(url, segments).path };
}

function makeTarget(text: string | null): { key: string; path: string; into: boolean } {
  const [key = '', ...rest] = (text ?? '').replace(/^\//, '').split('/');
  if (key === '') throw new AppError(storageWords.say_target);
  const path = rest.join('/');
  return { key, path: storagePath(path), into: path.endsWith('/') };
}

async function copyOrMove(context: Context, request: FastifyRequest, move: boolean): Promise<unknown> {
  const query = makeQuery(request.raw.url ?? '');
  const dryRun = query.get('dry') === '1';
  const from = placeAfter(request, 4);
  const done = await transferItem(context, request.actor, { from, to: makeTarget(query.get('to')), move, dryRun });
  const values = { from: from.key, path: from.path, to: done.key, target: done.path, count: done.files };
  const sentence = dryRun
    ? move
      ? storageWords.move_would_complete
      : storageWords.copy_would_complete
    : move
      ? storageWords.move_completed
      : storageWords.copy_completed;
  return { messages: [{ level: 'INFO', ...say(sentence, values) }] };
}

const getUser = ({ actor, ip: address }: FastifyRequest): TrashUser => ({ name: actor.name, address });

/** `POST api/copy`, `api/move`, `api/trash/…` and `GET api/archive/download/…`. */
export async function artifactRestRoutes(app: FastifyInstance, context: Context): Promise<void> {
  const { platform } = context;
  await protocolScope(app, (scope) => {
    scope.setErrorHandler(refuseStorage(context));
    handle(scope, platform, contract.copyStored, async (_, { request, reply }) => reply.send(await copyOrMove(context, request, false)));
    handle(scope, platform, contract.moveStored, async (_, { request, reply }) => reply.send(await copyOrMove(context, request, true)));
    handle(scope, platform, contract.downloadStoredFolder, (_, { request, reply }) =>
      sendFolder(context, request, reply, placeAfter(request, 5), makeQuery(request.raw.url ?? '').get('archiveType') ?? 'zip'),
    );
    handle(scope, platform, contract.restoreStored, async (_, { request, reply }) => {
      const { key, path } = placeAfter(request, 5);
      const repository = await needStoring(context, request.actor, key);
      const to = makeQuery(request.raw.url ?? '').get('to');
      const target = to === null ? undefined : makeTarget(to);
      if (target && target.key !== repository.key) throw new AppError(storageWords.restored_elsewhere);
      const count = await restore(context, getUser(request), {
        repositoryKey: repository.key,
        path,
        ...(target ? { to: target.path } : {}),
        permit: restorePermit(request.actor, repository, path),
      });
      return reply.header('content-type', 'text/plain').send(`Restored ${count} artifacts`);
    });
    handle(scope, platform, contract.emptyStoredTrash, async (_, { request, reply }) => {
      await emptyAtOnce(context, getUser(request));
      return reply.code(200).send('');
    });
    handle(scope, platform, contract.cleanStoredTrash, async (_, { request, reply }) => {
      await deleteForGood(context, getUser(request), placeAfter(request, 5));
      return reply.code(200).send('');
    });
  });
}
