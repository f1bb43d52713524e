import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { client } from '../../../tools/clients.ts';
import type { FormatKind, Upload } from './format-kinds.ts';

const execute = promisify(execFile);

/** A tool that lists a folder of packages. */
export interface IndexPeer {
  readonly name: string;
  /** Puts one more package into the folder and brings the list up to date, in the quicker of the tool's ways; answers milliseconds. */
  oneMore(): Promise<number>;
  /** Lists all from nothing; answers milliseconds. */
  anew(): Promise<number>;
}

interface Tool {
  readonly name: string;
  /** Program and parameters, run in the folder; the first time all packages are read. */
  readonly update: readonly string[];
  readonly anew: readonly string[];
  /** The tool remembers this, below the folder. */
  readonly memory: readonly string[];
}

/** apt-ftparchive has no option for compression when it is used without a file of settings, so gzip does it, as everywhere. */
function aptTool(): Tool {
  const program = client('apt-ftparchive');
  const list = (options: string) => [
    'sh',
    '-c',
    `mkdir -p dists/stable/main/binary-amd64 && "$0" ${options} packages pool > dists/stable/main/binary-amd64/Packages && gzip -6 -nkf dists/stable/main/binary-amd64/Packages && "$0" release dists/stable > Release && mv Release dists/stable/Release`,
    program,
  ];
  return { name: 'apt-ftparchive', update: list('--db memory.db'), anew: list(''), memory: ['memory.db', 'dists'] };
}

function rpmTool(): Tool {
  const options = ['--quiet', '--no-database', '--compress-type', 'gz', '.'];
  return { name: 'createrepo_c', update: [client('createrepo_c'), '--update', ...options], anew: [client('createrepo_c'), ...options], memory: ['repodata'] };
}

/** The tool that an administrator would use without a platform, with a folder of so many packages; nothing for formats without a common list. */
export async function startIndexPeer(kind: FormatKind, root: string, count: number): Promise<IndexPeer | undefined> {
  if (kind.name !== 'debian' && kind.name !== 'rpm') return undefined;
  const { name, update, anew, memory } = kind.name === 'debian' ? aptTool() : rpmTool();
  const folder = join(root, `${name}-folder`);
  let next = 0;
  for (; next < count; next++) await writePackage(folder, await kind.uploads(next));
  const run = async ([program = '', ...parameters]: readonly string[]) => {
    await execute(program, parameters, { cwd: folder, maxBuffer: 64 * 1024 * 1024 });
  };
  const forget = async () => {
    for (const path of memory) await rm(join(folder, path), { recursive: true, force: true });
  };
  const again = await timed(() => run(anew));
  await forget();
  await run(update);
  const updating = await timed(() => run(update));
  // What a tool remembers pays with large packages; tiny ones may be read again as quickly.
  const quicker = updating < again ? update : anew;
  console.log(`bench: ${name}: ${updating.toFixed(0)} ms with what it remembers, ${again.toFixed(0)} ms without`);
  return {
    name,
    async oneMore() {
      const uploads = await kind.uploads(next++);
      return timed(async () => {
        await writePackage(folder, uploads);
        await run(quicker);
      });
    },
    async anew() {
      await forget();
      return timed(() => run(anew));
    },
  };
}

/** The files that the platform is sent, without the parameters that stand behind their path. */
async function writePackage(folder: string, uploads: readonly Upload[]): Promise<void> {
  for (const { path, body } of uploads) {
    const file = join(folder, path.split(';')[0] ?? path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, body);
  }
}

async function timed(work: () => Promise<void>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}
