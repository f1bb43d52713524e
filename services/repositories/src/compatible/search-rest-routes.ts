import { AppError } from '@packhouse/contract/errors.ts';
import { findFormatId } from '@packhouse/contract/repositories/format-ids.ts';
import { queryWords } from '@packhouse/contract/repositories/query-words.ts';
import { BuildArtifacts, rarerSearches, searchBuildArtifacts } from '@packhouse/contract/repositories/search-compatible-routes.ts';
import { handle, protocolScope } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { serviceUrl, urlPath } from '../artifact/file-info.ts';
import type { Context } from '../context.ts';
import { globMatches } from '../directory/glob.ts';
import { compareVersions } from '../package/version-order.ts';
import { bodyLimits, readParsed } from '../reading/request-body.ts';
import type { Criterion, Operator, Scalar } from '../search/aql.ts';
import { type FoundItem, findItems, runAql } from '../search/run-query.ts';
import { findArtifacts } from '../search/search-routes.ts';
import { makeQuery } from '../storage/request-path.ts';
import { refuseStorage } from './storage-routes.ts';

const mostResults = 50_000;
const mostEntries = 5000;

const compare = (field: string, operator: Operator, value: Scalar): Criterion => ({ kind: 'compare', field, operator, value });
const any = (parts: readonly Criterion[]): Criterion => ({ kind: 'or', parts });
const all = (parts: readonly Criterion[]) => ({ kind: 'and', parts }) as const;

function need(query: URLSearchParams, name: string): string {
  const value = query.get(name);
  if (!value) throw new AppError(queryWords.say_what_to_look_for, { name });
  return value;
}

const readRepositories = (query: URLSearchParams) => (query.get('repos') ?? '').split(',').filter(Boolean);

/** A moment in milliseconds since 1970, as these calls write it, or in ISO 8601. */
function moment(query: URLSearchParams, name: string): string | undefined {
  const value = query.get(name);
  if (!value) return undefined;
  const date = new Date(/^\d+$/.test(value) ? Number(value) : value);
  if (Number.isNaN(date.getTime())) throw new AppError(queryWords.no_moment_in_milliseconds, { name });
  return date.toISOString();
}

function find(context: Context, request: FastifyRequest, query: URLSearchParams, parts: readonly Criterion[]): Promise<FoundItem[]> {
  const keys = readRepositories(query);
  const inside = keys.length > 0 ? [any(keys.map((key) => compare('repo', '$eq', key)))] : [];
  const criteria = all([...parts, ...inside]);
  return findItems(context, request.actor, { domain: 'items', criteria, include: [], sort: [], offset: 0, limit: mostResults, distinct: false });
}

type Answer = (context: Context, request: FastifyRequest, query: URLSearchParams) => Promise<unknown>;

const storageUri = (context: Context, request: FastifyRequest, { repository, row }: FoundItem) =>
  `${serviceUrl(context, request)}/api/storage/${urlPath(repository)}/${urlPath(row.path)}`;

function between(field: string, from: string, to: string | undefined): Criterion {
  return all([compare(field, '$gte', from), ...(to === undefined ? [] : [compare(field, '$lte', to)])]);
}

/** `creation?from=&to=` */
const byCreation: Answer = async (context, request, query) => {
  need(query, 'from');
  const found = await find(context, request, query, [between('created', moment(query, 'from')!, moment(query, 'to'))]);
  return { results: found.map((one) => ({ uri: storageUri(context, request, one), created: one.row.created_at.toISOString() })) };
};

/** `usage?notUsedSince=&createdBefore=`: what nobody has downloaded for a while. */
const byUsage: Answer = async (context, request, query) => {
  need(query, 'notUsedSince');
  const since = moment(query, 'notUsedSince')!;
  const unused = any([compare('stat.downloaded', '$eq', null), compare('stat.downloaded', '$lt', since)]);
  const found = await find(context, request, query, [unused, compare('created', '$lt', moment(query, 'createdBefore') ?? since)]);
  return {
    results: found.map((one) => ({
      uri: storageUri(context, request, one),
      ...(one.row.last_downloaded_at ? { lastDownloaded: one.row.last_downloaded_at.toISOString() } : {}),
    })),
  };
};

const dateFields = {
  created: ['created', 'created_at'],
  lastModified: ['modified', 'modified_at'],
  lastDownloaded: ['stat.downloaded', 'last_downloaded_at'],
} as const;
type DateField = keyof typeof dateFields;

/** `dates?dateFields=created,lastModified,lastDownloaded&from=&to=` */
const byDates: Answer = async (context, request, query) => {
  const asked = need(query, 'dateFields').split(',');
  const fields = asked.filter((field): field is DateField => field in dateFields);
  if (fields.length < asked.length) throw new AppError(queryWords.date_fields, { fields: Object.keys(dateFields).join(', ') });
  const from = moment(query, 'from') ?? new Date(0).toISOString();
  const found = await find(context, request, query, [any(fields.map((field) => between(dateFields[field][0], from, moment(query, 'to'))))]);
  return {
    results: found.map((one) => {
      const dates = fields.flatMap((field) => {
        const at = one.row[dateFields[field][1]];
        return at ? [[field, at.toISOString()]] : [];
      });
      return { uri: storageUri(context, request, one), ...Object.fromEntries(dates) };
    }),
  };
};

