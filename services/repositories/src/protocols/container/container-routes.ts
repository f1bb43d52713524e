import { AppError } from '@packhouse/contract/errors.ts';
import { containerProtocol, namedContainerProtocol } from '@packhouse/contract/repositories/protocol-routes.ts';
import { findRepositoryOfHost } from '@packhouse/contract/repositories/web-server-routes.ts';
import { handle, protocolScope } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { deleteBlob, getBlob } from './blob-routes.ts';
import { answerContainerError } from './container-errors.ts';
import { type ContainerCall, type Exchange, parseTarget } from './container-request.ts';
import { imageViewRoutes } from './image-view-routes.ts';
import { deleteManifest, getManifest, putManifest } from './manifest-routes.ts';
import { promoteImage } from './promote.ts';
import { listReferrers } from './referrers.ts';
import { listCatalog, listTags } from './tag-list.ts';
import { answerToken } from './token-endpoint.ts';
import { cancelUpload, finishUpload, patchUpload, reportUpload, startUpload } from './upload-routes.ts';

type Handler = (exchange: Exchange, argument: string) => Promise<FastifyReply>;

/** The whole protocol: what is asked, by which method, and who answers. */
const handlers: Record<ContainerCall['kind'], Partial<Record<string, Handler>>> = {
  ping: { GET: ping, HEAD: ping },
  token: { GET: answerToken, POST: answerToken },
  catalog: { GET: listCatalog },
  promote: { POST: promoteImage },
  manifest: { GET: getManifest, HEAD: getManifest, PUT: putManifest, DELETE: deleteManifest },
  blob: { GET: getBlob, HEAD: getBlob, DELETE: deleteBlob },
  uploads: { POST: startUpload },
  upload: { PATCH: patchUpload, PUT: finishUpload, GET: reportUpload, DELETE: cancelUpload },
  tags: { GET: listTags },
  referrers: { GET: listReferrers },
};

/** Clients ask here whether they need credentials, so a visitor without any is always told how to get them. */
async function ping({ request, reply }: Exchange): Promise<FastifyReply> {
  const { actor } = request;
  if (actor.kind === 'anonymous' && actor.via === 'none') throw new AppError('unauthenticated');
  return reply.header('content-type', 'application/json; charset=utf-8').send('{}');
}

async function answer(context: Context, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { repoKey } = request.params as { repoKey?: string };
  const [path = '', search = ''] = request.url.split(/\?(.*)/s);
  // A host may stand for a repository by itself; its images are then named without the repository.
  const ownHost = repoKey === undefined ? findRepositoryOfHost(await context.webServer.current(), request.host) : undefined;
  const target = parseTarget(repoKey === undefined ? path.slice('/v2'.length) : belowKey(path), repoKey ?? ownHost);
  request.container = { target, baseUrl: context.platform.config.baseUrl };
  const handler = handlers[target.call.kind][request.method];
  if (!handler) throw new AppError('method_not_allowed');
  const exchange: Exchange = { ...target, context, request, actor: request.actor, reply, query: new URLSearchParams(search) };
  const argument = 'argument' in target.call ? target.call.argument : '';
  if (asksOne(exchange)) {
    try {
      return await handler(exchange, argument);
    } catch (error) {
      if (reply.sent || !(await context.directory.renew())) throw error;
    }
  } else if (!['blob', 'ping', 'token'].includes(target.call.kind)) await context.directory.renew();
  return handler(exchange, argument);
}

/** What is found in a repository of our own is what is meant; whatever else is asked must know the repositories as they are now. */
function asksOne({ call, context, key, request }: Exchange): boolean {
  return call.kind === 'manifest' && ['GET', 'HEAD'].includes(request.method) && context.directory.peek(key)?.class === 'local';
}

/** Gives what follows `/artifactory/api/docker/<key>/v2`. */
function belowKey(path: string): string {
  return path.split('/').slice(6).join('/');
}

// https://github.com/opencontainers/distribution-spec/blob/main/spec.md
export function containerRoutes(app: FastifyInstance, context: Context): void {
  imageViewRoutes(app, context);
  void protocolScope(app, (scope) => {
    scope.setErrorHandler((error, request, reply) => answerContainerError(error, request, reply));
    scope.addHook('onRequest', async (_request, reply) => {
      reply.header('docker-distribution-api-version', 'registry/2.0');
    });
    for (const one of [containerProtocol, namedContainerProtocol])
      handle(scope, context.platform, one, (_, { request, reply }) => answer(context, request, reply));
  });
}
