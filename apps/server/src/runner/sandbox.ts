import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';

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
const processes = 512;
const largestFile = 4096 * mebibyte;
/** Of `/tmp`, which lies in memory. */
const smallestTemporary = 16 * mebibyte;

export interface SandboxOrder {
  /** The only folder that outlives the command; it is `/work` inside. */
  workspace: string;
  env: Readonly<Record<string, string>>;
  network: boolean;
  /** Megabytes that all its processes may take together. */
  memory: number;
  /** Further folders that are shown to it. */
  tools: readonly string[];
}

const show = (paths: readonly string[]) => paths.filter((path) => existsSync(path)).flatMap((path) => ['--ro-bind', path, path]);

/** Arguments of `prlimit`, which calls bubblewrap, which calls the shell. https://manpages.debian.org/bookworm/bubblewrap/bwrap.1.en.html */
export function getSandboxCommand({ workspace, env, network, memory, tools }: SandboxOrder): string[] {
  const bytes = memory * mebibyte;
  // A single process gets no further than twice the limit in the half second between two looks at all of them together.
  const limits = `--nproc=${processes} --fsize=${largestFile} --core=0 --data=${bytes * 2}`;
  const apart = `--unshare-all ${network ? '--share-net ' : ''}--die-with-parent --new-session --cap-drop ALL --clearenv`;
  const nobody = '--unshare-user --uid 65534 --gid 65534 --hostname runner';
  const empty = `--proc /proc --dev /dev --size ${Math.max(smallestTemporary, bytes)} --tmpfs /tmp`;
  const variables = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', HOME: '/work', LANG: 'C.UTF-8', ...env };
  return [
    ...`${limits} bwrap ${apart} ${nobody}`.split(' '),
    ...show([...folders, ...roots, ...(network ? networkFiles : []), ...tools]),
    ...empty.split(' '),
    '--bind',
    workspace,
    ...'/work --remount-ro / --chdir /work'.split(' '),
    ...Object.entries(variables).flatMap(([name, value]) => ['--setenv', name, value]),
    '--',
    '/bin/sh',
  ];
}

/** Why no sandbox can be made on this machine, in the words of what refused; undefined where one can. */
export async function findSandboxProblem(workspace: string, tools: readonly string[]): Promise<string | undefined> {
  const order = { workspace, env: {}, network: false, memory: 256, tools };
  try {
    await promisify(execFile)('prlimit', [...getSandboxCommand(order), '-c', 'true'], { timeout: 20_000 });
    return undefined;
  } catch (error) {
    const { code, stderr, message } = error as { code?: unknown; stderr?: string; message: string };
    if (code === 'ENOENT') return 'the program prlimit is not there: install util-linux';
    return (stderr?.trim() || message).split('\n').slice(0, 3).join('; ');
  }
}
