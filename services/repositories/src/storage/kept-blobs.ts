import { openDatabase } from '@packhouse/kernel/database/database.ts';
import type { RepositoriesSchema } from '../schema.ts';

const page = 1000;

/** Every blob that the database keeps, in the order of their names, for commands that look at the store as a whole. */
export async function* listKeptBlobs(databaseUrl: string): AsyncIterable<{ sha256: string; size: number }> {
  const db = openDatabase<RepositoriesSchema>(databaseUrl, 'repositories', { connections: 1 });
  try {
    let last = '';
    for (;;) {
      const rows = await db
        .selectFrom('blob')
        .select(['sha256', 'size'])
        .where('sha256', '>', last)
        .where('condemned_at', 'is', null)
        .orderBy('sha256')
        .limit(page)
        .execute();
      for (const { sha256, size } of rows) yield { sha256, size: Number(size) };
      if (rows.length < page) return;
      last = rows.at(-1)!.sha256;
    }
  } finally {
    await db.destroy();
  }
}
