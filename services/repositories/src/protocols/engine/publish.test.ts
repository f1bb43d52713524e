import { getFormat } from '@packhouse/formats/formats.ts';
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

  it('tells of a removal in the way that the format’s clients understand', async () => {
    await test.create({ class: 'local', key: 'files', format: 'generic' });
    const remove = async () => {
      await test.put('files/folder/file', 'content');
      return (await test.ask('files/folder', { method: 'DELETE' })).status;
    };
    expect(await remove()).toBe(204);
    Object.defineProperty(getFormat('generic'), 'removedStatus', { value: 200, configurable: true });
    expect(await remove()).toBe(200);
    Reflect.deleteProperty(getFormat('generic'), 'removedStatus');
  });
});
