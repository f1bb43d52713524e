// Pipelines in the console. Those see a pipeline who administer the platform, wrote it, or are named in it.
import { z } from 'zod';
import { getPage, PageQuery, Timestamp } from '../paging.ts';
import { prefixes } from '../prefixes.ts';
import { route } from '../route.ts';
import { Said } from '../said.ts';
import { longestDocument, stepTypeNames } from './pipeline-document.ts';

/** Where pipelines are asked for. */
export const pipelinesBase = `${prefixes.consolePipelines}/pipelines`;
const one = `${pipelinesBase}/:name`;
export const ByName = z.object({ name: z.string().min(1).max(100) });
export const ByRun = ByName.extend({ number: z.coerce.number().int().min(1) });
const ByStep = ByRun.extend({ step: z.string().min(1).max(100) });

export const runStates = ['queued', 'running', 'succeeded', 'failed', 'cancelled'] as const;
export type RunState = (typeof runStates)[number];
/** `pending` needs other steps first, `waiting` something outside of the pipeline, `ready` is taken up next. */
export const stepStates = ['pending', 'ready', 'waiting', 'running', 'succeeded', 'failed', 'cancelled', 'skipped'] as const;
export type StepState = (typeof stepStates)[number];

/** What started a run. */
export const RunCause = z.object({
  kind: z.enum(['manual', 'event', 'cron', 'hook', 'trigger']),
  /** Who, of a run by hand; whose change it was, of an event. */
  by: z.string(),
  /** What happened, in the platform's words. */
  said: Said,
});
export type RunCause = z.output<typeof RunCause>;

export const RunSummary = z.object({
  number: z.int(),
  state: z.enum(runStates),
  cause: RunCause,
  /** Revision of the document that it follows, and whose rights its steps have. */
  revision: z.int(),
  author: z.string(),
  createdAt: Timestamp,
  startedAt: Timestamp.optional(),
  endedAt: Timestamp.optional(),
  /** Why it is held up, or why it ended badly. */
  said: Said.optional(),
  /** What its step waits for, while none of its steps is under way. */
  waitsFor: Said.optional(),
});
export type RunSummary = z.output<typeof RunSummary>;

const Rights = z.object({ mayChange: z.boolean(), mayRun: z.boolean() });

export const PipelineSummary = z.object({
  name: z.string(),
  description: z.string(),
  enabled: z.boolean(),
  author: z.string(),
  revision: z.int(),
  modifiedAt: Timestamp,
  lastRun: RunSummary.optional(),
  /** States of the last ten runs, the newest first. */
  trend: z.array(z.object({ number: z.int(), state: z.enum(runStates) })),
  ...Rights.shape,
});
export type PipelineSummary = z.output<typeof PipelineSummary>;

/** A step as the picture of the graph needs it. */
export const StepNode = z.object({ id: z.string(), type: z.enum(stepTypeNames), needs: z.array(z.string()) });
export type StepNode = z.output<typeof StepNode>;

export const Pipeline = PipelineSummary.extend({
  document: z.string(),
  steps: z.array(StepNode),
  /** Names whose values a run by hand may give, with those that the document gives. */
  variables: z.array(z.object({ name: z.string(), value: z.string() })),
  hook: z.object({
    /** It starts by calls from outside. */
    isOn: z.boolean(),
    hasSecret: z.boolean(),
    path: z.string(),
  }),
  /** When its schedule starts it next. */
  nextAt: Timestamp.optional(),
});
export type Pipeline = z.output<typeof Pipeline>;

export const PipelineInput = z.strictObject({ document: z.string().min(1).max(longestDocument) });

export const listPipelines = route('listPipelines', {
  summary: 'Pipelines whose names hold a text, by name, each with its last run',
  method: 'GET',
  url: pipelinesBase,
  access: 'user',
  query: PageQuery.omit({ search: true }).extend({ name: z.string().trim().max(200).optional() }),
  reply: getPage(PipelineSummary),
});

export const readPipeline = route('readPipeline', {
  summary: 'One pipeline with its document',
  method: 'GET',
  url: one,
  access: 'user',
  params: ByName,
  reply: Pipeline,
});

/** A mistake in a document; lines and columns begin with 1. */
export const DocumentProblem = z.object({ line: z.int(), column: z.int(), ...Said.shape });
export type DocumentProblem = z.output<typeof DocumentProblem>;

export const checkPipeline = route('checkPipeline', {
  summary: 'What is wrong with a document, by line; nothing is kept',
  method: 'POST',
  url: `${prefixes.consolePipelines}/check`,
  access: 'user',
  body: PipelineInput,
  reply: z.object({ problems: z.array(DocumentProblem), steps: z.array(StepNode) }),
});

export const createPipeline = route('createPipeline', {
  summary: 'Create a pipeline; its steps have the rights of whoever makes this call, as they are when a step is done',
  method: 'POST',
  url: pipelinesBase,
  access: 'resource',
  body: PipelineInput,
  reply: Pipeline,
  status: 201,
});

export const updatePipeline = route('updatePipeline', {
  summary: 'Make a new revision of a pipeline; whoever makes this call is its author from then on',
  method: 'PUT',
  url: one,
  access: 'resource',
  params: ByName,
  body: PipelineInput.extend({ revision: z.int().optional() }),
  reply: Pipeline,
});

