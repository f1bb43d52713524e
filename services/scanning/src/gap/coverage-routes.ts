import { getPackageId } from '@packhouse/contract/repositories/package-search.ts';
import * as contract from '@packhouse/contract/scanning/coverage-routes.ts';
import { type Actor, repositoryResource } from '@packhouse/kernel/access/authorisation.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import type { TargetRow } from '../target/target.ts';
import { decodePlace, encodePlace } from '../violation/violation-cursor.ts';
import { listKeys, mayReadViolation, type Readable, readReadable } from '../violation/violation-view.ts';
import {
  countGaps,
  type GapPlace,
  type GapRow,
  type GapScope,
  selectGaps,
  selectNotJudgedVersions,
  sumScans,
  type WantedVersions,
} from './coverage-queries.ts';

/** So many versions are looked at for those of a page that the caller may read. */
const mostLookedAt = 5000;

/** A page goes on behind such a place. */
const ordering = 'gap';
const placeParts = [/^.{1,128}$/s, /^[a-z_]{1,20}$/, /^.{0,128}$/s];
const writePlace = ({ repository, reason, kind }: GapPlace): string => encodePlace(ordering, [repository, reason, kind]);

/** @throws AppError `invalid_input` */
function readPlace(text: string | undefined): GapPlace | undefined {
  if (text === undefined) return undefined;
  const [repository = '', reason = '', kind = ''] = decodePlace(ordering, text, placeParts);
  return { repository, reason: reason as GapPlace['reason'], kind };
}

/** Repositories at which nothing looks. Virtual ones hold nothing of their own. */
const listNotIndexed = ({ peers }: Pick<Context, 'peers'>, repositories: Readable): string[] =>
  [...repositories.values()]
    .filter((one) => peers.repositories?.peek(one.key)?.scanned === false && one.class !== 'virtual' && repositoryResource(one).type === 'repository')
    .map(({ key }) => key);

function makeScope(
  context: Pick<Context, 'peers'>,
  actor: Actor,
  all: Readable,
  { repository, projectKey }: { repository?: string | undefined; projectKey?: string | undefined },
): GapScope {
  if (repository === undefined) return { repositories: listKeys(actor, all, projectKey), notIndexed: listNotIndexed(context, all) };
  const one = all.get(repository.replace(/-cache$/, ''));
  return { repositories: one ? [one.key] : [], notIndexed: one ? listNotIndexed(context, new Map([[one.key, one]])) : [] };
}

const toGap = ({ repository, reason, kind, versions, at }: GapRow, repositories: Readable) => ({
  reason,
  repository,
  packageType: repositories.get(repository)?.format ?? '',
  ecosystem: kind === '' ? null : kind,
  versions,
  at: at?.toISOString() ?? null,
});

/** Versions of one gap at paths that the caller may read, and where the next page begins. */
async function readVersions(
  { db }: Context,
  may: (target: TargetRow) => boolean,
  wanted: WantedVersions,
  { after = '', limit }: { after?: string | undefined; limit: number },
): Promise<{ items: TargetRow[]; next: string | null }> {
  const items: TargetRow[] = [];
  let last = after;
  for (let looked = 0; looked < mostLookedAt; looked += limit) {
    const rows = await selectNotJudgedVersions(db, wanted, last, limit + 1);
    for (const row of rows.slice(0, limit)) {
      if (may(row)) items.push(row);
      last = row.path;
      if (items.length === limit) return { items, next: row === rows.at(-1) ? null : last };
    }
    if (rows.length <= limit) return { items, next: null };
  }
  return { items, next: last };
}

/** What is not judged, where and why. */
export function coverageRoutes(app: FastifyInstance, context: Context): void {
  const { platform, db } = context;
  handle(app, platform, contract.listCoverageGaps, async ({ query }, { actor }) => {
    const repositories = await readReadable(context, actor, query.projectKey);
    const scope = makeScope(context, actor, repositories, query);
    const { reason, limit } = query;
    const [rows, counts, { scanned, total }] = await Promise.all([
      selectGaps(db, scope, { reason, after: readPlace(query.after), limit: limit + 1 }),
      countGaps(db, scope),
      sumScans(db, scope.repositories),
    ]);
    const shown = rows.slice(0, limit);
    const last = shown.at(-1);
    return {
      items: shown.map((row) => toGap(row, repositories)),
      next: rows.length > limit && last ? writePlace(last) : null,
      counts,
      scans: { scanned, total },
    };
  });
  handle(app, platform, contract.listNotJudged, async ({ query }, { actor }) => {
    const repositories = await readReadable(context, actor);
    const may = (target: TargetRow) => mayReadViolation(actor, repositories, target);
    const { items, next } = await readVersions(context, may, { repository: query.repository, reason: query.reason, ecosystem: query.ecosystem }, query);
    const told = items.map(({ repository, path, format, package: name, version, reason, said, scanned_at: at }) => ({
      repository,
      path,
      packageId: getPackageId(format, name),
      version,
      reason,
      ...(reason === null ? {} : { said: { message: reason, ...said } }),
      scanned: at?.toISOString() ?? null,
    }));
    return { items: told, next };
  });
}
