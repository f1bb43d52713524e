import type { ErrorEnvelope } from '@packhouse/contract/errors.ts';
import { consoleHeader } from '@packhouse/contract/prefixes.ts';
import { dumpPath } from '@packhouse/contract/scanning/scanning-source-routes.ts';
import { words } from '@packhouse/ui/core.ts';

/** Sends a dump as it is. @throws Error with the server's words, or `fallback` where it has none */
export async function uploadDump(sourceId: number, dump: File, fallback: string): Promise<void> {
  const answer = await fetch(dumpPath(sourceId), { method: 'PUT', body: dump, headers: { [consoleHeader]: '1', 'content-type': 'application/octet-stream' } });
  if (answer.ok) return;
  const { errors } = ((await answer.json().catch(() => ({}))) ?? {}) as Partial<ErrorEnvelope>;
  const said = errors?.[0];
  throw new Error(said === undefined ? fallback : words().said(said));
}
