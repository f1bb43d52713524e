import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RepositoryTestPlatform, startRepositoryPlatform } from '../../repository-test-platform.ts';
import { type ListedFormat, listedFormats, publishVersion } from './listing-test-formats.ts';

/** Two nodes with memories of their own. */
let nodes: readonly [RepositoryTestPlatform, RepositoryTestPlatform];

beforeAll(async () => {
  const first = await startRepositoryPlatform();
  nodes = [first, await startRepositoryPlatform({ joins: first })];
  for (const { format } of listedFormats) {
    const members = [`${format}-0`, `${format}-1`];
    for (const key of members) await first.create({ class: 'local', key, format });
    await first.create({ class: 'virtual', key: format, format, members, settings: { defaultDeployment: members[0] } });
  }
});
afterAll(async () => {
  await nodes?.[1].stop();
  await nodes?.[0].stop();
});

/** What one client has seen of a listing, by its validator. */
type Seen = Map<string, readonly string[]>;

/** Reads as a client that knows earlier answers: what it may keep counts as what it was told. */
async function read(node: RepositoryTestPlatform, listed: ListedFormat, key: string, name: string, seen: Seen): Promise<readonly string[]> {
  const { path, headers } = listed.listing(key, name);
  const known: Record<string, string> = seen.size > 0 ? { 'if-none-match': [...seen.keys()].join(', ') } : {};
  const answer = await node.ask(path, { headers: { ...headers, ...known } });
  const etag = answer.headers.get('etag') ?? '';
  if (answer.status === 304) return seen.get(etag) ?? ['an answer of which nobody knows anything'];
  if (answer.status === 404) return [];
  const body = Buffer.from(await answer.arrayBuffer());
  const text = (listed.isPacked ? gunzipSync(body) : body).toString();
  expect(answer.status, text).toBe(200);
  const versions = listed.versionsIn(text, name).sort();
  seen.set(etag, versions);
  return versions;
}

const versions = ['1.0.0', '1.0.1'] as const;

interface Deed {
  what: 'publish' | 'delete' | 'delete all' | 'restore' | 'move' | 'copy' | 'mark';
  version: (typeof versions)[number];
  /** Which of the two repositories. */
  at: 0 | 1;
}

/** Which of the deeds that make sense is done, and which node is told. */
const steps = fc.array(fc.record({ pick: fc.nat(1000), via: fc.constantFrom<0 | 1>(0, 1) }), { minLength: 8, maxLength: 14 });

/** What ought to be there, and what was thrown away: by repository, the versions with their marks. */
class Model {
  readonly #there = [new Map<string, string>(), new Map<string, string>()] as const;
  readonly #trash = [new Set<string>(), new Set<string>()] as const;
  readonly listed: ListedFormat;
  readonly name: string;

  constructor(listed: ListedFormat, name: string) {
    this.listed = listed;
    this.name = name;
  }

