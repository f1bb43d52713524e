import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { client } from '../../../tools/clients.ts';

const execute = promisify(execFile);

export interface Load {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly connections: number;
  readonly seconds: number;
}

export interface LoadResult {
  readonly requestsPerSecond: number;
  readonly bytesPerSecond: number;
  /** Milliseconds within which 99 of 100 answers came. */
  readonly latency99: number;
}

const milliseconds: Readonly<Record<string, number>> = { us: 0.001, ms: 1, s: 1000, m: 60_000 };
const units: Readonly<Record<string, number>> = { B: 1, KB: 1024, MB: 1024 ** 2, GB: 1024 ** 3 };

/** Reads what wrk prints; refuses a run in which anything but good answers came. */
export function readWrkReport(text: string): LoadResult {
  const bad = /Non-2xx or 3xx responses: (\d+)/.exec(text);
  if (bad) throw new Error(`${bad[1]} answers were not good:\n${text}`);
  const sockets = /Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)/.exec(text);
  if (sockets?.slice(1, 4).some((count) => count !== '0')) throw new Error(`connections failed:\n${text}`);
  const requests = /Requests\/sec:\s+([\d.]+)/.exec(text);
  const transfer = /Transfer\/sec:\s+([\d.]+)([KMG]?B)/.exec(text);
  const latency = /99%\s+([\d.]+)(us|ms|s|m)/.exec(text);
  if (!requests || !transfer || !latency) throw new Error(`no result:\n${text}`);
  return {
    requestsPerSecond: Number(requests[1]),
    bytesPerSecond: Number(transfer[1]) * (units[transfer[2] ?? 'B'] ?? 1),
    latency99: Number(latency[1]) * (milliseconds[latency[2] ?? 'ms'] ?? 1),
  };
}

/** Loads one address for a bounded time. */
export async function wrk({ url, headers = {}, connections, seconds }: Load): Promise<LoadResult> {
  const given = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const parameters = ['-t', '1', '-c', String(connections), '-d', `${seconds}s`, '--timeout', '30s', '--latency', ...given, url];
  const { stdout } = await execute(client('wrk'), parameters, { timeout: (seconds + 60) * 1000 });
  return readWrkReport(stdout);
}
