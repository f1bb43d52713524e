import { AppError } from '@packhouse/contract/errors.ts';
import type { PipelineDocument } from '@packhouse/contract/pipelines/pipeline-document.ts';
import { pipelineWords } from '@packhouse/contract/pipelines/pipeline-words.ts';
import { type Actor, authoriseSomewhere } from '@packhouse/kernel/access/authorisation.ts';

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

export const mayRead = (actor: Actor, pipeline: Guarded) => isOwn(actor, pipeline) || isNamed(actor, pipeline);

export const mayChange = (actor: Actor, pipeline: Pick<Guarded, 'author'>) => actor.scope === undefined && isOwn(actor, pipeline);

/** By hand: what runs has the rights of the author, who says in the document whom that is left to. */
export const mayRun = (actor: Actor, pipeline: Guarded) =>
  actor.scope === undefined &&
  (isOwn(actor, pipeline) || pipeline.parsed.on.some((trigger) => typeof trigger === 'object' && 'manual' in trigger && isNamed(actor, trigger.manual)));

function requireWhole(actor: Actor): void {
  if (actor.kind === 'anonymous') throw new AppError('unauthenticated');
  if (actor.scope !== undefined) throw new AppError(pipelineWords.pipeline_needs_whole_user);
}

/** Those write pipelines who manage a repository somewhere; what their steps may do is judged at each step. @throws AppError */
export function requireWriter(actor: Actor): void {
  requireWhole(actor);
  authoriseSomewhere(actor, 'manage', 'repository');
}

/** @throws AppError `forbidden` */
export function requireChange(actor: Actor, pipeline: Pick<Guarded, 'author'>): void {
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
