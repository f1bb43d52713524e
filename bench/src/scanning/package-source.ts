import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { FormatId } from '@packhouse/contract/repositories/format-ids.ts';

/** A remote repository that a client fetches packages through, or a registry. */
export interface Through {
  /** Address that the client is told, with a password where it takes one there. */
  readonly url: string;
  /** Empty, as the password, where nobody needs to say who they are. */
  readonly user: string;
  readonly password: string;
  /** An empty folder of its own. */
  readonly folder: string;
}

/** Fetches packages that this project, its tests and their clients depend on, and some that many others do. */
export interface PublicPackages {
  readonly format: FormatId;
  /** Where this machine's own client fetches them; undefined where nothing on this machine says so. */
  readonly upstream: string | undefined;
  fetch(through: Through): Promise<void>;
}

/** What this machine's clients are told of the certificates that they may trust. */
const trust = Object.fromEntries(
  ['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'PIP_CERT', 'REQUESTS_CA_BUNDLE'].flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
);
const execute = promisify(execFile);
/** Milliseconds that one call of a client may take: a registry that stops in the middle must not hold up the others. */
const longestCall = 10 * 60_000;

/** Runs a client with nothing of this machine's settings but what it may trust. @throws when it fails */
export async function run(program: string, parameters: readonly string[], cwd: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
  const settings = { PATH: process.env.PATH, LANG: 'C.UTF-8', HOME: cwd, ...trust, ...env };
  return (await execute(program, parameters, { cwd, env: settings, maxBuffer: 64 * 1024 * 1024, timeout: longestCall })).stdout;
}

export const withPassword = ({ url, user, password }: Through) => Object.assign(new URL(url), { username: user, password });

/** What a client said last before it gave up: the rest is how it came there. */
export function describeFailure(error: unknown): string {
  const { stderr = '', message = String(error), killed = false } = (error ?? {}) as { stderr?: string; message?: string; killed?: boolean };
  if (killed) return `it was not done after ${longestCall / 60_000} minutes`;
  const said = (stderr.trim() === '' ? message : stderr).trim().split('\n').slice(-4).join(' | ');
  return said.slice(-1500);
}

/** A format that this machine has no settings for. */
export const nowhere = (format: FormatId): PublicPackages => ({ format, upstream: undefined, fetch: async () => undefined });
