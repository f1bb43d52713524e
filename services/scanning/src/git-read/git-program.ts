import { spawn } from 'node:child_process';
import type { GitProxy } from './git-proxy.ts';
import type { GitSource } from './git-source.ts';

/** Where `git` works, and what it may use. */
export interface GitPlace {
  /** A private folder; the repository is in it. */
  home: string;
  source: GitSource;
  proxy: GitProxy;
  signal: AbortSignal;
  /** A file with the authorities that are trusted; without it, those of the system are. */
  authorities?: string | undefined;
}

export interface GitRun {
  args: readonly string[];
  input?: string;
  /** It may ask nobody: what is not here is an error. */
  offline?: boolean;
  /** Takes the output piece by piece; what it throws ends the program. Without it the output is kept. */
  take?(chunk: Buffer): void;
}

export interface GitOutcome {
  code: number | null;
  output: string;
  /** Its last words. */
  errors: string;
}

const mostKept = 1024 * 1024;
const mostWords = 8 * 1024;

/** What decides how `git` behaves; nothing else does. */
function makeSettings({ source, proxy, authorities }: GitPlace): [string, string][] {
  return [
    ['http.extraHeader', source.header],
    ['http.proxy', proxy.url],
    ['http.proxyAuthMethod', 'basic'],
    ['http.sslVerify', 'true'],
    ...(authorities === undefined ? [] : ([['http.sslCAInfo', authorities]] as [string, string][])),
    ['http.followRedirects', 'false'],
    ['http.lowSpeedLimit', '1'],
    ['http.lowSpeedTime', '60'],
    ['core.hooksPath', '/dev/null'],
    ['core.fsmonitor', 'false'],
    ['core.symlinks', 'false'],
    ['core.askPass', ''],
    ['credential.helper', ''],
    ['protocol.version', '2'],
    ['fetch.fsckObjects', 'true'],
    ['fetch.negotiationAlgorithm', 'noop'],
    ['fetch.writeCommitGraph', 'false'],
    ['submodule.recurse', 'false'],
    ['gc.auto', '0'],
    ['maintenance.auto', 'false'],
    ['pack.threads', '1'],
    ['init.defaultBranch', 'main'],
    // An archive of a stranger may ask for any amount of memory.
    ['core.bigFileThreshold', '16m'],
    ['transfer.bundleURI', 'false'],
  ];
}

/** Nothing is inherited: `git` believes its environment. Settings stand in it, too, since everybody may read arguments and files stay. */
function makeEnvironment(place: GitPlace, offline: boolean): NodeJS.ProcessEnv {
  const settings = makeSettings(place);
  const given: NodeJS.ProcessEnv = {
    PATH: process.env.PATH,
    HOME: place.home,
    LC_ALL: 'C',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_ALLOW_PROTOCOL: offline ? 'none' : 'https:http',
    GIT_NO_LAZY_FETCH: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_CONFIG_COUNT: String(settings.length),
  };
  for (const name of ['SSL_CERT_FILE', 'SSL_CERT_DIR']) if (process.env[name] !== undefined) given[name] = process.env[name];
  for (const [at, [key, value]] of settings.entries()) {
    given[`GIT_CONFIG_KEY_${at}`] = key;
    given[`GIT_CONFIG_VALUE_${at}`] = value;
  }
  return given;
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}

/** Runs `git` in a process group of its own, which ends with the signal. @throws what `take` throws, or the signal's reason */
export function runGit(place: GitPlace, { args, input, offline = false, take }: GitRun): Promise<GitOutcome> {
  place.signal.throwIfAborted();
  const child = spawn('git', ['-C', place.home, ...args], { cwd: place.home, env: makeEnvironment(place, offline), detached: true, stdio: 'pipe' });
  return new Promise((resolve, reject) => {
    const kept: Buffer[] = [];
    let [length, errors, failure] = [0, '', undefined as unknown];
    const fail = (error: unknown) => {
      failure ??= error;
      endGroup(child.pid);
    };
    const stop = () => fail(place.signal.reason);
    place.signal.addEventListener('abort', stop, { once: true });
    child.stdout.on('data', (chunk: Buffer) => {
      if (failure !== undefined) return;
      try {
        length += chunk.length;
        if (take) take(chunk);
        else if (length <= mostKept) kept.push(chunk);
      } catch (error) {
        fail(error);
      }
    });
    child.stderr.on('data', (chunk: Buffer) => {
      errors = (errors + chunk.toString('utf8')).slice(-mostWords);
    });
    child.stdin.on('error', () => undefined);
    child.stdin.end(input ?? '');
    child.once('error', (error) => {
      place.signal.removeEventListener('abort', stop);
      reject(error);
    });
    child.once('close', (code) => {
      place.signal.removeEventListener('abort', stop);
      // A helper may have outlived the program.
      endGroup(child.pid);
      if (failure !== undefined) reject(failure);
      else resolve({ code, output: Buffer.concat(kept).toString('utf8'), errors });
    });
  });
}
