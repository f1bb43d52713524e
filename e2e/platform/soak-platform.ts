import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { startDatabase } from '@packhouse/testkit/start-database.ts';
import { type PackhouseProcess, startPackhouse } from '../../tools/serve/start-packhouse.ts';

export const adminPassword = 'Admin-password-1';
const masterKey = 'ab'.repeat(32);

type Database = Awaited<ReturnType<typeof startDatabase>>;

/** How long the store stays away. */
const absence = 10_000;

/** These are killed in turns. The logs need not be quiet: they tell of that. */
export const victims = ['worker', 'node', 'database', 'store'] as const;
export type Victim = (typeof victims)[number];

/** The processes that a process has started. */
function readChildren(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
}

function isWorker(pid: number): boolean {
  return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('http-worker');
}

/** Two nodes with two workers each on one PostgreSQL and one folder of blobs, any part of which may be killed and comes back. */
export class SoakPlatform {
  readonly #folder: string;
  readonly #homes: string[];
  #database: Database | undefined;
  #starting: Promise<Database> | undefined;
  #port: number | undefined;
  readonly nodes: PackhouseProcess[] = [];
  constructor(folder: string) {
    this.#folder = folder;
    this.#homes = [join(folder, 'one'), join(folder, 'two')];
  }

  static async make(): Promise<SoakPlatform> {
    return new SoakPlatform(await mkdtemp(join(tmpdir(), 'packhouse-soak-')));
  }

  /** It may be stopped before it has started. */
  async start(): Promise<void> {
    await this.#startDatabase();
    await mkdir(join(this.#folder, 'blobs'));
    for (const [at, home] of this.#homes.entries()) {
      await mkdir(home);
      await symlink(join(this.#folder, 'blobs'), join(home, 'blobs'));
      await this.#startNode(at);
    }
  }

  async #startDatabase(): Promise<void> {
    this.#starting = startDatabase(this.#folder, this.#port);
    this.#database = await this.#starting;
    this.#port = this.#database.port;
  }

  async #startNode(at: number): Promise<void> {
    const before = this.nodes[at];
    this.nodes[at] = await startPackhouse({
      home: this.#homes[at]!,
      workers: 2,
      adminPassword,
      env: { DATABASE_URL: this.#database!.url(), PACKHOUSE_MASTER_KEY: masterKey, PACKHOUSE_NODE_ID: `node-${at}` },
      ...(before && { port: Number(new URL(before.url).port) }),
    });
  }

  /** Kills one part with a signal that leaves it no time, and brings back what does not come back by itself. */
  async kill(victim: Victim, count: number): Promise<void> {
    const at = count % this.nodes.length;
    const node = this.nodes[at]!;
    if (victim === 'worker') return void process.kill(readChildren(node.pid).find(isWorker)!, 'SIGKILL');
    if (victim === 'node') {
      process.kill(node.pid, 'SIGKILL');
      await node.stop();
      return this.#startNode(at);
    }
    if (victim === 'store') return this.#takeStoreAway();
    const { pid, ended } = this.#database!;
    process.kill(pid, 'SIGKILL');
    await ended;
    await this.#startDatabase();
  }

  /** As when the disk or the share that both nodes mount is gone for a moment. */
  async #takeStoreAway(): Promise<void> {
    const folder = join(this.#folder, 'blobs');
    await rename(folder, `${folder}-away`);
    await setTimeout(absence);
    await rename(`${folder}-away`, folder);
  }

  async stop(): Promise<void> {
    for (const node of this.nodes) await node.stop();
    await (await this.#starting?.catch(() => undefined))?.stop();
    await rm(this.#folder, { recursive: true, force: true });
  }
}
