import * as contract from '@packhouse/contract/distribution/distribution-action-routes.ts';
import { distributionWords } from '@packhouse/contract/distribution/distribution-words.ts';
import { NewReleaseBundle } from '@packhouse/contract/distribution/release-bundle-routes.ts';
import { AppError, fieldRefusal } from '@packhouse/contract/errors.ts';
import { findProjectOfBuilds, isBuildRepository, isReleaseBundleRepository } from '@packhouse/contract/repository-keys.ts';
import type { RouteParsed } from '@packhouse/contract/route.ts';
import { say } from '@packhouse/contract/sentences.ts';
import type { Actor } from '@packhouse/kernel/access/authorisation.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { authoriseDestinations } from '../release-bundle/destination.ts';
import { createReleaseBundle, type Doer, needReleaseBundle, type Place, tryReleaseBundle } from '../release-bundle/release-bundle.ts';
import { selectFiles, selectReleaseBundle } from '../release-bundle/release-bundle-queries.ts';
import { needTarget, type TargetRow } from '../target/target-queries.ts';
import { selectRuns, selectSites } from './run-queries.ts';
import { findSender, requireSending } from './send-own.ts';
import { startRun } from './start-run.ts';

type Order = RouteParsed<typeof contract.distributeArtifact>['body'];

/** The release bundle that an action names; that of an item in a distribution repository stands in its path: `name/version/…`. */
function findPlace({ repoKey, path, name, version }: Pick<Order, 'repoKey' | 'path' | 'name' | 'version'>): Place {
  const [ownName, ownVersion] = isReleaseBundleRepository(repoKey) ? path.split('/') : [];
  const place = { name: name ?? ownName, version: version ?? ownVersion };
  if (!place.name) throw fieldRefusal('name', say(distributionWords.name_release_bundle));
  if (!place.version) throw fieldRefusal('version', say(distributionWords.name_release_bundle));
  return { name: place.name, version: place.version };
}

/** A release bundle of it holds this: the file at the path, or everything below it. */
function makeSource({ repoKey, path, build }: Order): z.input<typeof NewReleaseBundle>['source'] {
  if (isBuildRepository(repoKey)) {
    if (!build) throw fieldRefusal('build', say(distributionWords.name_build));
    return { from: 'build', ...build, projectKey: findProjectOfBuilds(repoKey) ?? '' };
  }
  const place = path.replace(/^\/+|\/+$/g, '');
  if (place === '') return { from: 'queries', queries: [{ aql: `items.find(${JSON.stringify({ repo: repoKey })})` }] };
  const folder = place.slice(0, Math.max(0, place.lastIndexOf('/'))) || '.';
  const file = { $and: [{ path: folder }, { name: place.slice(place.lastIndexOf('/') + 1) }] };
  const aql = `items.find(${JSON.stringify({ repo: repoKey, $or: [file, { path: place }, { path: { $match: `${place}/*` } }] })})`;
  return { from: 'queries', queries: [{ aql }] };
}

type Source = z.output<typeof NewReleaseBundle>;

/** Makes the version that is sent. Who may not make any has to be allowed to send each of its files, before it is made and as it was made. */
async function makeBundle(context: Context, order: Order, input: Source, { doer, sender }: { doer: Doer; sender: Doer | undefined }): Promise<void> {
  if (sender) await requireSending(context, doer.actor, order, await tryReleaseBundle(context, input, sender));
  await createReleaseBundle(context, input, sender ?? doer);
  const made = sender && (await selectReleaseBundle(context.db, input.name, input.version));
  if (made) await requireSending(context, doer.actor, order, await selectFiles(context.db, made.id));
}

async function distribute(context: Context, order: Order, doer: Doer) {
  const place = findPlace(order);
  const { targets, autoCreateMissingRepositories: createRepositories, dryRun } = order;
  const run = { type: 'distribute', targets, createRepositories, dryRun } as const;
  if (isReleaseBundleRepository(order.repoKey)) return startRun(context, place, run, doer);
  // A trial keeps nothing, and there is nothing that could be tried before it is made.
  if (dryRun) throw fieldRefusal('dryRun', say(distributionWords.nothing_to_try));
  const sender = findSender(doer, place);
  if (sender) await requireTargets(context, doer.actor, targets);
  await makeBundle(context, order, NewReleaseBundle.parse({ ...place, source: makeSource(order), sign: true }), { doer, sender });
  return startRun(context, place, run, sender ?? doer);
}

/** Asked before anything is made. @throws AppError `forbidden`, `not_found` */
async function requireTargets({ db }: Context, actor: Actor, names: readonly string[]): Promise<void> {
  const targets: TargetRow[] = [];
  for (const name of names) targets.push(await needTarget(db, name));
  authoriseDestinations(actor, 'distribute', targets);
}

async function lastTargets({ db }: Context, place: Place): Promise<string[]> {
  const last = (await selectRuns(db, place)).find(({ type }) => type === 'distribute');
  if (!last) throw new AppError(distributionWords.never_distributed, place);
  return (await selectSites(db, [last.id])).map(({ target }) => target);
}

/** Actions on artifacts that send them elsewhere. */
export function artifactActionRoutes(app: FastifyInstance, context: Context): void {
  const { platform } = context;
  handle(app, platform, contract.distributeArtifact, ({ body }, call) => distribute(context, body, call));
  handle(app, platform, contract.redistributeArtifact, async ({ body }, call) => {
    const place = findPlace(body);
    await needReleaseBundle(context, call.actor, place);
    const targets = body.targets ?? (await lastTargets(context, place));
    return startRun(context, place, { type: 'distribute', targets, createRepositories: body.autoCreateMissingRepositories, dryRun: body.dryRun }, call);
  });
}
