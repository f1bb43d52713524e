import { LRUCache } from 'lru-cache';

/** Milliseconds after which what nobody has asked for is forgotten. */
const usual = 5 * 60_000;

export interface ForgetfulOptions<Key, Value> {
  /** What all that is kept may come to, in the unit of the sizes; bytes unless said. */
  maxSize: number;
  /** Where it is left out, `set` is told the size. */
  sizeCalculation?: (value: Value, key: Key) => number;
  maxEntrySize?: number;
  forgetAfter?: number;
}

/** A cache of large things. It keeps what is asked for again and again, and gives the memory back when the process has nothing to do with it any more. */
export class ForgetfulCache<Key extends {}, Value extends {}> extends LRUCache<Key, Value> {
  constructor({ forgetAfter = usual, ...options }: ForgetfulOptions<Key, Value>) {
    super({ ...options, ttl: forgetAfter, ttlResolution: 1000, updateAgeOnGet: true });
    setInterval(() => this.purgeStale(), forgetAfter / 5).unref();
  }
}
