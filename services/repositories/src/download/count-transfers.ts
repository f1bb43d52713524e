import type { Socket } from 'node:net';
import { receiveFile } from '@packhouse/contract/distribution/distribution-receive-routes.ts';
import { downloadArtifact, downloadFolder } from '@packhouse/contract/repositories/artifact-routes.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { contentRoutes } from '../directory/content-routes.ts';
import type { Repository } from '../directory/directory.ts';
import type { MovedBytes } from './transfer-queries.ts';

const countedRoutes = new Set([...contentRoutes, downloadArtifact.name, downloadFolder.name, receiveFile.name]);
const isCounted = ({ routeOptions }: FastifyRequest) => countedRoutes.has(routeOptions.config.route?.name ?? '');

/** What had gone over a connection when its last call ended: calls of one connection come one after another. */
const settled = Symbol('settled');
type Connection = Socket & { [settled]?: MovedBytes };

/** Gives what went over the connection since the call before. */
function settle(connection: Connection): MovedBytes {
  const before = connection[settled];
  // A call that came over no connection moved nothing.
  const { bytesRead: received = 0, bytesWritten: sent = 0 } = connection as Partial<Connection>;
  connection[settled] = { received, sent };
  return before === undefined ? { received, sent } : { received: received - before.received, sent: sent - before.sent };
}

/** The repository that a call is about, as soon as its protocol has found out. */
function findAsked(context: Pick<Context, 'directory'>, { packageCall, container }: FastifyRequest): Pick<Repository, 'key' | 'format'> | undefined {
  if (packageCall) return packageCall.repository;
  const key = container?.target.key;
  return key ? context.directory.peek(key) : undefined;
}

/** Counts what clients ask for, and the bytes that they send and are sent, as they go over the connection; refuses both when the month's are used up. */
export function countTransfers(app: FastifyInstance, context: Pick<Context, 'transfers' | 'directory' | 'peers'>): void {
  const { transfers, peers } = context;
  app.addHook('onRequest', (request, reply, done) => {
    if (!isCounted(request)) return done();
    const connection: Connection = request.raw.socket;
    let isRefused = true;
    // Every answer ends so, also one that breaks off.
    reply.raw.once('close', () => {
      const moved = settle(connection);
      if (!isRefused) transfers.count(moved);
      const { method, ip: address, actor, headers } = request;
      const caller = { address, agent: headers['user-agent'], ...(actor?.kind === 'user' && { user: actor.name }) };
      const isDownload = method === 'GET';
      peers.insight?.countCall({ repository: findAsked(context, request), status: reply.raw.statusCode, isDownload, caller, ...moved });
    });
    transfers.require();
    isRefused = false;
    done();
  });
  app.addHook('onResponse', (request, _reply, done) => {
    if (!isCounted(request)) settle(request.raw.socket);
    done();
  });
}
