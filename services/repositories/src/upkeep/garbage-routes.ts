import { AppError } from '@packhouse/contract/errors.ts';
import { type GarbageRun, listGarbageRuns, readBlobReferences, readGarbageState, startGarbageRun } from '@packhouse/contract/repositories/garbage-routes.ts';
import { repositoryWords } from '@packhouse/contract/repositories/repository-words.ts';
import { tellSaid } from '@packhouse/kernel/database/said-columns.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Selectable } from 'kysely';
import type { Context } from '../context.ts';
import type { GarbageRunTable } from '../schema.ts';
import { announced } from '../storage/announce.ts';
import { gracePeriod } from './garbage.ts';
import { insertRun, selectBlob, selectGarbageState, selectLatestRuns, selectReferences } from './garbage-queries.ts';

const hour = 3_600_000;
/** Of so much time it is told what was freed. */
const freedFor = 30 * 24 * hour;

function toRun(row: Selectable<GarbageRunTable>): GarbageRun {
  return {
    id: row.id,
    status: row.status,
    dryRun: row.dry_run,
    requestedBy: row.requested_by,
    startedAt: row.started_at.toISOString(),
    ...(row.finished_at ? { finishedAt: row.finished_at.toISOString() } : {}),
    examined: row.examined,
    condemned: row.condemned,
    condemnedBytes: row.condemned_bytes,
    spared: row.spared,
    freed: row.freed,
    freedBytes: row.freed_bytes,
    staging: row.staging,
    ...tellSaid(row),
  };
}

export function garbageRoutes(app: FastifyInstance, context: Context): void {
  const { db, platform } = context;

  handle(app, platform, listGarbageRuns, async () => ({ items: (await selectLatestRuns(db, 50)).map(toRun) }));

  handle(app, platform, readGarbageState, async () => {
    const now = Date.now();
    const figures = await selectGarbageState(db, { condemnedBefore: new Date(now - gracePeriod), freedSince: new Date(now - freedFor) });
    return {
      condemned: { contents: figures.condemned, bytes: figures.condemnedBytes },
      due: { contents: figures.due, bytes: figures.dueBytes },
      freed: { contents: figures.freed, bytes: figures.freedBytes },
      graceHours: gracePeriod / hour,
    };
  });

  handle(app, platform, startGarbageRun, async ({ body }, { actor, address }) => {
    const run = await announced(context, 'garbage.run', async (transaction) => {
      const begun = await insertRun(transaction, { dry_run: body.dryRun, requested_by: actor.name });
      await platform.jobs.add('collect-garbage', { runId: begun.id }, { key: `collect-garbage:${begun.id}`, transaction });
      const after = { dryRun: body.dryRun };
      await platform.identity.audit(
        { actor: actor.name, address, action: 'garbage-run.requested', subject: String(begun.id), name: `#${begun.id}`, after },
        transaction,
      );
      return begun;
    });
    return toRun(run);
  });

  handle(app, platform, readBlobReferences, async ({ params }) => {
    const blob = await selectBlob(db, params.sha256);
    if (!blob) throw new AppError(repositoryWords.no_blob);
    const references = await selectReferences(db, params.sha256, 100);
    return {
      sha256: blob.sha256,
      size: blob.size,
      ...(blob.condemned_at ? { condemnedAt: blob.condemned_at.toISOString() } : {}),
      references: references.map(({ kind, repository_key, path }) => ({ kind, repositoryKey: repository_key, path })),
    };
  });
}
