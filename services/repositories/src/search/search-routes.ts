import { AppError } from '@packhouse/contract/errors.ts';
import { getPackageId } from '@packhouse/contract/repositories/package-search.ts';
import { listRecentPublishes } from '@packhouse/contract/repositories/recent-routes.ts';
import type { ArtifactSearchType } from '@packhouse/contract/repositories/search-query.ts';
import * as contract from '@packhouse/contract/repositories/search-routes.ts';
import { findUnusedFilters } from '@packhouse/contract/repositories/used-filters.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { sharedWords } from '@packhouse/contract/shared-words.ts';
import type { Actor } from '@packhouse/kernel/access/authorisation.ts';
import { every } from '@packhouse/kernel/database/conditions.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { hasWildcard } from '../directory/glob.ts';
import { selectProjectStorage } from '../directory/project-queries.ts';
import { decodeCursor, encodeCursor } from '../package/cursor.ts';
import { type FoundRow, type SearchOptions, type SearchPosition, selectArtifacts } from './artifact-search-queries.ts';
import { selectRecent } from './recent-queries.ts';
import { repositoryNames } from './run-query.ts';
import { artifactCondition, entryCondition } from './search-condition-queries.ts';
import { type SuggestionInput, suggestBuilds, suggestPackages, suggestRepositories } from './suggestion-queries.ts';
import { findingCondition } from './version-condition-queries.ts';

const ordering = 'artifact search';

function readPosition(after: string | undefined): SearchPosition | undefined {
  if (after === undefined) return undefined;
  const [at = '', id = '', entry = ''] = decodeCursor(ordering, after, 3);
  if (!/^\d{1,15}$/.test(id) || !/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?[+-]\d\d(:\d\d)?$/.test(at) || entry.includes('\0'))
    throw new AppError(sharedWords.after_is_no_cursor, {}, { detail: [{ path: 'after', ...say(sharedWords.unknown_cursor) }] });
  return { at, id: Number(id), entry };
}

function artifactView(row: FoundRow): contract.FoundArtifact {
  return {
    repoKey: row.class === 'remote' ? `${row.key}-cache` : row.key,
    path: row.path,
    name: row.name,
    class: row.class,
    format: row.format,
    size: row.size,
    modifiedAt: row.modified_at.toISOString(),
    ...(row.entry === '' ? {} : { entry: row.entry }),
  };
}

/** The storage behind repository keys, where a virtual one stands for its members, as far as it is the project's; undefined for all there is. */
async function readStorage(context: Context, keys: readonly string[] | undefined, projectKey: string | undefined): Promise<readonly number[] | undefined> {
  const ofProject = projectKey ? await selectProjectStorage(context.db, projectKey) : undefined;
  if (!keys?.length) return ofProject;
  const names = await repositoryNames(context);
  const chosen = new Set(keys.flatMap((key) => names.find('$eq', key)));
  return ofProject ? ofProject.filter((id) => chosen.has(id)) : [...chosen];
}

export interface ArtifactSearch extends SearchOptions {
  type: ArtifactSearchType;
  model: contract.SearchModelInput;
  projectKey?: string | undefined;
  after?: SearchPosition | undefined;
  limit: number;
}

/** One page of artifacts that fit and that the actor may read. */
export async function findArtifacts(context: Context, actor: Actor, { type, model, projectKey, after, limit, anyWillDo }: ArtifactSearch): Promise<FoundRow[]> {
  const repositories = await readStorage(context, model.filters.repositories, projectKey);
  const { found, ...how } = artifactCondition(type, model);
  const scanned = await findingCondition(model.filters, context.peers.scans);
  const selection = { ...how, found: every([found, scanned]), entry: entryCondition(type, model), repositories, after, limit };
  return selectArtifacts(context.db, actor, selection, { anyWillDo });
}

/** Artifacts for who is still typing: those whose names begin so, which an index gives one by one, or else those that hold what was typed. */
async function suggestArtifacts(context: Context, actor: Actor, { text, limit, projectKey }: SuggestionInput): Promise<FoundRow[]> {
  const find = (name: string) => findArtifacts(context, actor, { type: 'quick', model: { name, filters: {} }, projectKey, limit, anyWillDo: true });
  const beginning = hasWildcard(text) ? [] : await find(`${text}*`);
  return beginning.length === limit ? beginning : find(text);
}

/** Serves what the console searches. */
export function consoleSearchRoutes(app: FastifyInstance, context: Context): void {
  const { platform, db } = context;

  handle(app, platform, contract.searchArtifacts, async ({ params, query, body }, { actor }) => {
    const after = readPosition(query.after);
    const { projectKey, limit } = query;
    const found = await findArtifacts(context, actor, { type: params.searchType, model: body, projectKey, after, limit: limit + 1 });
    const rows = found.slice(0, limit);
    const last = rows.at(-1);
    const next = found.length > rows.length && last ? encodeCursor(ordering, [last.position, String(last.id), last.entry]) : null;
    const unused = findUnusedFilters('artifacts', body.filters, { scans: context.peers.scans !== undefined, type: params.searchType });
    return { items: rows.map(artifactView), next, unused };
  });

  handle(app, platform, listRecentPublishes, async ({ query }, { actor }) => {
    // Whoever is not signed in has published nothing.
    if (query.own && actor.kind !== 'user') return { items: [] };
    const rows = await selectRecent(db, actor, query);
    return { items: rows.map((row) => ({ ...row, at: row.at.toISOString() })) };
  });

  handle(app, platform, contract.searchSuggestions, async ({ query }, { actor }) => {
    const [packages, artifacts, builds, repositories] = await Promise.all([
      suggestPackages(db, actor, query),
      suggestArtifacts(context, actor, query),
      suggestBuilds(db, actor, query),
      suggestRepositories(db, actor, query),
    ]);
    const named = packages.map(({ format, name }) => ({ id: getPackageId(format, name), name, format }));
    return { packages: named, artifacts: artifacts.map(artifactView), builds, repositories };
  });
}
