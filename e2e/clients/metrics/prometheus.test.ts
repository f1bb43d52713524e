import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRepository } from '@packhouse/contract/repositories/repository-routes.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { client } from '../../../tools/clients.ts';
import { freePort } from '../../../tools/serve/free-port.ts';
import { type ServerProcess, startServerProcess } from '../../../tools/serve/server-process.ts';
import { type ClientServer, startClientServer } from '../client-platform.ts';
import { runProgram } from '../run-client.ts';

const patience = { timeout: 120_000, interval: 500 };
const paths = ['/metrics', '/artifactory/api/v1/metrics'] as const;

let server: ClientServer;
let folder = '';
let prometheus: ServerProcess | undefined;

beforeAll(async () => {
  server = await startClientServer();
  folder = await mkdtemp(join(tmpdir(), 'packhouse-prometheus-'));
  await server.call(createRepository, { body: { class: 'local', key: 'libs', format: 'generic' } });
  await server.ask('libs/a.txt', { method: 'PUT', body: 'a' });
  await server.ask('libs/a.txt');
});
afterAll(async () => {
  await prometheus?.stop();
  await server?.remove();
  await rm(folder, { recursive: true, force: true });
});

const read = async (path: string) => {
  const answer = await fetch(server.url + path, { headers: { authorization: `Bearer ${server.token}` } });
  expect(answer.status).toBe(200);
  return answer.text();
};

/**
 * What promtool finds, of names that are ours to choose: existing dashboards know the others as they are. It reads the older text format, in which a counter's
 * help stands under the name with `_total`; OpenMetrics has it under the name without. https://prometheus.io/docs/specs/om/open_metrics_spec/#counter
 */
const listOwnProblems = (output: string) => output.split('\n').filter((line) => line.startsWith('packhouse_') && !line.endsWith('_total no help text'));

it('promtool has nothing against the measurements that are ours', async () => {
  for (const path of paths) {
    const { code, output } = await runProgram(client('promtool'), ['check', 'metrics'], { cwd: folder, env: { HOME: folder }, input: await read(path) });
    expect(listOwnProblems(output), path).toEqual([]);
    // 1: it cannot be read at all; 3: it can, and could be better.
    expect([0, 3], output).toContain(code);
  }
});

it('Prometheus scrapes both pages, and answers what the dashboard for Grafana asks', async () => {
  const port = await freePort();
  const makeJob = (path: string, at: number) => ({
    job_name: `packhouse-${at}`,
    metrics_path: path,
    scrape_interval: '1s',
    authorization: { credentials: server.token },
    static_configs: [{ targets: [server.host] }],
  });
  // JSON is YAML, too.
  await writeFile(join(folder, 'prometheus.yml'), JSON.stringify({ scrape_configs: paths.map(makeJob) }));
  const origin = `http://127.0.0.1:${port}`;
  const isReady = () =>
    fetch(`${origin}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  prometheus = await startServerProcess({
    program: client('prometheus'),
    parameters: [`--config.file=${join(folder, 'prometheus.yml')}`, `--storage.tsdb.path=${join(folder, 'data')}`, `--web.listen-address=127.0.0.1:${port}`],
    cwd: folder,
    env: { PATH: process.env.PATH ?? '', HOME: folder },
    isReady,
  });
  const ask = async (query: string) => {
    const answer = await fetch(`${origin}/api/v1/query?query=${encodeURIComponent(query)}`);
    return (await answer.json()) as { status: string; error?: string; data: { result: { value: [number, string] }[] } };
  };
  await expect.poll(async () => (await ask('sum(up)')).data.result[0]?.value[1], patience).toBe(String(paths.length));
  const { panels } = JSON.parse(await readFile('docs/grafana/packhouse.json', 'utf8')) as { panels: { targets: { expr: string }[] }[] };
  const queries = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr.replaceAll('$__rate_interval', '1m').replaceAll(/\$\w+/g, '.*')));
  expect(queries.length).toBeGreaterThan(8);
  for (const query of queries) expect(await ask(query), query).toMatchObject({ status: 'success' });
});