/** The format whose packages clients search for by group, artifact and version. */
const gavFormat = findFormatId('gav')!;

const isIntegration = (version: string) => version.endsWith('-SNAPSHOT');

/** Versions in Maven's layout, the highest first; `v` may have wildcards. */
async function versions(context: Context, request: FastifyRequest, query: URLSearchParams): Promise<string[]> {
  const [group, artifact, wanted] = [need(query, 'g'), need(query, 'a'), query.get('v') || '*'];
  const folder = `${group.replaceAll('.', '/')}/${artifact}`;
  const found = await find(context, request, query, [compare('path', '$match', `${folder}/*`), compare('name', '$match', `${artifact}-*`)]);
  const names = found.map(({ row }) => row.folder.slice(folder.length + 1)).filter((name) => name !== '' && !name.includes('/') && globMatches(wanted, name));
  if (names.length === 0) throw new AppError(queryWords.no_versions_found);
  return [...new Set(names)].sort((a, b) => compareVersions(gavFormat, b, a));
}

const byVersions: Answer = async (context, request, query) => ({
  results: (await versions(context, request, query)).map((version) => ({ version, integration: isIntegration(version) })),
});

/** The highest version as text: a release, unless only others fit what was asked for. */
const latestVersion: Answer = async (context, request, query) => {
  const found = await versions(context, request, query);
  return found.find((version) => !isIntegration(version)) ?? found[0];
};

/** `archive?name=*Tool.class`: what is inside archives. */
const byEntry: Answer = async (context, request, query) => {
  const model = { name: need(query, 'name'), filters: { repositories: readRepositories(query) } };
  const found = await findArtifacts(context, request.actor, { type: 'entry', model, limit: mostEntries });
  const base = `${serviceUrl(context, request)}/api/storage`;
  const uri = ({ class: kind, key, path }: (typeof found)[number]) => `${base}/${urlPath(kind === 'remote' ? `${key}-cache` : key)}/${urlPath(path)}`;
  return { results: [...Map.groupBy(found, ({ entry }) => entry)].map(([entry, rows]) => ({ entry, archiveUris: rows.map(uri) })) };
};

/** `dependency?sha1=`: builds that used a file. */
const byDependency: Answer = async (context, request, query) => {
  const { results } = await runAql(context, request.actor, `builds.find({"module.dependency.sha1":${JSON.stringify(need(query, 'sha1').toLowerCase())}})`);
  const uris: { uri: string }[] = [];
  for await (const batch of results)
    for (const build of batch as readonly Record<string, unknown>[])
      uris.push({
        uri: `${serviceUrl(context, request)}/api/build/${[build['build.name'], build['build.number']].map((part) => encodeURIComponent(String(part))).join('/')}`,
      });
  return { results: uris };
};

/** Uploads whose checksums differ from what their client promised are refused, so that none is ever stored. */
const byBadChecksum: Answer = async (_context, _request, query) => {
  if (!['md5', 'sha1', 'sha256'].includes(need(query, 'type'))) throw new AppError(queryWords.checksum_type_unknown);
  return { results: [] };
};

/** `POST buildArtifacts`: addresses of what a build made. */
async function byBuild(context: Context, request: FastifyRequest): Promise<unknown> {
  const { buildName, buildNumber, repos } = await readParsed(request, BuildArtifacts, bodyLimits.names);
  const parts = [compare('artifact.module.build.name', '$eq', buildName), compare('artifact.module.build.number', '$eq', buildNumber)];
  const found = await find(context, request, new URLSearchParams({ repos: repos.join(',') }), parts);
  if (found.length === 0) throw new AppError(queryWords.no_build_artifacts_found);
  const base = serviceUrl(context, request);
  return { results: found.map(({ repository, row }) => ({ downloadUri: `${base}/${urlPath(repository)}/${urlPath(row.path)}` })) };
}

const answers: Readonly<Record<keyof typeof rarerSearches, Answer>> = {
  creation: byCreation,
  usage: byUsage,
  dates: byDates,
  versions: byVersions,
  archive: byEntry,
  dependency: byDependency,
  badChecksum: byBadChecksum,
  latestVersion,
};

/** `api/search/…`: the rarer questions of existing clients, in their shapes. */
export async function compatibleSearchRoutes(app: FastifyInstance, context: Context): Promise<void> {
  await protocolScope(app, (scope) => {
    scope.setErrorHandler(refuseStorage(context));
    for (const [name, answer] of Object.entries(answers))
      handle(scope, context.platform, rarerSearches[name as keyof typeof answers], async (_, { request, reply }) => {
        const found = await answer(context, request, makeQuery(request.raw.url ?? ''));
        return reply.type(typeof found === 'string' ? 'text/plain' : 'application/json').send(found);
      });
    handle(scope, context.platform, searchBuildArtifacts, async (_, { request, reply }) => reply.send(await byBuild(context, request)));
  });
}
