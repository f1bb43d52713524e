import { openDatabase } from '@packhouse/kernel/database/database.ts';
import type { RepositoriesSchema } from '../schema.ts';
import { releaseHold, requireConnection, takeHold, tryHold } from './garbage-queries.ts';

/**
 * Keeps garbage collection away, on every node, while the work copies what the database names at one moment. Several may do so at once; a collection
 * under way is waited for, after `onWait`. The work asks at its end whether nothing was deleted: that throws when the connection that held it off was lost.
 */
export async function holdOffGarbage<T>(databaseUrl: string, onWait: () => void, work: (requireHeld: () => Promise<void>) => Promise<T>): Promise<T> {
  const db = openDatabase<RepositoriesSchema>(databaseUrl, 'repositories', { connections: 1 });
  try {
    return await db.connection().execute(async (holder) => {
      if (!(await tryHold(holder))) {
        onWait();
        await takeHold(holder);
      }
      const result = await work(() => requireConnection(holder));
      await releaseHold(holder);
      return result;
    });
  } finally {
    await db.destroy();
  }
}