  shown(at: readonly (0 | 1)[]): string[] {
    const found = new Map<string, string>();
    for (const one of at) for (const [version, shown] of this.#there[one]) if (!found.has(version)) found.set(version, shown);
    return [...found.values()].sort();
  }

  /** What can be done now; published is into the first repository alone, so that it is emptied and filled often. */
  deeds(): Deed[] {
    return versions.flatMap((version) =>
      ([0, 1] as const).flatMap((at): Deed[] => {
        const [here, there] = [this.#there[at].get(version), this.#there[at === 0 ? 1 : 0].get(version)];
        const what: Deed['what'][] = [];
        if (here === undefined && at === 0) what.push('publish');
        if (here === undefined && this.#trash[at].has(version) && !this.listed.isListedByPublish) what.push('restore');
        if (here !== undefined) what.push('delete', ...(there === undefined ? (['move', 'copy'] as const) : []));
        if (this.#there[at].size === 2) what.push('delete all');
        if (here === version && this.listed.mark) what.push('mark');
        return what.map((one) => ({ what: one, version, at }));
      }),
    );
  }

  /** Does it on the platform and here. */
  async take({ what, version, at }: Deed, node: RepositoryTestPlatform): Promise<void> {
    const { listed, name } = this;
    const key = `${listed.format}-${at}`;
    const here = this.#there[at];
    const place = listed.place(name, version);
    const ask = async (path: string, method: string) => {
      const answer = await node.ask(path, { method });
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    };
    const other = at === 0 ? 1 : 0;
    switch (what) {
      case 'publish':
        await publishVersion(listed, node.ask, key, name, version);
        here.set(version, version);
        return;
      case 'delete':
        await ask(`${key}/${place}`, 'DELETE');
        here.delete(version);
        this.#trash[at].add(version);
        return;
      case 'delete all':
        for (const each of versions) await this.take({ what: 'delete', version: each, at }, node);
        return;
      case 'restore':
        await ask(`api/trash/restore/${key}/${place}`, 'POST');
        this.#trash[at].delete(version);
        here.set(version, version);
        return;
      case 'move':
      case 'copy':
        await ask(`api/${what}/${key}/${place}?to=/${listed.format}-${other}/${place}`, 'POST');
        this.#there[other].set(version, here.get(version)!);
        if (what === 'move') here.delete(version);
        return;
      case 'mark':
        if (!(await listed.mark?.(node.ask, key, name, version))?.ok) throw new Error(`${name} ${version} could not be marked`);
        here.set(version, `${version}!`);
    }
  }
}

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

describe('a listing is never older than what was acknowledged before it was asked for', () => {
  it('of a package that was deleted and published anew', async () => {
    for (const listed of listedFormats) {
      const key = `${listed.format}-0`;
      const name = listed.nameOf('anew');
      const place = (version: string) => `${key}/${listed.place(name, version)}`;
      const everywhere = () => Promise.all(nodes.flatMap((node) => [key, listed.format].map((from) => read(node, listed, from, name, new Map()))));
      await publishVersion(listed, nodes[0].ask, key, name, '1.0.0');
      expect(await everywhere()).toEqual(Array(4).fill(['1.0.0']));
      expect((await nodes[0].ask(place('1.0.0'), { method: 'DELETE' })).status).toBe(204);
      await publishVersion(listed, nodes[0].ask, key, name, '1.0.1');
      expect(await everywhere(), listed.format).toEqual(Array(4).fill(['1.0.1']));
    }
  });

  /** No further run begins after so many milliseconds; one that has begun is never left half-way, for its requests would outlive the test. */
  const longestRuns = 20_000;
  let runs = 0;

  it.each(listedFormats)('of $format, whatever is done, on two nodes, with what a client has kept', async (listed) => {
    const keys = [`${listed.format}-0`, `${listed.format}-1`, listed.format];
    const latest = Date.now() + longestRuns;
    await fc.assert(
      fc.asyncProperty(steps, async (taken) => {
        if (Date.now() > latest) return;
        const name = listed.nameOf(`sample${(runs++).toString(36).padStart(3, 'x')}`);
        const model = new Model(listed, name);
        const seen: readonly Seen[] = [new Map(), new Map(), new Map()];
        for (const [at, { pick, via }] of taken.entries()) {
          // Others read all the time: what they set going must not be what is answered afterwards.
          const others = nodes.map(async (node) => {
            await wait((at * 3) % 10);
            await Promise.all(keys.map((key) => node.ask(listed.listing(key, name).path)));
          });
          const deeds = model.deeds();
          const deed = deeds[pick % deeds.length]!;
          await model.take(deed, nodes[via]);
          const found = await Promise.all(nodes.flatMap((node) => keys.map((key, view) => read(node, listed, key, name, seen[view]!))));
          const wanted = [model.shown([0]), model.shown([1]), model.shown([0, 1])];
          expect(found, JSON.stringify(deed)).toEqual([...wanted, ...wanted]);
          await Promise.all(others);
        }
      }),
      { numRuns: 8 },
    );
  });
});
