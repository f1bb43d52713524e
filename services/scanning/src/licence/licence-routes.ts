import { AppError } from '@packhouse/contract/errors.ts';
import * as contract from '@packhouse/contract/scanning/scanning-licence-routes.ts';
import type { VersionRef } from '@packhouse/contract/scanning/scanning-routes.ts';
import { scanningWords } from '@packhouse/contract/scanning/scanning-words.ts';
import type { Actor } from '@packhouse/kernel/access/authorisation.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { queueEvaluation } from '../evaluation-queue.ts';
import { type By, mayIgnore, requireIgnoring } from '../ignore/ignore-rule.ts';
import { needVersion, readableRepositories } from '../summary/readable-targets.ts';
import type { TargetRow } from '../target/target.ts';
import { deleteCustomLicence, keepCustomLicence, selectCustomLicences, selectLicenceNames } from './licence-queries.ts';

type Ref = z.output<typeof VersionRef>;

/** The project of the repository that holds a version. */
async function findProject({ peers }: Pick<Context, 'peers'>, { repository }: Pick<TargetRow, 'repository'>): Promise<string | undefined> {
  return (await peers.repositories?.list())?.find(({ key }) => key === repository)?.projectKey;
}

/** Whoever keeps a project says what holds in it; what holds everywhere only administrators say. */
async function needChangeable(context: Context, actor: Actor, ref: Ref, projectKey: string | undefined): Promise<TargetRow & { component_id: number }> {
  requireIgnoring(actor, projectKey);
  const [target] = await needVersion(context, actor, ref);
  if (projectKey !== undefined && (await findProject(context, target)) !== projectKey) throw new AppError('forbidden');
  if (target.component_id === null) throw new AppError(scanningWords.version_not_readable);
  return { ...target, component_id: target.component_id };
}

async function setAll(
  context: Context,
  by: By,
  refs: readonly Ref[],
  { license, projectKey }: { license: string; projectKey?: string | undefined },
): Promise<number> {
  const targets: (TargetRow & { component_id: number })[] = [];
  for (const ref of refs) targets.push(await needChangeable(context, by.actor, ref, projectKey));
  const ids = [...new Set(targets.map(({ component_id }) => component_id))].sort((a, b) => a - b);
  await context.db.transaction().execute(async (tx) => {
    for (const component_id of ids) await keepCustomLicence(tx, { component_id, project: projectKey ?? '', expression: license, author: by.actor.name });
    for (const { package: name, version } of targets) {
      const entry = {
        actor: by.actor.name,
        address: by.address,
        action: 'custom-licence.changed',
        subject: `${name}:${version}`,
        after: { license, project: projectKey },
      };
      await context.platform.identity.audit(entry, tx);
    }
    await queueEvaluation(context, { transaction: tx });
  });
  return ids.length;
}

/** Licences of versions, and those that people set. */
export function licenceRoutes(app: FastifyInstance, context: Context): void {
  const { db, platform } = context;
  handle(app, platform, contract.listLicenceNames, async ({ query }, { actor }) => {
    const data = await selectLicenceNames(db, [...(await readableRepositories(context, actor)).keys()], query.search, query.num_of_rows);
    return { data, total_count: data.length };
  });
  handle(app, platform, contract.listVersionLicences, async ({ query }, { actor }) => {
    const [target] = await needVersion(context, actor, query);
    const project = await findProject(context, target);
    const set = target.component_id === null ? [] : await selectCustomLicences(db, [target.component_id]);
    const custom = set.filter((row) => row.project === '' || row.project === project).sort((a, b) => (a.project < b.project ? 1 : -1));
    const data = [
      ...custom.map(({ expression, author, at, project: only }) => ({
        name: expression,
        origin: 'custom' as const,
        author,
        at: at.toISOString(),
        project: only || null,
      })),
      ...target.licences.map((name) => ({ name, origin: 'declared' as const, author: null, at: null, project: null })),
    ];
    return { data, total_count: data.length, may_change: mayIgnore(actor, project), project: project ?? null };
  });
  handle(app, platform, contract.setCustomLicence, async ({ body }, { actor, address }) => {
    await setAll(context, { actor, address }, [body], body);
    return { license: body.license };
  });
  handle(app, platform, contract.setLicences, async ({ body }, { actor, address }) => ({
    changed: await setAll(context, { actor, address }, body.components, body),
  }));
  handle(app, platform, contract.deleteCustomLicence, async ({ query }, { actor, address }) => {
    const target = await needChangeable(context, actor, query, query.projectKey);
    await db.transaction().execute(async (tx) => {
      if (!(await deleteCustomLicence(tx, target.component_id, query.projectKey ?? ''))) return;
      const entry = { actor: actor.name, address, action: 'custom-licence.deleted', subject: `${target.package}:${target.version}` };
      await platform.identity.audit(entry, tx);
      await queueEvaluation(context, { transaction: tx });
    });
  });
}
