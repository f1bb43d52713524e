import { AppError } from '@packhouse/contract/errors.ts';
import type { DryRun, ForeseenStep } from '@packhouse/contract/pipelines/dry-run-routes.ts';
import type { PipelineDocument } from '@packhouse/contract/pipelines/pipeline-document.ts';
import { pipelineWords } from '@packhouse/contract/pipelines/pipeline-words.ts';
import { say } from '@packhouse/contract/sentences.ts';
import type { HandlerContext } from '@packhouse/kernel/http/http.ts';
import type { Context } from '../context.ts';
import { listVariables } from '../document/lookups.ts';
import { readDocument } from '../document/read-document.ts';
import { placeSteps } from '../document/step-places.ts';
import { findActorOf } from '../engine/work-step.ts';
import { needPipeline } from '../pipeline/keep-pipeline.ts';
import { findPipeline } from '../pipeline/pipeline-queries.ts';
import { requireRun, requireWriter } from '../pipeline/pipeline-rights.ts';
import { requireVariables } from '../run/start-run.ts';
import { type Foreseeing, foreseeStep } from './foresee-step.ts';

type Call = Pick<HandlerContext, 'actor' | 'address'>;
type Values = Readonly<Record<string, string>>;

interface Rehearsed {
  text: string;
  document: PipelineDocument;
  /** Number that the run would have. */
  number: number;
  given: Values;
  by: string;
}

/** One step after another: each looks at what is there now, as none before it has been done. */
async function foreseeAll(how: Omit<Foreseeing, 'variables'>, { text, document, number, given, by }: Rehearsed): Promise<ForeseenStep[]> {
  requireVariables(given, listVariables(document));
  const variables = { ...document.variables, ...given, 'pipeline.name': document.name, 'run.number': String(number), 'run.by': by };
  const places = placeSteps(text, document.steps.length);
  const steps = new Map(document.steps.map((step) => [step.id, step]));
  const found: ForeseenStep[] = [];
  for (const [at, step] of document.steps.entries()) {
    const { outlook, said } = await foreseeStep({ ...how, variables }, step, steps);
    found.push({ id: step.id, type: step.type, needs: [...step.needs], ...places[at]!, outlook, said: said as ForeseenStep['said'] });
  }
  return found;
}

/** What the steps of a document would do in the name of whoever asks. @throws AppError `forbidden`, `invalid_input` */
export async function dryRunDocument(context: Context, text: string, given: Values, { actor, address }: Call): Promise<DryRun> {
  requireWriter(actor);
  const { document, problems = [] } = readDocument(text);
  if (!document) return { author: actor.name, steps: [], problems };
  const known = await findPipeline(context.db, document.name);
  const rehearsed = { text, document, number: (known?.last_number ?? 0) + 1, given, by: actor.name };
  return { author: actor.name, steps: await foreseeAll({ context, actor, address }, rehearsed), problems };
}

/** What the steps of a pipeline would do in its author's name. @throws AppError `not_found`, `forbidden`, `invalid_input`, `conflict` where the author is gone */
export async function dryRunPipeline(context: Context, name: string, given: Values, { actor, address }: Call): Promise<DryRun> {
  const pipeline = await needPipeline(context, actor, name);
  requireRun(actor, pipeline);
  const { author, document: text, parsed: document } = pipeline;
  const doer = await findActorOf(context, pipeline);
  if (!doer) throw new AppError('conflict', { said: say(pipelineWords.step_author_gone, { user: author }) });
  const rehearsed = { text, document, number: pipeline.last_number + 1, given, by: actor.name };
  return { author, steps: await foreseeAll({ context, actor: doer, address }, rehearsed), problems: [] };
}
