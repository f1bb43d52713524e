// What a pipeline would do, told without anything being done.
import { z } from 'zod';
import { prefixes } from '../prefixes.ts';
import { route } from '../route.ts';
import { Said } from '../said.ts';
import { ByName, DocumentProblem, PipelineInput, pipelinesBase, StepNode } from './pipeline-routes.ts';

/** `would`: it would be done now. `waits`: it would, once what it waits for is there. `open` is known only in the run itself. */
export const stepOutlooks = ['would', 'waits', 'open', 'refused'] as const;
export type StepOutlook = (typeof stepOutlooks)[number];

/** What a step would do, and where it stands in the document. */
export const ForeseenStep = StepNode.extend({ line: z.int(), column: z.int(), outlook: z.enum(stepOutlooks), said: Said });
export type ForeseenStep = z.output<typeof ForeseenStep>;

export const DryRun = z.object({
  /** In whose name the steps would be done, with the rights of this moment. */
  author: z.string(),
  /** Empty while something is wrong with the document. */
  steps: z.array(ForeseenStep),
  problems: z.array(DocumentProblem),
});
export type DryRun = z.output<typeof DryRun>;

const RunValues = z.record(z.string().max(100), z.string().max(1000)).default({});

export const dryRunDocument = route('dryRunPipelineDocument', {
  summary: 'What each step of a document would do now, with the rights of whoever makes this call; nothing is done or kept',
  method: 'POST',
  url: `${prefixes.consolePipelines}/dry-run`,
  access: 'user',
  body: PipelineInput.extend({ variables: RunValues }),
  reply: DryRun,
});

export const dryRunPipeline = route('dryRunPipeline', {
  summary: 'What each step of a pipeline would do if it ran now, with the rights of its author; nothing is done or kept',
  method: 'POST',
  url: `${pipelinesBase}/:name/dry-run`,
  access: 'resource',
  params: ByName,
  body: z.strictObject({ variables: RunValues }),
  reply: DryRun,
});
