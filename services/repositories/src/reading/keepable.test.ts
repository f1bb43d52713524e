import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { openDatabase } from '@packhouse/kernel/database/database.ts';
import type { Kysely } from 'kysely';
import { pack } from 'tar-stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RepositoryTestPlatform, startRepositoryPlatform } from '../repository-test-platform.ts';
import type { RepositoriesSchema } from '../schema.ts';
import { startTestUpstream, type TestUpstream } from '../upstream/test-upstream.ts';
import { keepable } from './keepable.ts';

async function packTgz(entries: Record<string, string>): Promise<Buffer> {
  const tar = pack();
  for (const [name, text] of Object.entries(entries)) tar.entry({ name }, text);
  tar.finalize();
  return gzipSync(await buffer(tar));
}
const chart = (version: string, more = '') => packTgz({ 'hello/Chart.yaml': `apiVersion: v2\nname: hello\nversion: ${version}\n${more}` });
/** Three texts of less than a megabyte each, which the YAML reader still lets pass. */
const wordy = `big: &x "${'a'.repeat(900_000)}"\nmore: [*x, *x]\n`;

describe('what is kept of a package', () => {
  let test: RepositoryTestPlatform;
  let upstream: TestUpstream;
  let db: Kysely<RepositoriesSchema>;

  beforeAll(async () => {
    upstream = await startTestUpstream();
    test = await startRepositoryPlatform();
    db = openDatabase<RepositoriesSchema>(test.databaseUrl, 'repositories', { connections: 1 });
    await test.create({ class: 'local', key: 'charts', format: 'helm' });
    await test.create({ class: 'remote', key: 'far', format: 'helm', settings: { url: `${upstream.url}/charts`, allowPrivate: true } });
  });
  afterAll(async () => {
    await db?.destroy();
    await test?.stop();
    await upstream?.stop();
  });

  it('has a limit, beyond which an upload is refused', async () => {
    const refused = await test.put('charts/hello-1.0.0.tgz', Uint8Array.from(await chart('1.0.0', wordy)));
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('says more about itself than can be kept')]);
    expect((await test.put('charts/hello-1.0.0.tgz', Uint8Array.from(await chart('1.0.0')))).status).toBe(201);
    expect(await (await test.ask('api/helm/charts/index.yaml')).text()).toContain('hello-1.0.0.tgz');
  });

  it('is nothing when an upstream serves more, and its file is passed on as it is', async () => {
    const bytes = await chart('2.0.0', wordy);
    upstream.on('/charts/index.yaml', (_request, response) => {
      response.end('apiVersion: v1\nentries:\n  hello:\n    - {name: hello, version: 2.0.0, urls: [hello-2.0.0.tgz]}\n');
    });
    upstream.on('/charts/hello-2.0.0.tgz', (_request, response) => {
      Readable.from([bytes]).pipe(response);
    });
    const answer = await test.ask('far/hello-2.0.0.tgz');
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
    const known = await db.selectFrom('version').select(['version', 'facts']).where('version', '=', '2.0.0').execute();
    expect(known).toEqual([{ version: '2.0.0', facts: {} }]);
  });
});

describe('keepable', () => {
  const location = { package: 'hello', version: '1.0.0', lead: true };

  it('takes the facts of large packages, and lists of very many files', () => {
    const readme = 'x'.repeat(1_000_000);
    const dependencies = Array.from({ length: 10_000 }, (_, at) => ({ name: `dependency-${at}`, requirement: '>= 1', scope: 'runtime' as const }));
    const inspection = { ...location, facts: { readme, dependencies }, listed: { files: '<file>/usr/share/doc/hello/x.html</file>'.repeat(500_000) } };
    expect(keepable(inspection)).toEqual(inspection);
  });

  it('refuses facts, lists, names and versions beyond what is kept', () => {
    const shared = 'x'.repeat(1000);
    for (const wrong of [
      { facts: { native: Array.from({ length: 3000 }, () => shared) } },
      { facts: { native: Array.from({ length: 500_001 }, () => 0) } },
      { listed: Array.from({ length: 100_000 }, () => shared) },
      { package: 'x'.repeat(1001) },
      { version: 'x'.repeat(1001) },
      { version: '1\0' },
    ])
      expect(() => keepable({ ...location, ...wrong })).toThrow(expect.objectContaining({ code: 'invalid_package' }));
  });

  it('takes out what the database cannot hold', () => {
    expect(keepable({ ...location, facts: { description: 'a\0b\ud800' }, listed: { control: 'x\0' } })).toEqual({
      ...location,
      facts: { description: 'ab\ufffd' },
      listed: { control: 'x' },
    });
  });
});
