import { hash } from 'node:crypto';
import { getVersion, type Register } from './merge/register.ts';

/** The ends of a link compare so many digests a kind; a register is in the one that its uid begins with. */
const digestCount = 256;

export const getBucket = (uid: string) => Number.parseInt(uid.slice(0, 2), 16);

const hex = (bucket: number) => bucket.toString(16).padStart(2, '0');
/** The first and the last uid of a bucket. */
export const getBounds = (bucket: number) => ({
  from: `${hex(bucket)}000000-0000-0000-0000-000000000000`,
  to: `${hex(bucket)}ffffff-ffff-ffff-ffff-ffffffffffff`,
});

/** Sums of registers that are the same in whatever order they were added. */
export class Digests {
  readonly #sums = new BigUint64Array(digestCount);
  entries = 0;

  add(register: Register): void {
    const digest = hash('sha256', `${register.uid} ${register.register} ${getVersion(register)}`, 'buffer');
    const bucket = getBucket(register.uid);
    this.#sums[bucket] = this.#sums[bucket]! ^ digest.readBigUInt64BE(0);
    this.entries += 1;
  }

  list(): string[] {
    return [...this.#sums].map((sum) => sum.toString(16));
  }
}
