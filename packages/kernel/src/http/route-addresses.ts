import { prefixes } from '@packhouse/contract/prefixes.ts';
import type { Route } from '@packhouse/contract/route.ts';

/** Calls of clients, which take an unknown one for what it is; addresses of the console are pages or their parts. */
export const isCall = (path: string): boolean => /^\/[a-z]+\/api\/./.test(path) && !path.startsWith(`${prefixes.console}/`);

/** An address as Fastify writes it. */
interface Address {
  url: string;
  /** It is told nobody: whoever reads the list of addresses knows it by its other spelling. */
  isSpelling: boolean;
}

/**
 * The addresses at which a route answers. Calls of existing clients answer with and without a slash at their end, since their clients write them both
 * ways; never where a path of an artifact or of a protocol follows: there a slash stands for a folder.
 */
export function listAddresses({ url, compatible }: Pick<Route, 'url' | 'compatible'>): Address[] {
  const [, before, isOptional] = /^(.*)\*\w+(\?)?$/.exec(url) ?? [];
  if (before !== undefined) return [...(isOptional ? [before.slice(0, -1)] : []), `${before}*`].map((one) => ({ url: one, isSpelling: false }));
  if (!compatible || !isCall(url)) return [{ url, isSpelling: false }];
  return [
    { url, isSpelling: false },
    { url: url.endsWith('/') ? url.slice(0, -1) : `${url}/`, isSpelling: true },
  ];
}
