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

interface Step {
  what: 'publish' | 'delete' | 'delete all' | 'restore' | 'move' | 'copy' | 'mark';
  name: number;
  version: string;
  /** Which of the two repositories. */
  at: 0 | 1;
  /** Which node is told. */
  via: 0 | 1;
}

const steps = fc.array(
  fc.record<Step>({
    what: fc.constantFrom('publish', 'publish', 'publish', 'delete', 'delete', 'delete all', 'restore', 'move', 'copy', 'mark'),
    name: fc.nat(1),
    version: fc.constantFrom('1.0.0', '1.0.1'),
    at: fc.constantFrom(0, 1),
    via: fc.constantFrom(0, 1),
  }),
  { minLength: 5, maxLength: 12 },
);

/** What ought to be there, and what was thrown away: by repository, the versions of each name with their marks. */
class Model {
  readonly #there = [new Map<string, string>(), new Map<string, string>()] as const;
  readonly #trash = [new Set<string>(), new Set<string>()] as const;
  readonly listed: ListedFormat;
  readonly names: readonly string[];

  constructor(listed: ListedFormat, names: readonly string[]) {
    this.listed = listed;
    this.names = names;
  }

  versions(name: string, at: readonly (0 | 1)[]): string[] {
    const found = new Map<string, string>();
    for (const one of at) for (const [id, shown] of this.#there[one]) if (id.startsWith(`${name} `) && !found.has(id)) found.set(id, shown);
    return [...found.values()].sort();
  }

  /** Does a step on the platform and here; a step that makes no sense now is left out. */
  async take({ what, name: which, version, at, via }: Step): Promise<void> {
    const { listed } = this;
    const name = this.names[which]!;
    const node = nodes[via];
    const id = `${name} ${version}`;
    const key = `${listed.format}-${at}`;
    const other = at === 0 ? 1 : 0;
    const here = this.#there[at];
    const place = listed.place(name, version);
    const ask = async (path: string, method: string) => {
      const answer = await node.ask(path, { method });
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    };
    switch (what) {
      case 'publish':
        if (here.has(id)) return;
        await publishVersion(listed, node.ask, key, name, version);
        here.set(id, version);
        return;
      case 'delete':
        if (!here.has(id)) return;
        await ask(`${key}/${place}`, 'DELETE');
        here.delete(id);
        this.#trash[at].add(id);
        return;
      case 'delete all':
        for (const each of ['1.0.0', '1.0.1']) await this.take({ what: 'delete', name: which, version: each, at, via });
        return;
      case 'restore':
        if (here.has(id) || !this.#trash[at].delete(id)) return;
        await ask(`api/trash/restore/${key}/${place}`, 'POST');
        here.set(id, version);
        return;
      case 'move':
      case 'copy':
        if (!here.has(id) || this.#there[other].has(id)) return;
        await ask(`api/${what}/${key}/${place}?to=/${listed.format}-${other}/${place}`, 'POST');
        this.#there[other].set(id, here.get(id)!);
        if (what === 'move') here.delete(id);
        return;
      case 'mark':
        if (!here.has(id) || !listed.mark) return;
        expect((await listed.mark(node.ask, key, name, version)).ok).toBe(true);
        here.set(id, `${version}!`);
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

  let runs = 0;

  it.each(listedFormats)('of $format, whatever is done, on two nodes, with what a client has kept', async (listed) => {
    await fc.assert(
      fc.asyncProperty(steps, async (taken) => {
        const model = new Model(
          listed,
          ['one', 'two'].map((word) => listed.nameOf(`${word}${(runs++).toString(36).padStart(3, 'x')}`)),
        );
        const seen = new Map<string, Seen>();
        const views: { key: string; at: readonly (0 | 1)[] }[] = [
          { key: `${listed.format}-0`, at: [0] },
          { key: `${listed.format}-1`, at: [1] },
          { key: listed.format, at: [0, 1] },
        ];
        const readAt = (node: RepositoryTestPlatform, key: string, name: string) => {
          const client = `${key} ${name}`;
          if (!seen.has(client)) seen.set(client, new Map());
          return read(node, listed, key, name, seen.get(client)!);
        };
        for (const [at, step] of taken.entries()) {
          const name = model.names[step.name]!;
          // Others read all the time: what they set going must not be what is answered afterwards.
          const others = nodes.map(async (node) => {
            await wait((at * 3) % 10);
            await Promise.all(views.map(({ key }) => node.ask(listed.listing(key, name).path)));
          });
          await model.take(step);
          const found = await Promise.all(nodes.flatMap((node) => views.map(({ key }) => readAt(node, key, name))));
          const wanted = views.map((view) => model.versions(name, view.at));
          expect(found, JSON.stringify(step)).toEqual([...wanted, ...wanted]);
          await Promise.all(others);
        }
      }),
      { numRuns: 5, interruptAfterTimeLimit: 15_000 },
    );
  });
});
