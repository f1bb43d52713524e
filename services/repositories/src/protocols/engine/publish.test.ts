import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RepositoryTestPlatform, startRepositoryPlatform } from '../../repository-test-platform.ts';
import { npmPublishBody } from './npm-test-package.ts';

describe('publishing', () => {
  let test: RepositoryTestPlatform;

  beforeAll(async () => {
    test = await startRepositoryPlatform();
    await test.create({ class: 'local', key: 'js', format: 'npm' });
  });
  afterAll(() => test?.stop());

  it('takes only such properties with a package as can be set later', async () => {
    const publish = async (properties: string) =>
      test.put(`api/npm/js/left${properties}`, await npmPublishBody('left', '1.0.0'), { 'content-type': 'application/json' });
    for (const refused of [';a%20b=1', `;a=${'x'.repeat(2401)}`]) expect((await publish(refused)).status).toBe(400);
    expect((await test.ask('api/npm/js/left')).status).toBe(404);
    expect((await publish(';stage=dev')).status).toBe(201);
  });
});
