import { createToken } from '@packhouse/contract/access/access-token-routes.ts';
import { createClient } from '@packhouse/contract/client.ts';
import { createRepository } from '@packhouse/contract/repositories/repository-routes.ts';
import { mkdtemp } from 'node:fs/promises';
import { readAddresses } from '../../tools/clients/public-registries.ts';
import { startPackhouse } from '../../tools/serve/start-packhouse.ts';
import { remoteClients } from './remotes/remote-clients.ts';
import { snap, diff } from '/tmp/cpu.mjs';
const root = await mkdtemp('/tmp/zz-cold-');
const client = await remoteClients.npm(root);
const server = await startPackhouse({ home: `${root}/home`, adminPassword: 'Benchmark-2-cores', env: { PACKHOUSE_OUTGOING_ALLOW: (await readAddresses(client.upstream)).join(',') }, nodeParameters: process.env.PROF ? ['--cpu-prof', '--cpu-prof-dir=/tmp/profc'] : [] });
const call = createClient({ baseUrl: server.url, headers: () => ({ authorization: `Basic ${Buffer.from('admin:Benchmark-2-cores').toString('base64')}` }) });
const { accessToken } = await call(createToken, { body: { description: 'b', scope: 'applied-permissions/user' } });
for (let i = 0; i < Number(process.env.ROUNDS ?? 1); i++) {
  await call(createRepository, { body: { class: 'remote', key: `r${i}`, format: 'npm', settings: { url: client.upstream, allowPrivate: true } } });
  const s0 = snap(); const t = performance.now(); const n = await client.install(`${server.url}/artifactory/api/npm/r${i}/`, accessToken); console.log('cold', n, (performance.now() - t) / 1000, '\n' + diff(s0, snap())); await new Promise((r) => setTimeout(r, 8000)); console.log('8s later\n' + diff(s0, snap())); const s1 = snap();
  const t2 = performance.now(); await client.install(`${server.url}/artifactory/api/npm/r${i}/`, accessToken); console.log('warm', (performance.now() - t2) / 1000, '\n' + diff(s1, snap()));
}
if (process.env.WAIT) { for (let i = 0; i < 10; i++) { await new Promise((r) => setTimeout(r, 45000)); const { execSync } = await import('node:child_process'); console.log(i, execSync(`for p in $(pgrep -P ${server.pid}); do grep -H RssAnon /proc/$p/status; done`).toString()); } }
await server.stop();
