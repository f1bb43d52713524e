import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { approveClientLogin } from '@packhouse/contract/access/access-client-login-routes.ts';
import { createRepository } from '@packhouse/contract/repositories/repository-routes.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { client } from '../../../tools/clients.ts';
import { type ClientServer, startClientServer, workFolder } from '../client-platform.ts';
import { mustRun } from '../run-client.ts';

const content = randomBytes(50_000);
const hash = (algorithm: string) => createHash(algorithm).update(content).digest('hex');

describe('the client library for Node', () => {
  let server: ClientServer;
  let work: Awaited<ReturnType<typeof workFolder>>;

  /** Runs lines of a program that has `client`, and answers the JSON that they return. */
  async function run<Answer>(lines: string, credentials: Record<string, string> = { accessToken: server.token }): Promise<Answer> {
    const settings = { platformUrl: server.url, ...credentials, logger: {} };
    const program = `
      const { JfrogClient } = require(${JSON.stringify(client('jfrog-client-js'))});
      const quiet = Object.fromEntries(['debug', 'info', 'warn', 'error'].map((level) => [level, () => undefined]));
      const client = new JfrogClient({ ...${JSON.stringify(settings)}, logger: quiet });
      (async () => { ${lines} })().then((answer) => console.log(JSON.stringify(answer ?? null)), (error) => { console.error(error); process.exitCode = 1; });`;
    const { stdout } = await mustRun(process.execPath, ['-e', program], { cwd: work.path, env: { HOME: work.path } });
    return JSON.parse(stdout) as Answer;
  }

  beforeAll(async () => {
    [server, work] = await Promise.all([startClientServer(), workFolder()]);
    await server.call(createRepository, { body: { class: 'local', key: 'js-local', format: 'generic' } });
    const put = await server.ask('js-local/a/data.bin;stage=dev', { method: 'PUT', body: content });
    if (put.status !== 201) throw new Error(`The file could not be deployed: ${put.status}`);
  });
  afterAll(async () => {
    await server?.remove();
    await work?.remove();
  });

  it('API-001 asks whether the server is there, which version it speaks, and reports its use', async () => {
    expect(await run('return client.artifactory().system().ping()')).toBe('OK');
    expect(await run<{ version: string }>('return client.artifactory().system().version()')).toMatchObject({ version: expect.stringMatching(/^7\.\d+\.\d+$/) });
    await run("await client.artifactory().system().reportUsage('agent/1.0', [{ featureId: 'search' }])");
  });

  it('API-001 downloads and reads checksums', async () => {
    await run(`await client.artifactory().download().downloadArtifactToFile('js-local/a/data.bin', ${JSON.stringify(join(work.path, 'got.bin'))})`);
    expect((await readFile(join(work.path, 'got.bin'))).equals(content)).toBe(true);
    const sums = await run("return client.artifactory().download().getArtifactChecksum('js-local/a/data.bin')");
    expect(sums).toEqual({ md5: hash('md5'), sha1: hash('sha1'), sha256: hash('sha256') });
  });

  it('API-001 downloads a text, and says why it cannot', async () => {
    await server.call(createRepository, { body: { class: 'local', key: 'js-texts', format: 'generic' } });
    await server.ask('js-texts/a/words.txt', { method: 'PUT', body: 'some words' });
    expect(await run("return client.artifactory().download().downloadArtifact('js-texts/a/words.txt')")).toBe('some words');
    const status = (path: string) =>
      run(`return client.artifactory().download().downloadArtifact('${path}').then(() => 200, (error) => error.response.status)`);
    await server.ask('js-texts/a/old.txt;artifact.expires=2020-01-31', { method: 'PUT', body: 'old' });
    expect([await status('js-texts/a/none.txt'), await status('js-texts/a/old.txt')]).toEqual([404, 410]);
  });

  it('API-001 searches with the query language', async () => {
    const query = 'items.find({"repo":"js-local","path":{"$match":"*"}}).include("name","repo","path","created").sort({"$desc":["created"]}).limit(100)';
    const found = await run<{ results: unknown[] }>(`return client.artifactory().search().aqlSearch(${JSON.stringify(query)})`);
    expect(found.results).toMatchObject([{ repo: 'js-local', path: 'a', name: 'data.bin' }]);
  });

  it('API-001 says what it scans, and what came of it', async () => {
    expect(await run<{ xsc_version: string }>('return client.xsc().system().version()')).toMatchObject({ xsc_version: expect.stringMatching(/^1\.\d+\.\d+$/) });
    const { multi_scan_id: id } = await run<{ multi_scan_id: string }>("return client.xsc().event().startScan({ product: 'editor', product_version: '1.0' })");
    expect(await run(`return client.xsc().event().endScan({ multi_scan_id: '${id}', event_status: 'completed', total_findings: 2 })`)).toBe(true);
    expect(await run(`return client.xsc().event().getScanEvent('${id}')`)).toMatchObject({ product: 'editor', event_status: 'completed', total_findings: 2 });
    expect(await run("return client.xsc().event().log({ log_level: 'error', source: 'editor', message: 'it broke' })")).toBe(true);
  });

  it('API-001 signs in through the browser', async () => {
    const session = randomUUID();
    await run(`await client.platform().webLogin().registerSessionId('${session}')`, {});
    await server.call(approveClientLogin, { body: { session, code: session.slice(-4) } });
    const token = await run<{ access_token: string }>(`return client.platform().webLogin().getToken('${session}')`, {});
    expect(await run('return client.artifactory().system().ping()', { accessToken: token.access_token })).toBe('OK');
    const answer = await fetch(`${server.url}/artifactory/js-local/a/data.bin`, { headers: { authorization: `Bearer ${token.access_token}` } });
    expect(answer.status).toBe(200);
  });
});
