import { createHash } from 'node:crypto';
import * as contract from '@packhouse/contract/pipelines/pipeline-routes.ts';
import { createRepository } from '@packhouse/contract/repositories/repository-routes.ts';
import { distributionService } from '@packhouse/distribution-service/service.ts';
import { pipelinesService } from '@packhouse/pipelines-service/service.ts';
import { repositoriesService } from '@packhouse/repositories-service/service.ts';
import { scanningService } from '@packhouse/scanning-service/service.ts';
import { expect } from 'vitest';
import { startTestPlatform, type TestPlatform, type TestPlatformOptions } from './start-test-platform.ts';

/** Jobs, followers and pumps do their work beside what a test does. */
export const patience = { timeout: 20_000, interval: 50 };

export interface PipelinesTestPlatform extends TestPlatform {
  create(key: string): Promise<void>;
  put(path: string, body: string): Promise<void>;
  /** Status of a download. */
  read(path: string): Promise<number>;
  /** Publishes a run of a build that made one file, which is deployed to `stage` before. */
  publishBuild(name: string, number: string): Promise<void>;
  pipeline(document: string, as?: string): Promise<void>;
  run(name: string, number: number, as?: string): Promise<contract.PipelineRun>;
  /** Waits until a run has ended; answers its steps by their states. */
  ended(name: string, number: number): Promise<contract.PipelineRun>;
  /** Waits until a step of a run is in this state. */
  reached(name: string, number: number, step: string, state: contract.StepState): Promise<contract.RunStep>;
}

/** A platform with pipelines and what their steps need. */
export async function startPipelinesPlatform(options: TestPlatformOptions = {}): Promise<PipelinesTestPlatform> {
  const test = await startTestPlatform({ services: [repositoriesService, scanningService, distributionService, pipelinesService], ...options });
  const send = async (path: string, init: RequestInit) => {
    const answer = await fetch(`${test.baseUrl}/artifactory/${path}`, { ...init, headers: { ...test.headersOf('admin'), ...(init.headers as object) } });
    expect([answer.ok, answer.ok ? '' : await answer.text()]).toEqual([true, '']);
  };
  const run = (name: string, number: number, as = 'admin') => test.call(contract.readRun, { params: { name, number } }, { as });
  return {
    ...test,
    run,
    create: async (key) => void (await test.call(createRepository, { body: { class: 'local', key, format: 'generic' } })),
    put: (path, body) => send(path, { method: 'PUT', body }),
    read: async (path) => (await fetch(`${test.baseUrl}/artifactory/${path}`, { headers: test.headersOf('admin') })).status,
    async publishBuild(name, number) {
      const content = `${name} ${number}`;
      await send(`stage/${name}/${number}.bin;build.name=${name};build.number=${number}`, { method: 'PUT', body: content });
      const sha1 = createHash('sha1').update(content).digest('hex');
      const artifacts = [{ name: `${number}.bin`, type: 'bin', sha1 }];
      const document = { name, number, started: '2026-01-02T03:04:05.678+0000', version: '1.0.1', modules: [{ id: `${name}:1`, artifacts }] };
      await send('api/build', { method: 'PUT', body: JSON.stringify(document), headers: { 'content-type': 'application/json' } });
    },
    pipeline: async (document, as = 'admin') => void (await test.call(contract.createPipeline, { body: { document } }, { as })),
    async ended(name, number) {
      await expect.poll(async () => (await run(name, number)).endedAt, patience).toBeDefined();
      return run(name, number);
    },
    async reached(name, number, step, state) {
      const find = async () => (await run(name, number)).steps.find(({ id }) => id === step);
      await expect.poll(async () => (await find())?.state, patience).toBe(state);
      return (await find())!;
    },
  };
}
