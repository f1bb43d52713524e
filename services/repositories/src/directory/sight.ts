import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** Which rows a listing may give away: conditions over rows called `artifact` and `folder`. */
export interface Sight {
  readonly artifact: RawBuilder<SqlBool>;
  /** A folder is seen with the first thing in it that is, however deep. */
  readonly folder: RawBuilder<SqlBool>;
}

/** For work of the platform's own, and for whoever judges each file anyway: whatever is there. */
export const everything: Sight = { artifact: sql<SqlBool>`true`, folder: sql<SqlBool>`true` };