export const enablePipeline = route('enablePipeline', {
  summary: 'Switch a pipeline on or off; runs that are under way go on',
  method: 'POST',
  url: `${one}/enabled`,
  access: 'resource',
  params: ByName,
  body: z.strictObject({ enabled: z.boolean() }),
  reply: Pipeline,
});

export const deletePipeline = route('deletePipeline', {
  summary: 'Delete a pipeline with all its runs',
  method: 'DELETE',
  url: one,
  access: 'resource',
  params: ByName,
  reply: z.void(),
});

export const renewHookSecret = route('renewHookSecret', {
  summary: 'Make the secret that calls from outside have to bring; it is told this once',
  method: 'POST',
  url: `${one}/hook-secret`,
  access: 'resource',
  params: ByName,
  reply: z.object({ secret: z.string() }),
});

export const runPipeline = route('runPipeline', {
  summary: 'Start a run by hand',
  method: 'POST',
  url: `${one}/runs`,
  access: 'resource',
  params: ByName,
  body: z.strictObject({ variables: z.record(z.string().max(100), z.string().max(1000)).default({}) }),
  reply: z.object({ number: z.int() }),
  status: 201,
});

export const listRuns = route('listPipelineRuns', {
  summary: 'The runs of a pipeline, newest first',
  method: 'GET',
  url: `${one}/runs`,
  access: 'user',
  params: ByName,
  query: PageQuery.omit({ search: true }).extend({ state: z.enum(runStates).optional() }),
  reply: getPage(RunSummary),
});

export const RunStep = StepNode.extend({
  state: z.enum(stepStates),
  /** Why it goes no further just now; always there while it waits. */
  waitsFor: Said.optional(),
  attempt: z.int(),
  /** How it ended. */
  said: Said.optional(),
  startedAt: Timestamp.optional(),
  endedAt: Timestamp.optional(),
  approval: z
    .object({
      users: z.array(z.string()),
      groups: z.array(z.string()),
      question: z.string(),
      expiresAt: Timestamp.optional(),
      /** Who decided, and why. */
      by: z.string().optional(),
      comment: z.string().optional(),
      mayDecide: z.boolean(),
    })
    .optional(),
});
export type RunStep = z.output<typeof RunStep>;

export const PipelineRun = RunSummary.extend({
  pipeline: z.string(),
  /** Steps between this run and the change by a person that began it all. */
  depth: z.int(),
  variables: z.record(z.string(), z.string()),
  steps: z.array(RunStep),
  mayRun: z.boolean(),
});
export type PipelineRun = z.output<typeof PipelineRun>;

export const readRun = route('readPipelineRun', {
  summary: 'One run with its steps',
  method: 'GET',
  url: `${one}/runs/:number`,
  access: 'user',
  params: ByRun,
  reply: PipelineRun,
});

export const cancelRun = route('cancelPipelineRun', {
  summary: 'Cancel a run with all that has not ended in it',
  method: 'POST',
  url: `${one}/runs/:number/cancel`,
  access: 'resource',
  params: ByRun,
  reply: PipelineRun,
});

export const retryRun = route('retryPipelineRun', {
  summary: 'Do a step again with everything that needs it; without a step all that did not succeed',
  method: 'POST',
  url: `${one}/runs/:number/retry`,
  access: 'resource',
  params: ByRun,
  body: z.strictObject({ step: z.string().max(100).optional() }),
  reply: PipelineRun,
});

export const decideApproval = route('decidePipelineApproval', {
  summary: 'Approve a step that asks for it, or refuse; only those may whom the step names',
  method: 'POST',
  url: `${one}/runs/:number/steps/:step/decision`,
  access: 'resource',
  params: ByStep,
  body: z.strictObject({ approve: z.boolean(), comment: z.string().trim().max(1000).default('') }),
  reply: PipelineRun,
});

/** A step that waits until somebody decides. */
const WaitingApproval = z.object({
  pipeline: z.string(),
  number: z.int(),
  step: z.string(),
  question: z.string(),
  /** Since when it waits. */
  since: Timestamp,
  expiresAt: Timestamp.optional(),
});
export type WaitingApproval = z.output<typeof WaitingApproval>;

export const listApprovals = route('listPipelineApprovals', {
  summary: 'Steps that wait for a decision and that the caller may decide, the oldest first',
  method: 'GET',
  url: `${prefixes.consolePipelines}/approvals`,
  access: 'user',
  reply: z.object({ items: z.array(WaitingApproval) }),
});

/** Header of the secret, and of the caller's own name for a call: one that comes again starts nothing more. */
export const hookHeaders = { secret: 'x-packhouse-pipeline-secret', delivery: 'x-packhouse-delivery' } as const;

export const callHook = route('callPipelineHook', {
  summary: 'Start a run from outside, with the secret of the pipeline in a header',
  method: 'POST',
  url: `${prefixes.pipelines}/api/v1/hooks/:name`,
  access: 'public',
  asksNobody: true,
  params: ByName,
  body: z.strictObject({ variables: z.record(z.string().max(100), z.string().max(1000)).default({}) }),
  reply: z.object({ number: z.int(), isNew: z.boolean() }),
  status: 202,
});
