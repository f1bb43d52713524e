import { join } from 'node:path';
import { Readable } from 'node:stream';
import { AppError } from '@packhouse/contract/errors.ts';
import type { NodeStorage } from '@packhouse/contract/operations/operations-status-routes.ts';
import { diskRoom, keptFree } from '@packhouse/kernel/blobs/free-space.ts';
import { isStorageFull } from '@packhouse/kernel/http/outside-failure.ts';
import { getBytes } from '@packhouse/kernel/logs/rotating-file.ts';
import type { Context } from '../context.ts';

export type StorageLook = Omit<NodeStorage, 'node_id'>;

type LookContext = Pick<Context, 'platform' | 'scrub'>;

/** Milliseconds after which a store that says nothing counts as unusable. */
const patience = 5000;
/** Milliseconds for which a look is good: however many screens ask, a store is tried this often. */
const goodFor = 5000;

async function readDisk({ platform: { blobs, config } }: LookContext): Promise<Pick<StorageLook, 'disk'>> {
  if (blobs.kind !== 'filesystem') return {};
  const room = await diskRoom(join(config.home, 'blobs')).catch(() => undefined);
  if (!room) return {};
  const { keepFree } = config.blobs;
  const kept = Math.round(keptFree(room.total, keepFree === undefined ? undefined : getBytes(keepFree)));
  return { disk: { ...room, kept: Math.min(kept, Number.MAX_SAFE_INTEGER) } };
}

/** 'EACCES: permission denied', 'AccessDenied: Access Denied': what it is, without the place in the store. */
function getReason(failure: unknown): string {
  const error = failure instanceof AppError && failure.code === 'storage_unavailable' ? failure.cause : failure;
  const { name, code, message } = error as { name?: string; code?: string; message?: string };
  const words = (message ?? '').replace(/, \w+ '.*$/s, '') || String(code ?? name);
  return name === undefined || name === 'Error' || name === 'AggregateError' || words === name ? words : `${name}: ${words}`;
}

/** Writes a few bytes and takes them away again, as an upload does that is broken off. */
async function tryStore({ platform: { blobs } }: LookContext): Promise<void> {
  const staged = await blobs.stage(Readable.from([Buffer.from('a look at the storage')], { objectMode: false }));
  await staged.discard();
}

/** Tells how the blob store is for this process. One trial at a time: a store that hangs is not given another one to hang on. */
export class StorageLooks {
  readonly #context: LookContext;
  #trial: Promise<void> | undefined;
  #look: { at: number; what: Promise<StorageLook> } | undefined;
  constructor(context: LookContext) {
    this.#context = context;
  }

  look(): Promise<StorageLook> {
    if (this.#look && performance.now() - this.#look.at < goodFor) return this.#look.what;
    const what = this.#now();
    this.#look = { at: performance.now(), what };
    return what;
  }

  async #now(): Promise<StorageLook> {
    const [outcome, disk] = await Promise.all([this.#outcome(), readDisk(this.#context)]);
    return { ...outcome, kind: this.#context.platform.blobs.kind, ...disk };
  }

  async #outcome(): Promise<Pick<StorageLook, 'state' | 'reason'>> {
    this.#trial ??= tryStore(this.#context).finally(() => {
      this.#trial = undefined;
    });
    let timer: NodeJS.Timeout | undefined;
    const silence = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('ETIMEDOUT')), patience);
    });
    try {
      await Promise.race([this.#trial, silence]);
      return { state: 'Working' };
    } catch (error) {
      return isStorageFull(error) ? { state: 'Full' } : { state: 'Unusable', reason: this.#context.scrub(getReason(error)) };
    } finally {
      clearTimeout(timer);
    }
  }
}
