import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PackageTestPlatform, startPackagePlatform } from '../package/package-test-platform.ts';
import { localRows } from './local-row-queries.ts';

describe('files as formats find them', () => {
  let test: PackageTestPlatform;
  const paths = ['a/b/c/file', 'a/file', 'a/b/file', 'a/b/other', 'a/b/c/d/file', 'ab/file', 'A/file', 'file'];

  beforeAll(async () => {
    test = await startPackagePlatform();
    for (const key of ['own', 'elsewhere']) await test.repository(key, 'generic');
    for (const path of paths) await test.file({ repository: 'own', path, properties: { key: [path] } });
    await test.file({ repository: 'elsewhere', path: 'a/file' });
  });
  afterAll(() => test?.stop());

  async function rows() {
    const { id } = await test.db.selectFrom('repository').select('id').where('key', '=', 'own').executeTakeFirstOrThrow();
    return localRows({ db: test.db }, { id, format: 'generic' });
  }

  it.each([
    ['a', {}, ['a/b/c/file', 'a/file', 'a/b/file', 'a/b/other', 'a/b/c/d/file']],
    ['a', { name: 'file' }, ['a/b/c/file', 'a/file', 'a/b/file', 'a/b/c/d/file']],
    ['a', { depth: 0 }, ['a/file']],
    ['a', { depth: 1 }, ['a/b/file', 'a/b/other']],
    ['a', { name: 'file', depth: 2 }, ['a/b/c/file']],
    ['a/b', { name: 'file', depth: 1 }, ['a/b/c/file']],
    ['', { depth: 0 }, ['file']],
    ['', { name: 'file', depth: 1 }, ['a/file', 'ab/file', 'A/file']],
    ['a/file', {}, []],
    ['%', {}, []],
  ])('below %j with %j, in the order in which they came', async (folder, only, expected) => {
    const found = await (await rows()).filesWithin(folder, only);
    expect(found.map(({ path }) => path)).toEqual(expected);
    expect(found.map(({ properties }) => properties)).toEqual(expected.map((path) => ({ key: [path] })));
  });

  it('with what was read from them for listings of their format', async () => {
    const { sha256 } = await test.db.selectFrom('artifact').select('sha256').where('path', '=', 'a/b/other').executeTakeFirstOrThrow();
    for (const format of ['generic', 'npm'])
      await sql`insert into index_content values (${sha256}, ${format}, ${JSON.stringify({ format })}::jsonb)`.execute(test.db);
    const found = await (await rows()).filesWithin('a/b', { depth: 0 });
    expect(found.map(({ content }) => content)).toEqual([undefined, { format: 'generic' }]);
  });
});
