import { type Distribution, distributeReleaseBundle, getDistribution } from '@packhouse/contract/distribution/distribution-routes.ts';
import { createDistributionTarget, getReleaseBundleSigning } from '@packhouse/contract/distribution/distribution-target-routes.ts';
import { createReleaseBundle } from '@packhouse/contract/distribution/release-bundle-routes.ts';
import type { FormatId } from '@packhouse/contract/repositories/format-ids.ts';
import { createTrustedKey } from '@packhouse/contract/repositories/key-routes.ts';
import { createRepository } from '@packhouse/contract/repositories/repository-routes.ts';
import { distributionService } from '@packhouse/distribution-service/service.ts';
import { repositoriesService } from '@packhouse/repositories-service/service.ts';
import { expect } from 'vitest';
import { type Caller, startTestPlatform, type TestPlatform, type TestPlatformOptions } from './start-test-platform.ts';

/** A platform that puts release bundles together and takes those of others. */
export interface DistributionTestPlatform extends TestPlatform {
  create(key: string, format?: FormatId): Promise<void>;
  put(path: string, body: string | Buffer, properties?: string): Promise<void>;
  /** Status of a download, and what came. */
  read(path: string, as?: Caller): Promise<{ status: number; text: string }>;
  /** Creates and signs a bundle of these files. */
  bundle(name: string, version: string, paths: readonly string[]): Promise<void>;
  /** A token with which another platform may do here what this caller may. */
  tokenFor(caller: string): Promise<string>;
}

const patience = { timeout: 20_000, interval: 50 };

export interface DistributionPlatformOptions extends TestPlatformOptions {
  /** Services that run beside the two. */
  beside?: TestPlatformOptions['services'];
}

export async function startDistributionPlatform({ beside = [], ...options }: DistributionPlatformOptions = {}): Promise<DistributionTestPlatform> {
  const test = await startTestPlatform({ services: [repositoriesService, distributionService, ...beside], ...options });
  return {
    ...test,
    async create(key, format = 'generic') {
      await test.call(createRepository, { body: { class: 'local', key, format } });
    },
    async put(path, body, properties = '') {
      const answer = await fetch(`${test.baseUrl}/artifactory/${path}${properties}`, {
        method: 'PUT',
        headers: test.headersOf('admin'),
        body: body as BodyInit,
      });
      expect([answer.status, answer.ok ? '' : await answer.text()]).toEqual([201, '']);
    },
    async read(path, as = 'admin') {
      const answer = await fetch(`${test.baseUrl}/artifactory/${path}`, { headers: test.headersOf(as) });
      return { status: answer.status, text: await answer.text() };
    },
    async bundle(name, version, paths) {
      await test.call(createReleaseBundle, { body: { name, version, sign: true, source: { from: 'artifacts', paths: [...paths] } } });
    },
    async tokenFor(caller) {
      const secret = caller === 'admin' ? test.adminPassword : caller;
      const actor = await test.platform.identity.actorByCredentials(caller, secret, '127.0.0.1');
      if (!actor) throw new Error(`There is no ${caller}`);
      return (await test.platform.identity.issueAccessToken(actor, { description: 'for another platform' })).token;
    },
  };
}

/** Lets a source send to a target: the target trusts the source's key, and the source knows the target under this name. */
export async function introduce(source: TestPlatform, target: TestPlatform, name: string, token: string, url = target.baseUrl): Promise<void> {
  const { publicKey } = await source.call(getReleaseBundleSigning, {});
  if (publicKey === undefined) throw new Error('Nothing was signed yet, so there is no key to trust');
  await target.call(createTrustedKey, { body: { name: `source-of-${name}`, publicKey } });
  await source.call(createDistributionTarget, { body: { name, url, token } });
}

/** Waits until a run has ended. */
export async function ended(source: TestPlatform, id: string): Promise<Distribution> {
  let run: Distribution | undefined;
  await expect
    .poll(async () => {
      run = await source.call(getDistribution, { params: { id } });
      return run.finishedAt;
    }, patience)
    .toBeDefined();
  return run!;
}

/** Distributes and waits. */
export async function distributed(source: TestPlatform, name: string, version: string, targets: readonly string[], creates = false): Promise<Distribution> {
  const run = await source.call(distributeReleaseBundle, {
    params: { name, version },
    body: { targets: [...targets], autoCreateMissingRepositories: creates },
  });
  return ended(source, run.id);
}
