import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import type { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';

/** A command sees these of the machine, and can change none of them. What the runner itself keeps is not among them. */
const folders = [
  '/usr',
  '/etc/alternatives',
  '/etc/ssl/certs',
  '/etc/ca-certificates',
  '/etc/ld.so.cache',
  '/etc/ld.so.conf',
  '/etc/ld.so.conf.d',
  '/etc/localtime',
];
/** Needed to find others by their names. */
const networkFiles = ['/etc/resolv.conf', '/etc/hosts', '/etc/nsswitch.conf'];
/** Links into `/usr` where a distribution has them, folders elsewhere. */
const roots = ['/bin', '/sbin', '/lib', '/lib64'];

const mebibyte = 1024 * 1024;
const patience = 20_000;
/** Number of the stream from which bubblewrap reads the variables of a command. */
const variablesAt = 3;
const processes = 512;
const largestFile = 4096 * mebibyte;
/** Of `/tmp`, which lies in memory. */
const smallestTemporary = 16 * mebibyte;

export interface SandboxOrder {
  /** The only folder that outlives the command; it is `/work` inside. */
  workspace: string;
  network: boolean;
  /** Megabytes that all its processes may take together. */
  memory: number;
  /** Further folders that are shown to it. */
  tools: readonly string[];
}

const show = (paths: readonly string[]) => paths.filter((path) => existsSync(path)).flatMap((path) => ['--ro-bind', path, path]);

/** Arguments of `prlimit`, which calls bubblewrap, which calls the shell. https://manpages.debian.org/bookworm/bubblewrap/bwrap.1.en.html */
function getSandboxCommand({ workspace, network, memory, tools }: SandboxOrder): string[] {
  const bytes = memory * mebibyte;
  // A single process gets no further than twice the limit in the half second between two looks at all of them together.
  const limits = `--nproc=${processes} --fsize=${largestFile} --core=0 --data=${bytes * 2}`;
  const apart = `--unshare-all ${network ? '--share-net ' : ''}--die-with-parent --new-session --cap-drop ALL --clearenv`;
  const nobody = '--unshare-user --uid 65534 --gid 65534 --hostname runner';
  const empty = `--proc /proc --dev /dev --size ${Math.max(smallestTemporary, bytes)} --tmpfs /tmp`;
  return [
    ...`${limits} bwrap ${apart} ${nobody}`.split(' '),
    ...show([...folders, ...roots, ...(network ? networkFiles : []), ...tools]),
    ...empty.split(' '),
    '--bind',
    workspace,
    ...'/work --remount-ro / --chdir /work'.split(' '),
    '--args',
    String(variablesAt),
    '--',
    '/bin/sh',
  ];
}

/** Variables of the command as bubblewrap reads them at `variablesAt`: arguments stand in the list of processes for everybody to read. */
function writeVariables(env: Readonly<Record<string, string>>): string {
  const variables = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', HOME: '/work', LANG: 'C.UTF-8', ...env };
  return Object.entries(variables)
    .flatMap(([name, value]) => ['--setenv', name, value])
    .map((part) => `${part.replaceAll('\0', '')}\0`)
    .join('');
}

/** Begins a command in the sandbox. */
export function spawnInSandbox(
  order: SandboxOrder,
  env: Readonly<Record<string, string>>,
  rest: readonly string[],
  before: readonly string[] = [],
): ChildProcess {
  const [program, ...parameters] = [...before, 'prlimit', ...getSandboxCommand(order), ...rest] as [string, ...string[]];
  const child = spawn(program, parameters, { stdio: ['ignore', 'pipe', 'pipe', 'pipe'], env: { PATH: process.env.PATH } });
  const variables = child.stdio[variablesAt] as Writable;
  // A sandbox that cannot be made reads nothing; its words tell why.
  variables.on('error', () => undefined);
  variables.end(writeVariables(env));
  return child;
}

/** Why no sandbox can be made on this machine, in the words of what refused; undefined where one can. */
export async function findSandboxProblem(workspace: string, tools: readonly string[]): Promise<string | undefined> {
  const child = spawnInSandbox({ workspace, network: false, memory: 256, tools }, {}, ['-c', 'true']);
  const timer = setTimeout(() => child.kill('SIGKILL'), patience);
  child.stdout?.resume();
  try {
    const [said, [code]] = await Promise.all([text(child.stderr!), once(child, 'close') as Promise<[number | null]>]);
    if (code === 0) return undefined;
    return said.trim().split('\n').slice(0, 3).join('; ') || `it ended with status ${code ?? 'none'}`;
  } catch (error) {
    const { code, message } = error as { code?: unknown; message: string };
    return code === 'ENOENT' ? 'the program prlimit is not there: install util-linux' : message;
  } finally {
    clearTimeout(timer);
  }
}
