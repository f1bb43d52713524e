import { AppError } from '@packhouse/contract/errors.ts';
import { upstreamWords } from '@packhouse/contract/repositories/upstream-words.ts';
import { isAllowed } from '@packhouse/kernel/access/authorisation.ts';
import type { FastifyReply } from 'fastify';
import type { StoringRepository } from '../../directory/directory.ts';
import { readResource } from '../../directory/directory.ts';
import { imagePath, readStops } from './container-access.ts';
import { selectImages, selectTags } from './container-queries.ts';
import { clientName, type Exchange } from './container-request.ts';
import { fetchTags } from './remote/remote-tags.ts';
import { upstreamNames } from './remote/upstream-names.ts';
import { catalogViewer } from './scopes.ts';

interface Page {
  limit: number | undefined;
  after: string | undefined;
}

function getPage(query: URLSearchParams): Page {
  const text = query.get('n');
  const limit = text === null ? undefined : Number(text);
  if (limit !== undefined && (!Number.isInteger(limit) || limit < 0)) throw new AppError(upstreamWords.n_is_no_number);
  return { limit, after: query.get('last') ?? undefined };
}

/** Cuts what was read one entry too far, and links to the rest. */
function sendPage(exchange: Exchange, path: string, { limit }: Page, entries: readonly string[], body: (entries: readonly string[]) => object): FastifyReply {
  const { reply } = exchange;
  const shown = limit === undefined ? entries : entries.slice(0, limit);
  const last = shown.at(-1);
  if (limit !== undefined && last !== undefined && entries.length > limit)
    reply.header('link', `<${path}?n=${limit}&last=${encodeURIComponent(last)}>; rel="next"`);
  return reply.header('content-type', 'application/json; charset=utf-8').send(JSON.stringify(body(shown)));
}

const inByteOrder = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

async function readTags(exchange: Exchange, repository: StoringRepository, cacheOnly: boolean, page: Page): Promise<readonly string[] | undefined> {
  const { context, image } = exchange;
  if (repository.class === 'remote' && !cacheOnly) return fetchTags(context, repository, image);
  const names = repository.class === 'remote' ? upstreamNames(repository, image) : [image];
  const limit = page.limit === undefined ? undefined : page.limit + 1;
  for (const name of names) {
    const tags = await selectTags(context.db, repository.id, name, { after: page.after, limit });
    if (tags) return tags;
  }
  return undefined;
}

/** Tags of all members that may be read, each once, in byte order. */
export async function listTags(exchange: Exchange): Promise<FastifyReply> {
  const page = getPage(exchange.query);
  const { members, cacheOnly } = await readStops(exchange, imagePath(exchange.image));
  const lists = await Promise.allSettled(members.map((member) => readTags(exchange, member, cacheOnly, page)));
  const found = lists.flatMap((list) => (list.status === 'fulfilled' && list.value ? [list.value] : []));
  // A list without the tags of a broken upstream would look whole: better none.
  const broken = lists.find((list) => list.status === 'rejected');
  if (broken) throw broken.reason;
  if (found.length === 0) throw new AppError('package_not_found', { detail: { name: exchange.image } });
  const { after } = page;
  const tags = [...new Set(found.flat())].sort(inByteOrder).filter((tag) => after === undefined || tag > after);
  return sendPage(exchange, `${exchange.prefix}/${exchange.image}/tags/list`, page, tags, (shown) => ({ name: clientName(exchange), tags: shown }));
}

/** Images the caller may read, across repositories or in the one the URL names. */
export async function listCatalog(exchange: Exchange): Promise<FastifyReply> {
  const { context, request, query, compatible, key } = exchange;
  if (request.actor.kind === 'anonymous' && !(await context.platform.identity.anonymousAllowed())) throw new AppError('unauthenticated');
  const viewer = catalogViewer(request.actor);
  const page = { ...getPage(query), limit: Math.min(getPage(query).limit ?? 1000, 10_000) };
  const readable: string[] = [];
  let after = page.after !== undefined && compatible ? `${key}/${page.after}` : page.after;
  while (readable.length <= page.limit) {
    const rows = await selectImages(context.db, { after, limit: 1000, ...(compatible ? { key } : {}) });
    for (const row of rows) {
      after = `${row.key}/${row.image}`;
      const repository = await context.directory.byId(row.repositoryId);
      if (repository && isAllowed(viewer, 'read', readResource(repository, imagePath(row.image)))) readable.push(compatible ? row.image : after);
    }
    if (rows.length < 1000) break;
  }
  const path = compatible ? `/artifactory/api/docker/${encodeURIComponent(key)}/v2/_catalog` : '/v2/_catalog';
  return sendPage(exchange, path, page, readable, (repositories) => ({ repositories }));
}
