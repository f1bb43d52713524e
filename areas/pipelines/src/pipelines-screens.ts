import type { RouteObject } from 'react-router';

const part = encodeURIComponent;

export const pipelineListPath = '/pipelines';
const pipelineSearchPath = '/pipelinesSearchResults';
export const newPipelinePath = '/pipelines/new';

export const pipelinePath = (name: string) => `${pipelineListPath}/of/${part(name)}`;
export const definitionPath = (name: string) => `${pipelinePath(name)}/definition`;
export const logsPath = (name: string) => `${pipelinePath(name)}/logs`;
export const runPath = (name: string, number: number) => `${pipelinePath(name)}/runs/${number}`;

/** Pipelines: the list, what a search finds, a pipeline with its runs and its document, and a run. */
export const pipelineScreens: RouteObject[] = [
  { path: pipelineListPath, lazy: async () => ({ Component: (await import('./list/pipeline-list-page.tsx')).PipelineListPage }) },
  { path: pipelineSearchPath, lazy: async () => ({ Component: (await import('./list/pipeline-search-page.tsx')).PipelineSearchPage }) },
  { path: newPipelinePath, lazy: async () => ({ Component: (await import('./editor/definition-page.tsx')).NewPipelinePage }) },
  { path: `${pipelineListPath}/of/:pipelineName`, lazy: async () => ({ Component: (await import('./run/run-list-page.tsx')).RunListPage }) },
  { path: `${pipelineListPath}/of/:pipelineName/definition`, lazy: async () => ({ Component: (await import('./editor/definition-page.tsx')).DefinitionPage }) },
  { path: `${pipelineListPath}/of/:pipelineName/logs`, lazy: async () => ({ Component: (await import('./log/log-search-page.tsx')).LogSearchPage }) },
  { path: `${pipelineListPath}/of/:pipelineName/runs/:runNumber`, lazy: async () => ({ Component: (await import('./run/run-page.tsx')).RunPage }) },
];
