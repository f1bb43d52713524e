import { createHash } from 'node:crypto';
import { AppError } from '@packhouse/contract/errors.ts';
import { terraformState } from '@packhouse/contract/repositories/protocol-routes.ts';
import { upstreamWords } from '@packhouse/contract/repositories/upstream-words.ts';
import { getFormat } from '@packhouse/formats/formats.ts';
import { ownText } from '@packhouse/formats/text/plain-json.ts';
import { type Action, authorise, isAllowed } from '@packhouse/kernel/access/authorisation.ts';
import { handle, protocolScope } from '@packhouse/kernel/http/http.ts';
import { readUpTo } from '@packhouse/limits/read-up-to.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { readDeployment } from '../../directory/deployment.ts';
import { type Repository, readResource } from '../../directory/directory.ts';
import { bodyLimits, documents } from '../../reading/request-body.ts';
import { makeQuery, pathSegment, requestPath } from '../../storage/request-path.ts';
import { deleteLock, deleteStates, hasState, insertState, type StateLock, type StateName, selectLock, selectState, takeLock } from './state-queries.ts';
import { requireState } from './state-reading.ts';

// https://opentofu.org/docs/language/settings/backends/http/

const largestInfo = 64 * 1024;

/** One call about one state, by a known user. */
interface StateCall {
  context: Context;
  request: FastifyRequest;
  reply: FastifyReply;
  repository: Repository;
  state: StateName;
  /** For the audit. */
  subject: string;
  may(action: Action): boolean;
}

