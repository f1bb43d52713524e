import { prefixes } from '@packhouse/contract/prefixes.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';

const toPattern = (url: string) =>
  new RegExp(
    `^${url
      .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
      .replace(/:\w+/g, '[^/]+')
      .replace(/\\\*.*$/, '.*')}$`,
  );

/** Tells which methods calls of the console take at an address that the application does not serve with the method of a request. */
export function otherMethods(app: FastifyInstance): (request: FastifyRequest) => string[] {
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
