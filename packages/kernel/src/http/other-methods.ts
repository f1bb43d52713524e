import { AppError } from '@packhouse/contract/errors.ts';
import { kernelWords } from '@packhouse/contract/kernel-words.ts';
import { prefixes } from '@packhouse/contract/prefixes.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isCall } from './route-addresses.ts';

const toPattern = (url: string) =>
  new RegExp(
    `^${url
      .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
      .replace(/:\w+/g, '[^/]+')
      .replace(/\\\*.*$/, '.*')}$`,
  );

/** Tells which methods calls of the console take at an address that the application does not serve with the method of a request. */
function otherMethods(app: FastifyInstance): (request: FastifyRequest) => string[] {
  let known: { method: string; pattern: RegExp }[] | undefined;
  return ({ url }) => {
    const path = url.split('?', 1)[0]!;
    if (!path.startsWith(`${prefixes.consoleApi}/`)) return [];
    known ??= app.registeredRoutes
      .filter((one) => one.url.startsWith(`${prefixes.consoleApi}/`))
      .map(({ method, url: address }) => ({ method, pattern: toPattern(address) }));
    return [...new Set(known.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method))];
  };
}

function refuse({ method, url }: FastifyRequest, methods: readonly string[]): AppError {
  if (methods.length > 0) return new AppError('method_not_allowed');
  const path = url.split('?', 1)[0]!;
  return isCall(path) ? new AppError(kernelWords.no_such_call, { method, path }) : new AppError('not_found');
}

/** Refuses what is not served: addresses that nobody has, and methods that calls of the console do not take. */
export function answerUnserved(app: FastifyInstance, answer: (error: AppError, request: FastifyRequest, reply: FastifyReply) => FastifyReply): void {
  const findMethods = otherMethods(app);
  app.setNotFoundHandler((request, reply) => {
    const methods = findMethods(request);
    if (methods.length > 0) reply.header('allow', methods.join(', '));
    return answer(refuse(request, methods), request, reply);
  });
}
