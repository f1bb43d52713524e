import { AppError, saidBy } from '@packhouse/contract/errors.ts';
import { federationMissionWords } from '@packhouse/contract/mission-control/federation-mission-words.ts';
import * as routes from '@packhouse/contract/mission-control/federation-routes.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { type Actor, isAllowedSomewhere } from '@packhouse/kernel/access/authorisation.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { atDeployment } from './at-deployment.ts';
import { readCandidates } from './candidates.ts';
import { bringAbout, changeFilter, endFederation, endHere, getParts, readInput, storeFederation, tellPart } from './execute.ts';
import { claimPartsOf, type FederationRow, selectFederation, selectFederations } from './federation-queries.ts';
import { viewFederations } from './federation-view.ts';
import { askBehind, gatherConflicts, readPlace } from './gather-conflicts.ts';

async function find(context: Context, key: string, modes?: Parameters<typeof selectFederation>[2]) {
  const candidates = await readCandidates(context);
  const found = await selectFederation(context.db, candidates.getDeployment(key) ?? key, modes);
  if (!found) throw new AppError(federationMissionWords.no_such_federation);
  return found;
}

/** What is only looked at, or sent again, may be a mesh; what ends by the name of a source is its star. */
const both = ['star', 'mesh'] as const;

async function viewOne(context: Context, key: string): Promise<routes.Federation> {
  const [view] = await viewFederations(context, [await find(context, key, both)]);
  return view!;
}

async function preview(context: Context, input: routes.FederationInput, actor: Actor) {
  const { row, candidates } = await readInput(context, input, { actor: actor.name, address: '' });
  const asked = [...getParts(row)].map(async ([deployment, targets]) => {
    const source = candidates.tell(deployment).name;
    const part = tellPart(row, targets, candidates);
    try {
      return (await (await atDeployment(context, deployment)).forecast(part)).map((one) => ({ ...one, source }));
    } catch (error) {
      const forecast = { created: [], adopted: [], overwritten: [], parked: [], refused: [], lowered: [], takenBack: [], disabled: [] };
      return part.targets.map(({ name }) => ({ target: name, source, error: saidBy(error), forecast }));
    }
  });
  return { targets: (await Promise.all(asked)).flat() };
}

async function broadcast(context: Context, key: string, by: { actor: string; address: string }) {
  const found = await find(context, key, both).catch(() => undefined);
  if (!found || found.targets.length === 0) throw new AppError(federationMissionWords.no_targets);
  const results = await Promise.all(
    [...getParts(found).keys()].map(async (deployment) => {
      const at = await atDeployment(context, deployment);
      return at.broadcast(found.id, by).catch(async () => {
        const candidates = await readCandidates(context);
        return (getParts(found).get(deployment) ?? []).map((target) => ({ target: candidates.tell(target).name, started: false }));
      });
    }),
  );
  const targets = results.flat();
  const failed = [...new Set(targets.filter(({ started }) => !started).map(({ target }) => target))];
  const said = failed.length > 0 ? say(federationMissionWords.broadcast_partly, { targets: failed.join(', ') }) : say(federationMissionWords.broadcast_started);
  return { message: said.message, failed, targets };
}

/** Has all compare their links that can be asked to; says who cannot. @throws AppError where nobody can */
async function compare(context: Context, found: FederationRow, by: { actor: string; address: string }) {
  const candidates = await readCandidates(context);
  const sources = [...getParts(found).keys()];
  const asked = await Promise.allSettled(sources.map(async (deployment) => (await atDeployment(context, deployment)).compare(found.id, by)));
  const reasons = asked.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
  if (reasons.length === sources.length) throw reasons[0];
  return { failed: sources.filter((_, index) => asked[index]!.status === 'rejected').map((deployment) => candidates.tell(deployment).name) };
}

/** Values that were lost, at every deployment that takes part in something: a page. */
async function conflicts(context: Context, { after, limit }: { after?: string | undefined; limit: number }) {
  const place = after === undefined ? undefined : readPlace(after);
  const rows = await selectFederations(context.db);
  const members = [...new Set(rows.flatMap(({ source, targets }) => [source, ...targets]))];
  const candidates = await readCandidates(context);
  const unreachable: string[] = [];
  const items = await Promise.all(
    members.map(async (deployment) => {
      const { name } = candidates.tell(deployment);
      try {
        // One more tells whether there is another page.
        const found = await (await atDeployment(context, deployment)).conflicts({ ...askBehind(place, deployment), limit: limit + 1 });
        return found.map((one) => ({ ...one, deployment, deploymentName: name }));
      } catch {
        unreachable.push(name);
        return [];
      }
    }),
  );
  return { ...gatherConflicts(items.flat(), (id) => candidates.tell(id).name, { limit, place }), unreachable };
}

/** Besides administrators, those who manage permissions of some repository. */
const mayFilter = (actor: Actor) => actor.administrator || isAllowedSomewhere(actor, 'manage', 'repository');

function requireFilterRight(actor: Actor): void {
  if (!mayFilter(actor)) throw new AppError(federationMissionWords.filter_needs_manage);
}

/** What is federated between deployments, in the console. */
export function federationRoutes(app: FastifyInstance, context: Context): void {
  const { db, platform } = context;
  const tellBy = ({ actor, address }: { actor: Actor; address: string }) => ({ actor: actor.name, address });
  handle(app, platform, routes.listFederations, async () => ({ items: await viewFederations(context, await selectFederations(db)) }));
  handle(app, platform, routes.listFederationCandidates, async () => (await readCandidates(context)).list);
  handle(app, platform, routes.readFederation, ({ params }) => viewOne(context, params.source));
  handle(app, platform, routes.executeFederation, async ({ body }, asked) => {
    const { id } = await storeFederation(context, body, tellBy(asked));
    await Promise.all((await claimPartsOf(db, id)).map((part) => bringAbout(context, part)));
    return viewOne(context, id);
  });
  handle(app, platform, routes.previewFederation, ({ body }, { actor }) => preview(context, body, actor));
  handle(app, platform, routes.removeFederation, async ({ params, query }, asked) => {
    await endFederation(context, (await find(context, params.source)).id, query.copies, tellBy(asked));
  });
  handle(app, platform, routes.broadcastFederation, ({ body }, asked) => broadcast(context, body.source, tellBy(asked)));
  handle(app, platform, routes.endFederationHere, ({ params }, asked) => endHere(context, params.id, tellBy(asked)));
  handle(app, platform, routes.compareFederation, async ({ params }, asked) => compare(context, await find(context, params.source), tellBy(asked)));
  handle(app, platform, routes.listFederationConflicts, ({ query }) => conflicts(context, query));
  handle(app, platform, routes.restoreFederationConflict, async ({ params }, asked) => {
    await (await atDeployment(context, params.deployment)).restore(params.id, tellBy(asked));
  });
  handle(app, platform, routes.listFederationFilters, async (_, { actor }) => {
    if (!mayFilter(actor)) return { items: [] };
    const candidates = await readCandidates(context);
    const rows = (await selectFederations(db)).filter(({ ending }) => !ending);
    return { items: rows.map(({ id, source, include, exclude }) => ({ id, source: candidates.tell(source).name, permissionsFilter: { include, exclude } })) };
  });
  handle(app, platform, routes.updateFederationFilter, async ({ params, body }, asked) => {
    requireFilterRight(asked.actor);
    const { id, source, include, exclude } = await changeFilter(context, params.id, { include: body.include, exclude: body.exclude }, tellBy(asked));
    return { id, source: (await readCandidates(context)).tell(source).name, permissionsFilter: { include, exclude } };
  });
}