async function openCall(context: Context, request: FastifyRequest, reply: FastifyReply, needed: Action): Promise<StateCall> {
  const { actor } = request;
  // States hold secrets: whoever may look around without a name may not see them.
  if (actor.kind === 'anonymous') throw new AppError('unauthenticated');
  const key = pathSegment(request.raw.url ?? '', 4);
  const { path } = requestPath(request.raw.url ?? '', 4);
  const name = path.replace(/^v1\/state\//, '');
  const resolved = await context.directory.resolve(key);
  if (!resolved || !getFormat(resolved.repository.format).keepsStates) throw new AppError(upstreamWords.no_terraform_repository, { key });
  const repository = await readDeployment(context, resolved.repository);
  const resource = readResource(repository, `state/${name}`);
  authorise(actor, needed, resource);
  return {
    context,
    request,
    reply,
    repository,
    state: { repositoryId: repository.id, name },
    subject: `${repository.key}/${name}`,
    may: (action) => isAllowed(actor, action, resource),
  };
}

/** Everybody who meets a lock is told its name, so that naming it proves nothing: it is for who took it, and for those who may break it. */
const isOwn = ({ request }: StateCall, lock: StateLock) => lock.takenBy === request.actor.name;
const mayUse = (call: StateCall, lock: StateLock) => isOwn(call, lock) || call.may('delete');

/** 423 with what the holder said about itself, which clients show. */
function answerLocked({ reply }: StateCall, holder: Pick<StateLock, 'info'>): FastifyReply {
  return reply.code(423).header('content-type', 'application/json').send(holder.info);
}

async function readState(call: StateCall): Promise<FastifyReply> {
  const { context, request, reply, state } = call;
  const sealed = await selectState(context.db, state);
  if (sealed === undefined) throw new AppError(upstreamWords.no_state_yet);
  const content = Buffer.from(context.platform.secrets.decrypt(sealed));
  reply.headers({ 'content-type': 'application/json', 'content-md5': createHash('md5').update(content).digest('base64'), 'cache-control': 'no-store' });
  return request.method === 'HEAD' ? reply.header('content-length', content.length).send() : reply.send(content);
}

function writeState(call: StateCall): Promise<FastifyReply> {
  const { raw, actor } = call.request;
  return documents.use(raw, { limit: bodyLimits.state, who: actor.name, countsItself: true }, (content) => keepState(call, content));
}

async function keepState(call: StateCall, content: Buffer): Promise<FastifyReply> {
  const { context, request, reply, repository, state } = call;
  const promised = request.headers['content-md5'];
  if (typeof promised === 'string' && promised !== createHash('md5').update(content).digest('base64')) throw new AppError(upstreamWords.state_checksum_differs);
  await context.readers.call(new URL('./state-reading.ts', import.meta.url), requireState, content);
  const lockId = makeQuery(request.raw.url ?? '').get('ID') ?? undefined;
  const sealed = context.platform.secrets.encrypt(content.toString());
  await context.hooks.requireRoom(repository, [{ size: Buffer.byteLength(sealed) }]);
  const holder = await context.db.transaction().execute(async (tx) => {
    const lock = await selectLock(tx, state);
    if (lock && (lock.lockId !== lockId || !mayUse(call, lock))) return lock;
    // Somebody broke the lock while this client worked: what it knows may be old.
    if (!lock && lockId !== undefined) throw new AppError(upstreamWords.lock_taken_away);
    await insertState(tx, state, sealed, request.actor.name);
    return undefined;
  });
  return holder ? answerLocked(call, holder) : reply.code(200).send();
}

async function removeState(call: StateCall): Promise<FastifyReply> {
  const { context, request, reply, state, subject } = call;
  const lockId = makeQuery(request.raw.url ?? '').get('ID');
  const holder = await context.db.transaction().execute(async (tx) => {
    const lock = await selectLock(tx, state);
    if (lock && lock.lockId !== lockId) return lock;
    const isGone = await deleteStates(tx, state);
    if (isGone) await context.platform.identity.audit({ actor: request.actor.name, address: request.ip, action: 'terraform-state.deleted', subject }, tx);
    return undefined;
  });
  return holder ? answerLocked(call, holder) : reply.code(200).send();
}

async function readInfo({ request }: StateCall): Promise<{ id: string; text: string } | undefined> {
  const text = (await readUpTo(request.raw, largestInfo)).toString();
  if (text.trim() === '') return undefined;
  try {
    const id = ownText(JSON.parse(text), 'ID', 200);
    return id === undefined ? undefined : { id, text };
  } catch (cause) {
    throw new AppError(upstreamWords.lock_is_no_json, {}, { cause });
  }
}

async function lockState(call: StateCall): Promise<FastifyReply> {
  const { context, request, reply, repository, state } = call;
  const info = await readInfo(call);
  if (!info) throw new AppError(upstreamWords.lock_without_id);
  // A full repository keeps nobody from planning with, or taking down, what its states describe.
  if (!(await hasState(context.db, state))) await context.hooks.requireRoom(repository, [{ size: Buffer.byteLength(info.text) }]);
  const lock = { lockId: info.id, info: info.text, takenBy: request.actor.name };
  const outcome = await context.db.transaction().execute((tx) => takeLock(tx, state, lock));
  // Nobody can be named as the holder of a lock that changes hands all the time.
  if (outcome === 'unsettled') return answerLocked(call, { info: '{}' });
  const isTaken = outcome === 'taken' || (outcome.lockId === info.id && isOwn(call, outcome));
  return isTaken ? reply.code(200).send() : answerLocked(call, outcome);
}

/** Who took a lock lets it go by its name. Without its name, or by another, it is broken: one's own always, another's by those who may delete. */
async function releaseLock(call: StateCall): Promise<FastifyReply> {
  const { context, request, reply, state, subject } = call;
  const info = await readInfo(call);
  const holder = await context.db.transaction().execute(async (tx) => {
    const lock = await selectLock(tx, state);
    if (!lock) return undefined;
    if (info && lock.lockId !== info.id) return lock;
    if (!mayUse(call, lock)) throw new AppError(upstreamWords.lock_held, { user: lock.takenBy });
    await deleteLock(tx, state);
    if (info && isOwn(call, lock)) return undefined;
    const before = { lock: lock.lockId, takenBy: lock.takenBy };
    const { name: actor } = request.actor;
    await context.platform.identity.audit({ actor, address: request.ip, action: 'terraform-state.lock-broken', subject, before }, tx);
    return undefined;
  });
  return holder ? answerLocked(call, holder) : reply.code(200).send();
}

const calls: Readonly<Record<string, { needs: Action; answer(call: StateCall): Promise<FastifyReply> }>> = {
  GET: { needs: 'read', answer: readState },
  HEAD: { needs: 'read', answer: readState },
  POST: { needs: 'deploy', answer: writeState },
  PUT: { needs: 'deploy', answer: writeState },
  DELETE: { needs: 'delete', answer: removeState },
  LOCK: { needs: 'deploy', answer: lockState },
  UNLOCK: { needs: 'deploy', answer: releaseLock },
};

/** `/artifactory/api/terraform/<key>/v1/state/<name>`: the HTTP backend, with locks. */
export async function stateRoutes(app: FastifyInstance, context: Context): Promise<void> {
  for (const method of ['LOCK', 'UNLOCK']) app.addHttpMethod(method, { hasBody: true });
  await protocolScope(app, (scope) => {
    handle(scope, context.platform, terraformState, async (_, { request, reply }) => {
      const { needs, answer } = calls[request.method]!;
      return answer(await openCall(context, request, reply, needs));
    });
  });
}
