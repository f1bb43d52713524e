import type { Ask, ListedFormat } from './listed-format.ts';
import { publishVersion } from './listed-formats.ts';

const versions = ['1.0.0', '1.0.1'] as const;

export interface Deed {
  what: 'publish' | 'delete' | 'delete all' | 'restore' | 'move' | 'copy' | 'mark';
  version: (typeof versions)[number];
  /** Which of the two repositories. */
  at: 0 | 1;
}

/** Two repositories, and the virtual one above both. */
export const listedPlaces = (format: string): readonly [string, string, string] => [`${format}-0`, `${format}-1`, format];
const placesOf: readonly (readonly (0 | 1)[])[] = [[0], [1], [0, 1]];

/** One package in two repositories and the virtual one above them: what its listings have to say, and what was thrown away. */
export class ListingModel {
  readonly #there = [new Map<string, string>(), new Map<string, string>()] as const;
  readonly #trash = [new Set<string>(), new Set<string>()] as const;
  /** What the listings of the three places said or say, one after the other. */
  readonly #states: (readonly string[])[][] = [[[], [], []]];
  /** Number of the last state that was acknowledged. */
  #acknowledged = 0;
  readonly listed: ListedFormat;
  readonly name: string;

  constructor(listed: ListedFormat, name: string) {
    this.listed = listed;
    this.name = name;
  }

  /** What the listings of the three places say now, in that order. */
  shown(): readonly (readonly string[])[] {
    return placesOf.map((at) => {
      const found = new Map<string, string>();
      for (const one of at)
        for (const [version, shown] of this.#there[one]) if (!found.has(version) && !(this.listed.hidesMarked && shown !== version)) found.set(version, shown);
      return [...found.values()].sort();
    });
  }

  /** To be called when a place is asked; what it gives says, once there is an answer, which answers are right: what was acknowledged before, or what was done since. */
  watch(place: number): () => (readonly string[])[] {
    const from = this.#acknowledged;
    return () => this.#states.slice(from).map((state) => state[place]!);
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

  /** Does it on a platform and here. @throws Error when the platform refuses it */
  async take(deed: Deed, ask: Ask): Promise<void> {
    if (deed.what === 'delete all') {
      for (const version of versions) await this.take({ ...deed, what: 'delete', version }, ask);
      return;
    }
    this.#change(deed);
    this.#states.push([...this.shown()]);
    await this.#send(deed, ask);
    this.#acknowledged = this.#states.length - 1;
  }

  #change({ what, version, at }: Deed): void {
    const here = this.#there[at];
    if (what === 'publish' || what === 'restore') here.set(version, version);
    if (what === 'mark') here.set(version, `${version}!`);
    if (what === 'move' || what === 'copy') this.#there[at === 0 ? 1 : 0].set(version, here.get(version)!);
    if (what === 'move' || what === 'delete') here.delete(version);
    if (what === 'delete') this.#trash[at].add(version);
    if (what === 'restore') this.#trash[at].delete(version);
  }

  async #send({ what, version, at }: Deed, ask: Ask): Promise<void> {
    const { listed, name } = this;
    const key = listedPlaces(listed.format)[at];
    const place = listed.place(name, version);
    const call = async (path: string, method: string) => {
      const answer = await ask(path, { method });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    };
    if (what === 'publish') return publishVersion(listed, ask, key, name, version);
    if (what === 'delete') return call(`${key}/${place}`, 'DELETE');
    if (what === 'restore') return call(`api/trash/restore/${key}/${place}`, 'POST');
    if (what === 'move' || what === 'copy') return call(`api/${what}/${key}/${place}?to=/${listed.format}-${at === 0 ? 1 : 0}/${place}`, 'POST');
    if (!(await listed.mark?.(ask, key, name, version))?.ok) throw new Error(`${name} ${version} could not be marked`);
  }
}
