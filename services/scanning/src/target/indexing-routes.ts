import { AppError } from '@packhouse/contract/errors.ts';
import { findFormatId } from '@packhouse/contract/repositories/format-ids.ts';
import * as contract from '@packhouse/contract/scanning/scanning-indexing-routes.ts';
import { scanningWords } from '@packhouse/contract/scanning/scanning-words.ts';
import { type HandlerContext, handle, publicBaseUrl } from '@packhouse/kernel/http/http.ts';
import type { DirectoryEntry } from '@packhouse/peers/repositories.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { changeScanned, findScannable, requireManager } from './indexing.ts';

async function readIndexing(context: Context, projectKey: string | undefined): Promise<contract.RepositoryIndexing> {
  const tell = ({ key, class: type, format }: DirectoryEntry) => ({ name: key, type, pkg_type: format });
  const all = await findScannable(context, projectKey);
  return {
    bin_mgr_id: contract.binaryManager,
    indexed_repos: all.filter(({ scanned }) => scanned).map(tell),
    non_indexed_repos: all.filter(({ scanned }) => !scanned).map(tell),
  };
}

/** What a client says of a repository beside its name is so. @throws AppError `bad_request` */
function requireSuch(found: DirectoryEntry | undefined, { name: key, type, pkg_type: format }: contract.NamedRepository): void {
  if (!found) throw new AppError(scanningWords.repository_not_scannable, { key });
  if (type && type.toLowerCase() !== found.class) throw new AppError(scanningWords.repository_is_otherwise, { key, present: found.class, given: type });
  if (format && findFormatId(format) !== found.format) throw new AppError(scanningWords.repository_is_otherwise, { key, present: found.format, given: format });
}

interface Lists {
  indexed_repos?: readonly contract.NamedRepository[] | null | undefined;
  non_indexed_repos?: readonly contract.NamedRepository[] | null | undefined;
}

async function changeIndexing(context: Context, lists: Lists, projectKey: string | undefined, { actor, address }: HandlerContext): Promise<void> {
  const all = await findScannable(context, projectKey);
  const [indexed, left] = [lists.indexed_repos ?? undefined, lists.non_indexed_repos ?? []];
  for (const named of [...(indexed ?? []), ...left])
    requireSuch(
      all.find(({ key }) => key === named.name),
      named,
    );
  const on = new Set(indexed?.map(({ name }) => name));
  const off = new Set(left.map(({ name }) => name));
  const both = [...on].find((key) => off.has(key));
  if (both !== undefined) throw new AppError(scanningWords.repository_named_twice, { key: both });
  const wanted = ({ key, scanned }: DirectoryEntry & { scanned: boolean }) => (off.has(key) ? false : indexed ? on.has(key) : scanned);
  await changeScanned(context, all, wanted, { actor: actor.name, address });
}

/** Which repositories are scanned, in the words of existing clients. */
export function indexingRoutes(app: FastifyInstance, context: Context): void {
  const { platform } = context;
  handle(app, platform, contract.listBinaryManagers, async (_, { request }) => [
    {
      binMgrId: contract.binaryManager,
      binMgrUrl: `${publicBaseUrl(request, platform.config)}/artifactory`,
      version: platform.version,
      proxy_enabled: false as const,
    },
  ]);
  handle(app, platform, contract.readRepositoryIndexing, async ({ params, query }) => {
    requireManager(params.id);
    return readIndexing(context, query.projectKey);
  });
  handle(app, platform, contract.changeRepositoryIndexing, async ({ params, query, body }, call) => {
    requireManager(params.id);
    if (body.bin_mgr_id) requireManager(body.bin_mgr_id);
    await changeIndexing(context, body, query.projectKey, call);
    return readIndexing(context, query.projectKey);
  });
}
