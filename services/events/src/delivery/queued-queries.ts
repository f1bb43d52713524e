import { sql } from 'kysely';

/**
 * A recursive part `queued (key)` of a statement: the webhooks for which something waits, so that thousands for which nothing does cost nothing. They are found from their
 * ends: messages leave at the beginning, where what they left behind stands until the table is cleaned.
 */
export const queued = sql`queued as (
      (select subscription as key from message where state = 'waiting' order by subscription desc, next_at desc limit 1)
      union all
      select (select subscription from message where state = 'waiting' and subscription < queued.key order by subscription desc, next_at desc limit 1)
      from queued where queued.key is not null
    )`;
