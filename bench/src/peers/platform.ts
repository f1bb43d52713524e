import { createToken } from '@packhouse/contract/access/access-token-routes.ts';
import { type Call, createClient } from '@packhouse/contract/client.ts';
import { prefixes } from '@packhouse/contract/prefixes.ts';
import type { FormatId } from '@packhouse/contract/repositories/format-ids.ts';
import { createRepository } from '@packhouse/contract/repositories/repository-routes.ts';
import { type PackhouseProcess, startPackhouse } from '../../../tools/serve/start-packhouse.ts';

/** The platform as it is measured: authorisation and durability as shipped, requests with an access token. */
export interface Platform {
  readonly server: PackhouseProcess;
  readonly url: string;
  readonly token: string;
  readonly headers: Readonly<Record<string, string>>;
}

const password = 'Benchmark-2-cores';

export async function startPlatform(home: string): Promise<Platform> {
  const nodeParameters = process.env.PACKHOUSE_BENCH_NODE?.split(' ').filter(Boolean) ?? [];
  const server = await startPackhouse({ home, adminPassword: password, nodeParameters });
  const basic = `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`;
  const call = createClient({ baseUrl: server.url, headers: () => ({ authorization: basic }) });
  for (const format of ['docker', 'npm', 'pypi', 'generic'] as const) await createLocal(call, format);
  await expectRefusal(`${server.url}${prefixes.repositories}/api/npm/bench-npm/anything`);
  const { accessToken } = await call(createToken, { body: { description: 'benchmark', scope: 'applied-permissions/user' } });
  return { server, url: server.url, token: accessToken, headers: { authorization: `Bearer ${accessToken}` } };
}

/** The local repository of a format, as its clients address it. */
export function getAddress(platform: Platform, format: 'docker' | 'npm' | 'pypi' | 'generic'): string {
  if (format === 'generic') return `${platform.url}${prefixes.repositories}/bench-generic`;
  return format === 'docker' ? `${platform.url}${prefixes.containers}/bench-docker` : `${platform.url}${prefixes.repositories}/api/${format}/bench-${format}`;
}

/** A measurement with authorisation switched off would be worth nothing. */
async function expectRefusal(url: string): Promise<void> {
  const { status } = await fetch(url);
  if (status !== 401) throw new Error(`a stranger was answered ${status}`);
}

async function createLocal(call: Call, format: FormatId): Promise<void> {
  await call(createRepository, { body: { class: 'local', key: `bench-${format}`, format } });
}
