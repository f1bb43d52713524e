import { createRepository } from '@packhouse/contract/repositories/repository-routes.ts';
import type { RepositoryInput } from '@packhouse/contract/repositories/repository-settings.ts';
import { startTestPlatform, type TestPlatform, type TestPlatformOptions } from '@packhouse/testkit/start-test-platform.ts';
import type { z } from 'zod';
import { repositoriesService } from './service.ts';

export interface RepositoryTestPlatform extends TestPlatform {
  create(input: z.input<typeof RepositoryInput>): Promise<void>;
  /** A plain request below `/artifactory/`. */
  ask(path: string, init?: RequestInit & { as?: string }): Promise<Response>;
  put(path: string, body: BodyInit, headers?: Record<string, string>): Promise<Response>;
}

/** A platform with this service alone, for its own tests. */
export async function startRepositoryPlatform(options: TestPlatformOptions = {}): Promise<RepositoryTestPlatform> {
  const test = await startTestPlatform({ services: [repositoriesService], ...options });
  const ask: RepositoryTestPlatform['ask'] = (path, { as = 'admin', headers, ...init } = {}) =>
    fetch(`${test.baseUrl}/artifactory/${path}`, { redirect: 'manual', ...init, headers: { ...test.headersOf(as), ...(headers as Record<string, string>) } });
  return {
    ...test,
    ask,
    put: (path, body, headers = {}) => ask(path, { method: 'PUT', body, headers }),
    async create(input) {
      await test.call(createRepository, { body: input });
    },
  };
}
