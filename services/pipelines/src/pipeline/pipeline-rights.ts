import { AppError } from '@packhouse/contract/errors.ts';
import type { PipelineDocument } from '@packhouse/contract/pipelines/pipeline-document.ts';
import { pipelineWords } from '@packhouse/contract/pipelines/pipeline-words.ts';
import { type Action, type Actor, authoriseSomewhere, isAllowed, isAllowedSomewhere } from '@packhouse/kernel/access/authorisation.ts';

/** What rights look at in a pipeline. */
export interface Guarded {
  name: string;
  author: string;
  users: readonly string[];
  groups: readonly string[];
  parsed: PipelineDocument;
}

interface Named {
  users: readonly string[];
  groups: readonly string[];
}

const isNamed = (actor: Actor, { users, groups }: Named) =>
  actor.kind === 'user' && (users.includes(actor.name) || actor.groups.some((group) => groups.includes(group)));

/** Whether somebody is among those whom a step names; administrators are not, unless it names them. A token with a narrower scope stands for nobody. */
export const mayDecide = (actor: Actor, named: Named) => actor.scope === undefined && isNamed(actor, named);

const isOwn = (actor: Actor, { author }: Pick<Guarded, 'author'>) => actor.administrator || (actor.kind === 'user' && actor.name === author);

/** By permission. To deploy a pipeline is to run it. */
const isGranted = (actor: Actor, action: Action, { name }: Pick<Guarded, 'name'>) => isAllowed(actor, action, { type: 'pipeline', name });

export const mayRead = (actor: Actor, pipeline: Guarded) => isOwn(actor, pipeline) || isNamed(actor, pipeline) || isGranted(actor, 'read', pipeline);

/** Names of the pipelines that permissions let somebody see, beside those that they wrote or that name them. */
export function listGranted(actor: Actor): readonly string[] | 'all' {
  const names = actor.grants.flatMap((grant) => (grant.resourceType === 'pipeline' ? grant.names : []));
  const granted = [...new Set(names)].filter((name) => isGranted(actor, 'read', { name }));
  return granted.includes('ANY') ? 'all' : granted;
}

/** Whoever changes a pipeline is its author from then on, so that it does nothing that they may not do. */
export const mayChange = (actor: Actor, pipeline: Pick<Guarded, 'author' | 'name'>) =>
  actor.scope === undefined && (isOwn(actor, pipeline) || isGranted(actor, 'manage', pipeline));

/** By hand: what runs has the rights of the author, who says in the document whom that is left to; administrators say so in permissions. */
export const mayRun = (actor: Actor, pipeline: Guarded) =>
  actor.scope === undefined &&
  (isOwn(actor, pipeline) ||
    isGranted(actor, 'deploy', pipeline) ||
    pipeline.parsed.on.some((trigger) => typeof trigger === 'object' && 'manual' in trigger && isNamed(actor, trigger.manual)));

function requireWhole(actor: Actor): void {
  if (actor.kind === 'anonymous') throw new AppError('unauthenticated');
  if (actor.scope !== undefined) throw new AppError(pipelineWords.pipeline_needs_whole_user);
}

/** Those write pipelines who manage a repository somewhere, or the pipeline of this name, or some pipeline where none is named; each step is judged when it is done. @throws AppError */
export function requireWriter(actor: Actor, name?: string): void {
  requireWhole(actor);
  if (name === undefined ? isAllowedSomewhere(actor, 'manage', 'pipeline') : isGranted(actor, 'manage', { name })) return;
  authoriseSomewhere(actor, 'manage', 'repository');
}

/** @throws AppError `forbidden` */
export function requireChange(actor: Actor, pipeline: Pick<Guarded, 'author' | 'name'>): void {
  requireWhole(actor);
  if (!mayChange(actor, pipeline)) throw new AppError(pipelineWords.pipeline_not_yours);
}

/** @throws AppError `forbidden` */
export function requireRun(actor: Actor, pipeline: Guarded): void {
  requireWhole(actor);
  if (!mayRun(actor, pipeline)) throw new AppError(pipelineWords.pipeline_may_not_run);
}

/** Whoever a document names: those who may start it, and those who approve. */
export function listNamed({ on, steps }: PipelineDocument): Named {
  const manual = on.flatMap((trigger) => (typeof trigger === 'object' && 'manual' in trigger ? [trigger.manual] : []));
  const named: Named[] = [...manual, ...steps.flatMap((step) => (step.type === 'approval' ? [step] : []))];
  return { users: [...new Set(named.flatMap(({ users }) => users))], groups: [...new Set(named.flatMap(({ groups }) => groups))] };
}
