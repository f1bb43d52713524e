// What the steps of runs told: a run's log, and a search over those of a pipeline.
import { z } from 'zod';
import { Timestamp } from '../paging.ts';
import { route, stream } from '../route.ts';
import { Said } from '../said.ts';
import { ByName, ByRun, pipelinesBase } from './pipeline-routes.ts';

/** A text within a line, in English where the platform says it, large letters as small ones. */
const LogSearch = z.string().trim().max(200);

export const LogLine = z.object({
  id: z.int(),
  step: z.string(),
  at: Timestamp,
  /** A command wrote it. */
  isOutput: z.boolean().optional(),
  ...Said.shape,
});
export type LogLine = z.output<typeof LogLine>;

export const readRunLog = route('readPipelineRunLog', {
  summary: 'What the steps of a run told, oldest first, after a line',
  method: 'GET',
  url: `${pipelinesBase}/:name/runs/:number/log`,
  access: 'user',
  params: ByRun,
  query: z.object({
    after: z.coerce.number().int().min(0).default(0),
    limit: z.coerce.number().int().min(1).max(1000).default(500),
    search: LogSearch.optional(),
  }),
  reply: z.object({ items: z.array(LogLine), next: z.string().nullable() }),
});

export const downloadRunLog = route('downloadPipelineRunLog', {
  summary: 'All that the steps of a run told, as a text',
  method: 'GET',
  url: `${pipelinesBase}/:name/runs/:number/log.txt`,
  access: 'user',
  params: ByRun,
  reply: stream('text/plain'),
});

/** Runs that a search in logs looks at, the newest ones. */
export const searchedRuns = 100;

export const searchRunLogs = route('searchPipelineLogs', {
  summary: 'Lines of the logs of the last hundred runs of a pipeline that hold a text, newest first',
  method: 'GET',
  url: `${pipelinesBase}/:name/log`,
  access: 'user',
  params: ByName,
  query: z.object({
    search: LogSearch.default(''),
    after: z.coerce.number().int().min(1).optional(),
    limit: z.coerce.number().int().min(1).max(200).default(100),
  }),
  reply: z.object({ items: z.array(LogLine.extend({ number: z.int() })), next: z.string().nullable() }),
});
