import type { Pipeline, PipelineRun, PipelineSummary, RunSummary } from '@packhouse/contract/pipelines/pipeline-routes.ts';

export const testRunSummary: RunSummary = {
  number: 4,
  state: 'running',
  cause: { kind: 'event', by: 'ci', said: { message: 'build.uploaded: shop/17' } },
  revision: 2,
  author: 'ann',
  createdAt: '2026-11-24T08:00:00.000Z',
  startedAt: '2026-11-24T08:00:00.000Z',
};

export const testSummary: PipelineSummary = {
  name: 'release',
  description: 'Promotes the shop',
  enabled: true,
  author: 'ann',
  revision: 2,
  modifiedAt: '2026-11-23T08:00:00.000Z',
  lastRun: testRunSummary,
  trend: [
    { number: 4, state: 'running' },
    { number: 3, state: 'failed' },
    { number: 2, state: 'succeeded' },
  ],
  mayChange: true,
  mayRun: true,
};

export const testPipeline: Pipeline = {
  ...testSummary,
  document: 'name: release\non: [manual]\nsteps:\n  - {id: tidy, type: cleanup, policy: old}\n',
  steps: [{ id: 'tidy', type: 'cleanup', needs: [] }],
  variables: [{ name: 'channel', value: 'stable' }],
  hook: { isOn: true, hasSecret: false, path: '/pipelines/api/v1/hooks/release' },
};

export const testRun: PipelineRun = {
  ...testRunSummary,
  pipeline: 'release',
  depth: 0,
  variables: { 'build.name': 'shop', 'run.number': '4' },
  steps: [
    { id: 'scan', type: 'wait-for-scan', needs: [], state: 'succeeded', attempt: 1, said: { message: 'shop/17 has been scanned, 3 files' } },
    {
      id: 'ask',
      type: 'approval',
      needs: ['scan'],
      state: 'waiting',
      attempt: 1,
      waitsFor: { message: 'approval by releasers' },
      approval: { users: [], groups: ['releasers'], question: '', mayDecide: true },
    },
    { id: 'promote', type: 'promote-build', needs: ['ask'], state: 'pending', attempt: 0, waitsFor: { message: 'the steps before it: ask' } },
  ],
  mayRun: true,
};
