import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RepositoryTestPlatform, startRepositoryPlatform } from '../../repository-test-platform.ts';

describe('snapshots', () => {
  let test: RepositoryTestPlatform;
  beforeAll(async () => {
    test = await startRepositoryPlatform();
    await test.create({ class: 'local', key: 'snapshots', format: 'maven', settings: { maxUniqueSnapshots: 2, handleReleases: false } });
  });
  afterAll(() => test?.stop());

  it('keeps as many builds as the repository says, and takes no releases', async () => {
    const path = (number: number) => `snapshots/org/acme/lib/1.0-SNAPSHOT/lib-1.0-20260102.03040${number}-${number}.txt`;
    for (const number of [1, 2, 3]) expect((await test.put(path(number), `build ${number}`)).status).toBe(201);
    expect((await test.ask(path(1))).status).toBe(404);
    expect((await test.ask(path(2))).status).toBe(200);
    expect((await test.ask(path(3))).status).toBe(200);
    expect((await test.put('snapshots/org/acme/lib/1.0/lib-1.0.txt', 'release')).status).toBe(409);
  });
});
