import { WebServer } from '@packhouse/contract/repositories/web-server-routes.ts';
import type { Db } from '../schema.ts';

/** The settings of the web server in front, in memory, read again when they change. */
export interface WebServerSettings {
  current(): Promise<WebServer>;
  forget(): void;
}

export function openWebServer(db: Db): WebServerSettings {
  let current: Promise<WebServer> | undefined;
  return {
    current() {
      current ??= selectWebServer(db).catch((error) => {
        current = undefined;
        throw error;
      });
      return current;
    },
    forget() {
      current = undefined;
    },
  };
}

export async function selectWebServer(db: Db): Promise<WebServer> {
  // Who changes them sees them as they stand until the change.
  const row = await db
    .selectFrom('web_server')
    .select('settings')
    .$if(db.isTransaction, (query) => query.forUpdate())
    .executeTakeFirst();
  return WebServer.parse(row?.settings ?? {});
}

export async function upsertWebServer(db: Db, settings: WebServer, by: string): Promise<void> {
  const values = { settings: JSON.stringify(settings), modified_at: new Date(), modified_by: by };
  await db
    .insertInto('web_server')
    .values(values)
    .onConflict((conflict) => conflict.column('only_one').doUpdateSet(values))
    .execute();
}
