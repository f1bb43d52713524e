import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Ask, getTitle, type ListedFormat } from '@packhouse/testkit/listings/listed-format.ts';
import { listedFormats } from '@packhouse/testkit/listings/listed-formats.ts';
import { type Deed, ListingModel, listedPlaces } from '@packhouse/testkit/listings/listing-model.ts';
import { readListing, type Seen } from '@packhouse/testkit/listings/read-listing.ts';
import { startDatabase } from '@packhouse/testkit/start-database.ts';
import { seedDatabase } from '../../tools/serve/seeded-home.ts';
import { type PackhouseProcess, startPackhouse } from '../../tools/serve/start-packhouse.ts';
import { findErrors } from '../clients/require-quiet-logs.ts';
import { makeRandom } from './seeded-random.ts';

const adminPassword = 'Admin-password-1';
const authorization = `Basic ${Buffer.from(`admin:${adminPassword}`).toString('base64')}`;
const nodeCount = 2;
const workers = 2;
/** Packages of a format that are changed at the same time: some listings hold all of them. */
const packages = 2;
/** So many lines of the logs are told beside a failure. */
const mostTold = 10;

export interface ListingsRun {
  /** Ids of formats; all that are known when empty. */
  formats: readonly string[];
  seed: number;
  /** After so many deeds a package is left as it is, and another one is begun. */
  deeds: number;
  /** So many packages one after the other in each row, at most, and so many milliseconds. */
  rounds: number;
  length: number;
  say: (text: string) => void;
}

export interface ListingsResult {
  deeds: ReadonlyMap<string, number>;
  reads: number;
  /** Answers that were older than what was acknowledged before they were asked for. */
  old: string[];
  /** Lines of the logs that tell of something unforeseen. */
  errors: string[];
}

/** Each on a connection of its own: the workers of a node take connections in turn. */
const askOn =
  ({ url }: PackhouseProcess): Ask =>
  (path, init) =>
    fetch(`${url}/artifactory/${path}`, { ...init, headers: { authorization, connection: 'close', ...(init?.headers as Record<string, string>) } });

async function createRepositories(ask: Ask, format: string): Promise<void> {
  const [first, second, both] = listedPlaces(format);
  const create = async (key: string, settings: object) => {
    const body = JSON.stringify({ packageType: format, ...settings });
    const answer = await ask(`api/repositories/${key}`, { method: 'PUT', headers: { 'content-type': 'application/json' }, body });
    if (!answer.ok) throw new Error(await answer.text());
  };
  for (const key of [first, second]) await create(key, { rclass: 'local' });
  await create(both, { rclass: 'virtual', repositories: [first, second], defaultDeploymentRepo: first });
}

/** Does things with one package after the other, and reads its listings everywhere while they are done and after they were acknowledged. */
class Row {
  readonly #asks: readonly Ask[];
  readonly #listed: ListedFormat;
  readonly #random: () => number;
  readonly deeds = new Map<string, number>();
  reads = 0;
  readonly old: string[] = [];

  constructor(asks: readonly Ask[], listed: ListedFormat, random: () => number) {
    this.#asks = asks;
    this.#listed = listed;
    this.#random = random;
  }

