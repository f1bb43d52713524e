import { fileURLToPath } from 'node:url';
import { AppError } from '@packhouse/contract/errors.ts';
import { kernelWords } from '@packhouse/contract/kernel-words.ts';
import { prefixes } from '@packhouse/contract/prefixes.ts';
import { enterConsole, readConsoleFile } from '@packhouse/contract/shell/system-routes.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import type { Platform } from '@packhouse/kernel/platform.ts';
import type { Peers } from '@packhouse/peers/peers.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Asset, type BuiltConsole, encodingFor, watchBuiltConsole } from './console-assets.ts';
import { startUpRoutes } from './start-up-routes.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const year = 'public, max-age=31536000, immutable';

async function send(asset: Asset, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const encoding = encodingFor(request.headers['accept-encoding'], asset);
  reply.headers({
    'content-type': /^text\/|javascript|json|svg/.test(asset.contentType) ? `${asset.contentType}; charset=utf-8` : asset.contentType,
    'cache-control': asset.immutable ? year : 'no-cache',
    vary: 'accept-encoding',
    etag: asset.etag,
  });
  if (request.headers['if-none-match']?.includes(asset.etag)) return reply.code(304).send();
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  const body = await asset.read(encoding);
  reply.header('content-length', body.length);
  return reply.send(request.method === 'HEAD' ? undefined : body);
}

/** Answers one GET under `/ui/`: the file asked for, or the page, whose own routes take it from there. */
function serve(built: BuiltConsole, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const path = (request.params as { '*': string })['*'];
  if (path === 'api' || path.startsWith('api/')) throw new AppError('not_found');
  const asset = built.assets.get(path);
  if (asset) return send(asset, request, reply);
  if (path.startsWith('static/') || path.startsWith('areas/')) throw new AppError('not_found');
  const page = built.assets.get('index.html');
  if (!page) throw new AppError(kernelWords.console_not_built);
  return send(page, request, reply);
}

/** Serves the console: its page and files under `/ui/`, and the calls it starts with. */
export function registerConsole(app: FastifyInstance, platform: Platform, peers: Readonly<Peers>, built: () => BuiltConsole = watchBuiltConsole(root)): void {
  handle(app, platform, enterConsole, async (_, { reply }) => reply.redirect(`${prefixes.console}/`));
  handle(app, platform, readConsoleFile, (_, { request, reply }) => serve(built(), request, reply));
  startUpRoutes(app, platform, peers, built);
}
