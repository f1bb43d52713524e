import { AppError } from '@packhouse/contract/errors.ts';
import { kernelWords } from '@packhouse/contract/kernel-words.ts';
import { packageProtocol, storedFile } from '@packhouse/contract/repositories/protocol-routes.ts';
import { upstreamWords } from '@packhouse/contract/repositories/upstream-words.ts';
import type { Format } from '@packhouse/formats/format.ts';
import { formats } from '@packhouse/formats/formats.ts';
import { answerError, handle, protocolScope, toAppError } from '@packhouse/kernel/http/http.ts';
import { logFailure } from '@packhouse/kernel/http/log-failure.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { sendRendered } from '../../download/answer.ts';
import { pathSegment, requestPath } from '../../storage/request-path.ts';
import { type Face, serveProtocol } from './engine.ts';

/** Whose client asks. Credentials are judged before the repository is looked for; then the address alone says it. */
function formatOfRequest({ packageCall, raw }: FastifyRequest): Format | undefined {
  if (packageCall) return packageCall.format;
  const name = /^\/artifactory\/api\/([^/?]+)\//.exec(raw.url ?? '')?.[1];
  return name === undefined ? undefined : formats.find(({ apiName }) => apiName === name);
}

/** Asks for credentials in the way the client understands. */
function challenge(format: Format | undefined, realm: string, reply: FastifyReply): void {
  const scheme = format?.challenge === 'bearer' ? 'Bearer' : 'Basic';
  reply.header('www-authenticate', `${scheme} realm="${realm}"`);
}

/** Refusals in the words of the format's own clients. */
async function refuse({ platform }: Context, error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const known = toAppError(error);
  const format = formatOfRequest(request);
  if (known.status === 401) challenge(format, platform.identity.basicRealm(), reply);
  if (format?.tellsInStatusLine) reply.raw.statusMessage = known.message.replaceAll(/[^ -~]/g, '?').slice(0, 300);
  const { retryAfter } = (known.detail ?? {}) as { retryAfter?: number };
  if (typeof retryAfter === 'number') reply.header('retry-after', Math.ceil(retryAfter));
  const rendered = format?.renderError?.(known.status, known.code, known.message);
  if (!rendered || reply.raw.headersSent) return answerError(error, request, reply);
  logFailure(request, known);
  return sendRendered(request, reply, { ...rendered, status: rendered.status ?? known.status });
}

/** @throws AppError when the repository is of a format with another protocol */
async function requireFormat(context: Context, key: string, apiName: string | undefined): Promise<void> {
  const resolved = await context.directory.resolve(key);
  const format = resolved && formats.find((one) => one.id === resolved.repository.format);
  if (!format || format.apiName === apiName) return;
  // Under its key there may have been another one a moment ago.
  if (await context.directory.renew()) return requireFormat(context, key, apiName);
  throw new AppError(upstreamWords.repository_of_other_format, { key: resolved.repository.key, format: format.id });
}

/** @throws AppError `not_found` for a call of the interface that there is not: no repository has that name */
function requireNoCall({ method, raw: { url = '' } }: FastifyRequest): void {
  if (pathSegment(url, 2) === 'api') throw new AppError(kernelWords.no_such_call, { method, path: url.replace(/\?.*$/, '') });
}

/** `/artifactory/api/<format>/<key>/…` and `/artifactory/<key>/…`. */
export async function protocolRoutes(app: FastifyInstance, context: Context): Promise<void> {
  const { platform } = context;
  await protocolScope(app, (scope) => {
    scope.setErrorHandler((error, request, reply) => refuse(context, error, request, reply));
    const handler = (face: Face, keySegment: number) => (request: FastifyRequest, reply: FastifyReply) =>
      serveProtocol(context, request, reply, pathSegment(request.raw.url ?? '', keySegment), face);
    const names = new Set(formats.map((format) => format.apiName).filter((name) => name !== undefined));
    for (const name of names) {
      const secretAfter = formats.find((format) => format.apiName === name)?.secretAfter;
      const inOwnProtocol = async (request: FastifyRequest, reply: FastifyReply) => {
        const url = request.raw.url ?? '';
        const key = pathSegment(url, 4);
        await requireFormat(context, key, name);
        return serveProtocol(context, request, reply, key, 'protocol', requestPath(url, 4, secretAfter));
      };
      handle(scope, platform, packageProtocol(name), (_, { request, reply }) => inOwnProtocol(request, reply));
    }
    for (const { apiName, apiAliases = [] } of formats)
      for (const alias of apiAliases) {
        const segment = alias.split('/').length + 3;
        const underAlias = async (request: FastifyRequest, reply: FastifyReply) => {
          const url = request.raw.url ?? '';
          const key = pathSegment(url, segment);
          await requireFormat(context, key, apiName);
          return serveProtocol(context, request, reply, key, 'protocol', requestPath(url, segment));
        };
        handle(scope, platform, packageProtocol(alias), (_, { request, reply }) => underAlias(request, reply));
      }
    const inStorage = handler('storage', 2);
    handle(scope, platform, storedFile, async (_, { request, reply }) => {
      requireNoCall(request);
      return inStorage(request, reply);
    });
  });
}