  #pick<T>(from: readonly T[]): T {
    return from[Math.floor(this.#random() * from.length)]!;
  }

  async change(word: string, deeds: number): Promise<void> {
    const model = new ListingModel(this.#listed, this.#listed.nameOf(word));
    const seen: readonly Seen[] = [new Map(), new Map(), new Map()];
    for (let count = 0; count < deeds; count++) {
      const deed = this.#pick(model.deeds());
      const reading = this.#readAll(model, deed, seen, 1);
      // Where the deed fails, that is what is told.
      reading.catch(() => undefined);
      await model.take(deed, this.#pick(this.#asks));
      await this.#readAll(model, deed, seen, workers);
      await reading;
      this.deeds.set(deed.what, (this.deeds.get(deed.what) ?? 0) + 1);
    }
  }

  /** One client keeps what it was told and asks anew with it; others know nothing. */
  async #readAll(model: ListingModel, deed: Deed, seen: readonly Seen[], times: number): Promise<void> {
    const { format } = this.#listed;
    const readOne = async (ask: Ask, node: number, key: string, place: number, kept: Seen) => {
      const right = model.watch(place);
      const found = await readListing(ask, this.#listed, { key, name: model.name }, kept);
      this.reads++;
      const wanted = right();
      if (wanted.some((one) => one.join() === found.join())) return;
      this.old.push(
        `${key} at node ${node}: ${model.name} is ${found.join() || 'nothing'} in place of ${wanted.map((one) => one.join() || 'nothing').join(' or ')}, at ${deed.what} of ${deed.version}`,
      );
    };
    await Promise.all(
      this.#asks.flatMap((ask, node) =>
        listedPlaces(format).flatMap((key, place) =>
          Array.from({ length: times }, (_, time) => readOne(ask, node, key, place, time % 2 === 0 ? seen[place]! : new Map())),
        ),
      ),
    );
  }
}

async function startNodes(folder: string, databaseUrl: string, nodes: PackhouseProcess[]): Promise<void> {
  await mkdir(join(folder, 'blobs'));
  for (let at = 0; at < nodeCount; at++) {
    const home = join(folder, `home-${at}`);
    await mkdir(home);
    await symlink(join(folder, 'blobs'), join(home, 'blobs'));
    const env = { DATABASE_URL: databaseUrl, PACKHOUSE_MASTER_KEY: 'ab'.repeat(32), PACKHOUSE_NODE_ID: `node-${at}` };
    nodes.push(await startPackhouse({ home, workers, adminPassword, env }));
  }
}

/** Two nodes of two HTTP workers each, on which packages are published, deleted, brought back, moved, copied, deprecated and yanked in any order; says which listings were older than that. */
export async function runListings(run: ListingsRun): Promise<ListingsResult> {
  const chosen = listedFormats.filter(({ format }) => run.formats.length === 0 || run.formats.includes(format));
  const folder = await mkdtemp(join(tmpdir(), 'packhouse-listings-'));
  await seedDatabase(folder);
  const database = await startDatabase(folder);
  const nodes: PackhouseProcess[] = [];
  try {
    await startNodes(folder, database.url(), nodes);
    const asks = nodes.map(askOn);
    for (const format of new Set(chosen.map((listed) => listed.format))) await createRepositories(asks[0]!, format);
    run.say(`${nodes.length} nodes with ${workers} HTTP workers each, and repositories of ${chosen.map(getTitle).join(', ')}`);
    const end = AbortSignal.timeout(run.length);
    const rows = chosen.flatMap((listed) =>
      Array.from({ length: packages }, (_, number) => ({ number, row: new Row(asks, listed, makeRandom(`${run.seed} ${getTitle(listed)} ${number}`)) })),
    );
    await Promise.all(
      rows.map(async ({ number, row }) => {
        // Names of some formats are letters only.
        const word = (round: number) =>
          `row${'ab'[number]}${[...round.toString(26)].map((digit) => String.fromCharCode(97 + Number.parseInt(digit, 26))).join('')}`;
        for (let round = 0; round < run.rounds && !end.aborted; round++) await row.change(word(round), run.deeds);
      }),
    );
    const deeds = new Map<string, number>();
    for (const { row } of rows) for (const [what, count] of row.deeds) deeds.set(what, (deeds.get(what) ?? 0) + count);
    const errors = (await Promise.all(nodes.map(({ home }) => findErrors(home)))).flat();
    return { deeds, reads: rows.reduce((sum, { row }) => sum + row.reads, 0), old: rows.flatMap(({ row }) => row.old), errors };
  } catch (error) {
    // What was answered says less than the logs, which go with the folder.
    const told = (await Promise.all(nodes.map(({ home }) => findErrors(home)))).flat();
    throw new Error([String(error), ...told.slice(0, mostTold)].join('\n'), { cause: error });
  } finally {
    for (const node of nodes) await node.stop();
    await database.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
