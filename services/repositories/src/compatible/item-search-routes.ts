import { AppError } from '@packhouse/contract/errors.ts';
import { queryWords } from '@packhouse/contract/repositories/query-words.ts';
import { criteriaSearches, searchPattern } from '@packhouse/contract/repositories/search-compatible-routes.ts';
import { handle, protocolScope } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { fileInfo, serviceUrl, urlPath } from '../artifact/file-info.ts';
import type { Context } from '../context.ts';
import type { Aql, Criterion, Operator } from '../search/aql.ts';
import { type FoundItem, findItems } from '../search/run-query.ts';
import { makeQuery } from '../storage/request-path.ts';
import { refuseStorage } from './storage-routes.ts';

const mostResults = 50_000;

const compare = (field: string, operator: Operator, value: string): Criterion => ({ kind: 'compare', field, operator, value });
const matching = (field: string, pattern: string): Criterion => compare(field, '$match', pattern);
const any = (parts: readonly Criterion[]): Criterion => ({ kind: 'or', parts });

/** Only in these repositories, when the request says so. */
function inRepositories(query: URLSearchParams): Criterion[] {
  const keys = (query.get('repos') ?? '').split(',').filter(Boolean);
  return keys.length > 0 ? [any(keys.map((key) => compare('repo', '$eq', key)))] : [];
}

function need(query: URLSearchParams, name: string): string {
  const value = query.get(name);
  if (!value) throw new AppError(queryWords.say_what_to_look_for, { name });
  return value;
}

const reserved = new Set(['repos', 'type']);

/** `?key=value`; a key without a value is one that must be there, several values are alternatives. */
function propertyCriteria(query: URLSearchParams): Criterion[] {
  const keys = [...new Set(query.keys())].filter((key) => !reserved.has(key));
  if (keys.length === 0) throw new AppError(queryWords.say_property_to_look_for);
  return keys.map((key) => {
    const values = query.getAll(key).flatMap((value) => value.split(','));
    return any(values.map((value) => matching(`@${key}`, value === '' ? '*' : value)));
  });
}

function checksumCriteria(query: URLSearchParams): Criterion[] {
  const fields = { sha256: 'sha256', sha1: 'actual_sha1', md5: 'actual_md5' } as const;
  for (const [name, field] of Object.entries(fields)) {
    const value = query.get(name);
    if (value) return [compare(field, '$eq', value.toLowerCase())];
  }
  throw new AppError(queryWords.say_checksum_to_look_for);
}

/** Where Maven's layout has a version; what is not said may be anything. */
function coordinateCriteria(query: URLSearchParams): Criterion[] {
  const part = (name: string) => query.get(name) || undefined;
  const [group, artifact, version, classifier] = [part('g'), part('a'), part('v'), part('c')];
  if (!group && !artifact && !version && !classifier) throw new AppError(queryWords.say_coordinates_to_look_for);
  const folder = `${group ? group.replaceAll('.', '/') : '*'}/${artifact ?? '*'}/${version ?? '*'}`;
  return [matching('path', folder), matching('name', `${artifact ?? '*'}-${version ?? '*'}${classifier ? `-${classifier}` : '*'}.*`)];
}

const queryFor = (parts: readonly Criterion[]): Aql => ({
  domain: 'items',
  criteria: { kind: 'and', parts },
  include: [],
  sort: [],
  offset: 0,
  limit: mostResults,
  distinct: false,
});

/** One result: its address, and with `X-Result-Detail` also what is known of it. */
function makeResult(context: Context, request: FastifyRequest, { repository, row, properties }: FoundItem): Record<string, unknown> {
  const details = String(request.headers['x-result-detail'] ?? '').toLowerCase();
  const info = fileInfo(context, request, repository, {
    id: row.id ?? 0,
    repositoryId: row.repository_id,
    path: row.path,
    sha256: row.sha256 ?? '',
    sha1: row.sha1 ?? '',
    md5: row.md5 ?? '',
    size: row.size,
    createdAt: row.created_at,
    createdBy: row.created_by,
    modifiedAt: row.modified_at,
    modifiedBy: row.modified_by,
    versionId: null,
    lead: false,
  });
  const found: Record<string, unknown> = details.includes('info') ? { ...info } : { uri: info.uri };
  if (!details.includes('properties')) return found;
  const grouped = Map.groupBy(properties, ({ key }) => key);
  return { ...found, properties: Object.fromEntries([...grouped].map(([key, rows]) => [key, rows.map(({ value }) => value)])) };
}

/** `pattern=repository:folder/*.zip` */
async function byPattern(context: Context, request: FastifyRequest): Promise<unknown> {
  const pattern = need(makeQuery(request.raw.url ?? ''), 'pattern');
  const colon = pattern.indexOf(':');
  if (colon < 1) throw new AppError(queryWords.pattern_without_repository);
  const [repo, path] = [pattern.slice(0, colon), pattern.slice(colon + 1)];
  const slash = path.lastIndexOf('/');
  const parts = [compare('repo', '$eq', repo), matching('path', slash < 0 ? '.' : path.slice(0, slash)), matching('name', path.slice(slash + 1))];
  const base = serviceUrl(context, request);
  const files = (await findItems(context, request.actor, queryFor(parts))).map(({ row }) => row.path);
  return { repoUri: `${base}/${urlPath(repo)}`, sourcePattern: pattern, files };
}

const searches: Readonly<Record<keyof typeof criteriaSearches, (query: URLSearchParams) => Criterion[]>> = {
  prop: propertyCriteria,
  checksum: checksumCriteria,
  artifact: (query) => [matching('name', `*${need(query, 'name')}*`)],
  gavc: coordinateCriteria,
};

/** `GET api/search/…`: single questions of existing clients. */
export async function searchRoutes(app: FastifyInstance, context: Context): Promise<void> {
  await protocolScope(app, (scope) => {
    scope.setErrorHandler(refuseStorage(context));
    for (const [name, makeCriteria] of Object.entries(searches))
      handle(scope, context.platform, criteriaSearches[name as keyof typeof searches], async (_, { request, reply }) => {
        const query = makeQuery(request.raw.url ?? '');
        const found = await findItems(context, request.actor, queryFor([...makeCriteria(query), ...inRepositories(query)]));
        return reply.send({ results: found.map((one) => makeResult(context, request, one)) });
      });
    handle(scope, context.platform, searchPattern, async (_, { request, reply }) => reply.send(await byPattern(context, request)));
  });
}
