import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pack } from 'tar-stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RepositoryTestPlatform, startRepositoryPlatform } from '../../repository-test-platform.ts';

describe('exploding an archive', () => {
  let test: RepositoryTestPlatform;

  beforeAll(async () => {
    test = await startRepositoryPlatform();
    await test.create({ class: 'local', key: 'js', format: 'npm' });
  });
  afterAll(() => test?.stop());

  it('leaves nothing behind of an archive that is refused for what is in it', async () => {
    const tar = pack();
    tar.entry({ name: 'good.txt' }, 'good');
    tar.entry({ name: 'bad/-/bad-1.0.0.tgz' }, 'no package');
    tar.finalize();
    const answer = await test.put('js/archive.tar', await buffer(tar), { 'x-explode-archive': 'true', 'x-explode-archive-atomic': 'true' });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(await readdir(join(test.home, 'blobs/staging'))).toEqual([]);
  });
});
