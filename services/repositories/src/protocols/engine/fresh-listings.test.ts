import { type Ask, getTitle, type ListedFormat } from '@packhouse/testkit/listings/listed-format.ts';
import { listedFormats, publishVersion } from '@packhouse/testkit/listings/listed-formats.ts';
import { ListingModel, listedPlaces } from '@packhouse/testkit/listings/listing-model.ts';
import { readListing, type Seen } from '@packhouse/testkit/listings/read-listing.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RepositoryTestPlatform, startRepositoryPlatform } from '../../repository-test-platform.ts';

/** Two nodes with memories of their own. */
let nodes: readonly [RepositoryTestPlatform, RepositoryTestPlatform];

beforeAll(async () => {
  const first = await startRepositoryPlatform();
  nodes = [first, await startRepositoryPlatform({ joins: first })];
  for (const format of new Set(listedFormats.map((listed) => listed.format))) {
    const members = listedPlaces(format).slice(0, 2);
    for (const key of members) await first.create({ class: 'local', key, format });
    await first.create({ class: 'virtual', key: format, format, members, settings: { defaultDeployment: members[0] } });
  }
});
afterAll(async () => {
  await nodes?.[1].stop();
  await nodes?.[0].stop();
});

/** Which of the deeds that make sense is done, and which node is told. */
const steps = fc.array(fc.record({ pick: fc.nat(1000), via: fc.constantFrom<0 | 1>(0, 1) }), { minLength: 8, maxLength: 14 });

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

describe('a listing is never older than what was acknowledged before it was asked for', () => {
  it('of a package that was deleted and published anew', async () => {
    for (const listed of listedFormats) {
      const key = `${listed.format}-0`;
      const name = listed.nameOf('anew');
      const place = (version: string) => `${key}/${listed.place(name, version)}`;
      const everywhere = () =>
        Promise.all(nodes.flatMap((node) => [key, listed.format].map((from) => readListing(node.ask, listed, { key: from, name }, new Map()))));
      await publishVersion(listed, nodes[0].ask, key, name, '1.0.0');
      expect(await everywhere()).toEqual(Array(4).fill(['1.0.0']));
      expect((await nodes[0].ask(place('1.0.0'), { method: 'DELETE' })).status).toBe(204);
      await publishVersion(listed, nodes[0].ask, key, name, '1.0.1');
      expect(await everywhere(), getTitle(listed)).toEqual(Array(4).fill(['1.0.1']));
    }
  });

  /** Members in between give more time for something to be moved past whoever reads them one after the other. */
  async function createWide(listed: ListedFormat, word: string): Promise<string> {
    const [first, second] = listedPlaces(listed.format);
    const between = Array.from({ length: 8 }, (_, number) => `${listed.format}-${word}-${number}`);
    const key = `${listed.format}-${word}`;
    for (const empty of between) await nodes[0].create({ class: 'local', key: empty, format: listed.format });
    await nodes[0].create({ class: 'virtual', key, format: listed.format, members: [first, ...between, second] });
    return key;
  }

  /** Moves packages from the first member of a virtual repository to its last and back, while others look for them there; answers those that were missed. */
  async function missWhileMoved(listed: ListedFormat, words: string, look: (ask: Ask, wide: string, name: string) => Promise<boolean>): Promise<string[]> {
    const [first, second] = listedPlaces(listed.format);
    const wide = await createWide(listed, words);
    const names = ['a', 'b', 'c', 'd', 'e', 'f'].map((letter) => listed.nameOf(`${words}${letter}`));
    for (const name of names) await publishVersion(listed, nodes[0].ask, first, name, '1.0.0');
    let isMoving = true;
    const missing: string[] = [];
    const reading = nodes.map(async (node) => {
      while (isMoving) for (const name of names) if (!(await look(node.ask, wide, name))) missing.push(name);
    });
    const moving = names.map(async (name, at) => {
      for (let count = 0; count < 16; count++) {
        const [from, to] = count % 2 === 0 ? [first, second] : [second, first];
        const place = listed.place(name, '1.0.0');
        expect((await nodes[at % 2]!.ask(`api/move/${from}/${place}?to=/${to}/${place}`, { method: 'POST' })).status).toBe(200);
      }
    });
    await Promise.all(moving);
    isMoving = false;
    await Promise.all(reading);
    return missing;
  }

  it.each(listedFormats.filter(({ format }) => ['npm', 'helm', 'debian'].includes(format)))(
    'of $format in a virtual repository, from whose first member packages are moved to its last and back all the time',
    async (listed) => {
      const look = async (ask: Ask, key: string, name: string) => (await readListing(ask, listed, { key, name }, new Map())).length > 0;
      expect(await missWhileMoved(listed, 'moving', look)).toEqual([]);
    },
  );

  it.each(listedFormats.filter(({ search }) => search))('nor is what a search of $format finds, while that is moved from member to member', async (listed) => {
    const look = async (ask: Ask, key: string, name: string) => (await (await ask(listed.search!(key, name))).text()).includes(`"${name}"`);
    expect(await missWhileMoved(listed, 'sought', look)).toEqual([]);
  });

  /** No further run begins after so many milliseconds; one that has begun is never left half-way, for its requests would outlive the test. */
  const longestRuns = 10_000;
  let runs = 0;
  const titled = listedFormats.map((listed) => ({ ...listed, title: getTitle(listed) }));

  it.each(titled)('of $title, whatever is done, on two nodes, with what a client has kept', async (listed) => {
    const keys = listedPlaces(listed.format);
    const latest = Date.now() + longestRuns;
    await fc.assert(
      fc.asyncProperty(steps, async (taken) => {
        if (Date.now() > latest) return;
        const name = listed.nameOf(`sample${(runs++).toString(36).padStart(3, 'x')}`);
        const model = new ListingModel(listed, name);
        const seen: readonly Seen[] = [new Map(), new Map(), new Map()];
        for (const [at, { pick, via }] of taken.entries()) {
          // Others read all the time: what they set going must not be what is answered afterwards, and they see what was there before or what is done.
          const others = nodes.flatMap((node) =>
            keys.map(async (key, view) => {
              await wait((at * 3) % 10);
              const right = model.watch(view);
              const found = await readListing(node.ask, listed, { key, name }, new Map());
              return { found, right: right() };
            }),
          );
          const deeds = model.deeds();
          const deed = deeds[pick % deeds.length]!;
          await model.take(deed, nodes[via].ask);
          const found = await Promise.all(nodes.flatMap((node) => keys.map((key, view) => readListing(node.ask, listed, { key, name }, seen[view]!))));
          expect(found, JSON.stringify(deed)).toEqual([...model.shown(), ...model.shown()]);
          for (const { found, right } of await Promise.all(others)) expect(right, `${JSON.stringify(deed)}, while it is done`).toContainEqual(found);
        }
      }),
      { numRuns: 4 },
    );
  });
});
