import type { Db } from '../schema.ts';
import { release, renewLease } from './link-queries.ts';

/** Milliseconds between two renewals: several may come late. */
const renewal = 4000;

/** Keeps a link that was claimed for as long as something is done with it, and gives it back, however that ends. */
export async function holdLink<T>(db: Db, id: string, work: () => Promise<T>): Promise<T> {
  let renewing = Promise.resolve();
  const renew = () => {
    // Where the database is away, the lease ends by itself.
    renewing = renewing.then(() => renewLease(db, id)).catch(() => undefined);
  };
  const timer = setInterval(renew, renewal);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    await renewing;
    await release(db, id).catch(() => undefined);
  }
}
