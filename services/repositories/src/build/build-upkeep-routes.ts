import { AppError } from '@packhouse/contract/errors.ts';
import { encodeBuildPart } from '@packhouse/contract/repositories/build-document.ts';
import * as contract from '@packhouse/contract/repositories/build-routes.ts';
import { type Actor, authorise, isAllowed, requireAdministrator } from '@packhouse/kernel/access/authorisation.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { type LocalRepository, readResource } from '../directory/directory.ts';
import { deleteRuns } from './build.ts';
import { type BuildRun, selectRuns } from './build-queries.ts';
import { applyBuildRetention } from './build-retention-job.ts';
import { replaceBuildRetention, selectBuildRetention } from './build-retention-queries.ts';

interface Asked {
  name: string;
  repository: string;
}

const nothing = { keepRuns: null, keepDays: null, artifacts: false };

/** The build's runs and their repository. @throws AppError `build_not_found` */
async function needBuild(context: Context, actor: Actor, { name, repository: key }: Asked): Promise<{ repository: LocalRepository; runs: BuildRun[] }> {
  const runs = await selectRuns(context.db, actor, { name, repositoryKey: key }, 100_000);
  const repository = await context.directory.find(key);
  if (runs.length === 0 || repository?.class !== 'local') throw new AppError(actor.kind === 'anonymous' ? 'unauthenticated' : 'build_not_found');
  return { repository, runs };
}

/** Where the permission on all runs of a build is asked for. */
const getPlace = (repository: LocalRepository, name: string) => readResource(repository, encodeBuildPart(name));

/** Serves the calls about what is deleted of builds, and which runs stay. */
export function buildUpkeepRoutes(app: FastifyInstance, context: Context): void {
  const { db, platform } = context;

  handle(app, platform, contract.deleteBuildRuns, async ({ body }, { actor, address }) => {
    const { runs } = await needBuild(context, actor, body);
    const wanted = runs.filter((run) => body.runs.some((one) => one.number === run.number && one.startedMillis === run.startedAt.getTime()));
    if (wanted.length === 0) throw new AppError('build_not_found');
    await deleteRuns(context, { actor, address }, wanted, { artifacts: body.artifacts });
    return { deleted: wanted.length };
  });

  handle(app, platform, contract.readBuildRetention, async ({ query }, { actor }) => {
    const { repository } = await needBuild(context, actor, query);
    const rule = await selectBuildRetention(db, { repositoryId: repository.id, name: query.name });
    const known = rule ? { keepRuns: rule.keep_runs, keepDays: rule.keep_days, artifacts: rule.artifacts, modifiedBy: rule.modified_by } : nothing;
    return { ...known, allowed: isAllowed(actor, 'delete', getPlace(repository, query.name)) };
  });

  handle(app, platform, contract.changeBuildRetention, async ({ body: { name, repository: key, ...retention } }, { actor, address }) => {
    const { repository } = await needBuild(context, actor, { name, repository: key });
    authorise(actor, 'delete', getPlace(repository, name));
    // The rule goes on working when nobody is there to be asked what they may delete.
    if (retention.artifacts) requireAdministrator(actor);
    const place = { repositoryId: repository.id, name };
    await db.transaction().execute(async (tx) => {
      const before = await selectBuildRetention(tx, place);
      await replaceBuildRetention(tx, place, retention, actor.name);
      const change = { action: 'build.retention.changed', subject: `${key}/${name}`, before, after: retention };
      await platform.identity.audit({ actor: actor.name, address, ...change }, tx);
    });
    // What goes at once has entries of its own.
    return { deleted: await applyBuildRetention(context, place, { actor, address }) };
  });
}
