import type { Area } from '@packhouse/console-kit/session/area.ts';
import { constants } from '@packhouse/contract/constants.ts';
import type { ListedArea } from './area-list.ts';

/** How an area's code is fetched; the federation runtime in the product. */
export interface Remotes {
  register(name: string, entry: string, again: boolean): Promise<void>;
  load(name: string): Promise<{ default: Area } | null>;
}

interface Loaded {
  promise: Promise<Area>;
  fetchedAt: number;
}

/** An area did not come within the time it has. */
export class MountTimeout extends Error {
  override name = 'MountTimeout';
}

/** Rejects with `failure` when `promise` takes longer than `milliseconds`. */
export function within<Value>(promise: Promise<Value>, milliseconds: number, failure: () => Error): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(failure()), milliseconds);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** Failures that the bundler's runtime names; everything else is the area's own. */
export function isChunkFailure(error: unknown): boolean {
  const { name, code } = (error ?? {}) as { name?: string; code?: string };
  return name === 'ChunkLoadError' || code === 'CSS_CHUNK_LOAD_FAILED';
}

/**
 * Fetches areas once each and keeps them for a week. An area that failed is remembered as failed until it is tried again;
 * a failure is only logged.
 */
export class AreaLoader {
  readonly #remotes: Remotes;
  readonly #now: () => number;
  readonly #loaded = new Map<string, Loaded>();
  readonly #failed = new Map<string, unknown>();
  readonly #registered = new Set<string>();

  constructor(remotes: Remotes, now: () => number = Date.now) {
    this.#remotes = remotes;
    this.#now = now;
  }

  /** The area's code, or undefined when it cannot be had; says so in the log only. */
  async load(area: ListedArea): Promise<Area | undefined> {
    try {
      const loaded = await this.#fetch(area);
      this.#failed.delete(area.id);
      return loaded;
    } catch (error) {
      this.#loaded.delete(area.id);
      this.#failed.set(area.id, error);
      console.error('Could not fetch microfrontend application', area.id, error);
      return undefined;
    }
  }

  /** Whether an area was fetched so long ago that it is to be fetched again. */
  isOld(id: string): boolean {
    const known = this.#loaded.get(id);
    return known !== undefined && this.#now() - known.fetchedAt >= constants.microfrontendLifetime;
  }

  /** Tells what went wrong with an area when it was last tried. */
  failureOf(id: string): unknown {
    return this.#failed.get(id);
  }

  /** Forgets a failure, so that the area is tried again. */
  forgive(id: string): void {
    this.#failed.delete(id);
  }

  #fetch(area: ListedArea): Promise<Area> {
    const known = this.#loaded.get(area.id);
    if (known && !this.isOld(area.id)) return known.promise;
    const promise = within(this.#mount(area), constants.maximumMountTime, () => new MountTimeout(`${area.id} did not load in time`));
    this.#loaded.set(area.id, { promise, fetchedAt: this.#now() });
    return promise;
  }

  async #mount({ id, entry }: ListedArea): Promise<Area> {
    const name = `packhouse_area_${id.replaceAll('-', '_')}`;
    const again = this.#registered.has(name);
    this.#registered.add(name);
    await this.#remotes.register(name, entry, again);
    const module = await this.#remotes.load(`${name}/area`);
    if (!module) throw new Error(`${name} exposes no area`);
    return module.default;
  }
}
