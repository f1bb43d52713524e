import { locateContainerPath, manifestPath } from '@packhouse/formats/container/reference.ts';
import { getFormat } from '@packhouse/formats/formats.ts';
import { keepSaid } from '@packhouse/kernel/database/said-columns.ts';
import type { LeadFile } from '@packhouse/peers/package-contents.ts';
import { componentKey, keepComponents } from '../component/component-queries.ts';
import type { Context } from '../context.ts';
import { queueEvaluation } from '../evaluation-queue.ts';
import { matchComponents } from '../match/match-components.ts';
import { queueRisks } from '../risk-queue.ts';
import { isOfDistribution, readOwnComponents } from './own-component.ts';
import { makePlan } from './plan.ts';
import { queueScans } from './scan-job.ts';
import type { TargetRow } from './target.ts';
import { changeComponents, changeLicences, deleteTargets, type NewTarget, selectTargets, upsertTargets } from './target-queries.ts';

const isSame = (target: TargetRow | undefined, lead: LeadFile) =>
  target?.sha256 === lead.sha256 && target.package === lead.package && target.version === lead.version;

function makeTarget(lead: LeadFile, componentId: number): NewTarget {
  const plan = makePlan(lead);
  const [state, why] = 'read' in plan ? (['in progress', null] as const) : ([plan.state, plan.said ?? null] as const);
  const { message: reason, said } = keepSaid(why);
  const { repository, path, format, package: name, version, sha256, licences } = lead;
  return { repository, path, format, package: name, version, sha256, licences, component_id: componentId, state, reason, said };
}

/**
 * Judges versions by what lists them now, where that says another release of a distribution than before. What an upstream's listings say no more, since newer ones
 * have taken their place, stays as it was said.
 */
async function followListings(context: Context, repository: string, leads: readonly LeadFile[], known: ReadonlyMap<string, TargetRow>): Promise<void> {
  const { db, peers } = context;
  const listed = leads.filter((lead) => isOfDistribution(lead) && isSame(known.get(lead.path), lead));
  if (listed.length === 0) return;
  const isRemote = peers.repositories?.peek(repository)?.class === 'remote';
  const components = [...(await readOwnComponents(context, repository, listed))].filter(([, { ecosystem }]) => ecosystem !== '' || !isRemote);
  const ids = await keepComponents(
    db,
    components.map(([, component]) => component),
  );
  const changed = components
    .map(([path, component]) => ({ id: known.get(path)!.id, component_id: ids.get(componentKey(component))!, before: known.get(path)!.component_id }))
    .filter(({ component_id, before }) => component_id !== before);
  if (changed.length === 0) return;
  await matchComponents(
    context,
    changed.map(({ component_id }) => component_id),
  );
  await changeComponents(db, changed);
  await queueEvaluation(context);
}

/** Judges versions by what their packages say of their licences, where that is read otherwise than before. */
async function followLicences(context: Context, leads: readonly LeadFile[], known: ReadonlyMap<string, TargetRow>): Promise<void> {
  const changed = leads.flatMap((lead) => {
    const target = known.get(lead.path);
    return target && isSame(target, lead) && target.licences.join('\n') !== lead.licences.join('\n') ? [{ id: target.id, licences: lead.licences }] : [];
  });
  if (changed.length === 0) return;
  await changeLicences(context.db, changed);
  await queueEvaluation(context);
}

/** Where the content of a tag stood for itself before there was the tag, and does so no more. */
function listAlone({ format, path, sha256 }: LeadFile): string[] {
  const place = getFormat(format).arrivesInParts ? locateContainerPath(path) : undefined;
  return place?.kind === 'tag' ? [manifestPath(place.image, { algorithm: 'sha256', hex: sha256 })] : [];
}

/** Makes the scans of one repository's paths follow what stands there now. May be done any number of times. */
export async function takeUp(context: Context, repository: string, paths: readonly string[], found?: readonly LeadFile[]): Promise<void> {
  const { db, peers } = context;
  const leads = found ?? (await peers.contents?.leads(repository, paths)) ?? [];
  const known = new Map((await selectTargets(db, repository, [...paths, ...leads.flatMap(listAlone)])).map((target) => [target.path, target]));
  const there = new Set(leads.map(({ path }) => path));
  const gone = [...known.values()].filter(({ path }) => !there.has(path)).map(({ id }) => id);
  await deleteTargets(db, gone);
  if (gone.length > 0) await queueEvaluation(context);
  if (peers.repositories?.peek(repository)?.scanned === false) return;
  await followListings(context, repository, leads, known);
  await followLicences(context, leads, known);
  const fresh = leads.filter((lead) => !isSame(known.get(lead.path), lead));
  if (fresh.length === 0) return;
  const components = await readOwnComponents(context, repository, fresh);
  const ids = await keepComponents(db, [...components.values()]);
  // Before anything counts as scanned, so that no version looks clean for a moment.
  await matchComponents(context, [...ids.values()]);
  const targets = await upsertTargets(
    db,
    fresh.map((lead) => makeTarget(lead, ids.get(componentKey(components.get(lead.path)!))!)),
  );
  await queueScans(
    context,
    targets.filter(({ state }) => state === 'in progress'),
  );
  await queueRisks(context, targets);
  if (targets.some(({ state }) => state === 'scanned')) await queueEvaluation(context);
}
