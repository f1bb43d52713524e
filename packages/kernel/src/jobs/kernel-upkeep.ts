import { createHmac, timingSafeEqual } from 'node:crypto';
import type pg from 'pg';
import type { Secrets } from '../access/secrets.ts';
import { kernelSchema } from '../database/kernel-migrations.ts';
import type { Job } from './jobs.ts';

const eventDays = 3;
/** A follower that is farther behind has lost its service. */
const mostDays = 14;

/** Forgets events that no console will ask for any more, and that every follower has taken; what must be kept is in the audit log. */
export function forgetEventsJob(pool: pg.Pool): Job {
  return {
    name: 'forget-events',
    cron: '17 * * * *',
    async run() {
      await pool.query(
        `with taken as (select min(least(place, (gaps->0->>'from')::bigint - 1)) as id from ${kernelSchema}.follower)
        delete from ${kernelSchema}.event using taken where at < now() - make_interval(days => $1)
          and (event.id <= taken.id or taken.id is null or at < now() - make_interval(days => $2))`,
        [eventDays, mostDays],
      );
    },
  };
}

/**
 * The first start leaves a proof of the master key in the database; a process with another key would write what the others cannot read.
 * @throws when this process has another key than the database's first one.
 */
export async function requireSameMasterKey(pool: pg.Pool, secrets: Secrets): Promise<void> {
  const own = createHmac('sha256', secrets.derive('master key check')).update('packhouse').digest();
  await pool.query(`insert into ${kernelSchema}.setting (key, value) values ('master-key', to_jsonb($1::text)) on conflict do nothing`, [own.toString('hex')]);
  const { rows } = await pool.query<{ value: string }>(`select value #>> '{}' as value from ${kernelSchema}.setting where key = 'master-key'`);
  const first = Buffer.from(rows[0]?.value ?? '', 'hex');
  if (first.length === own.length && timingSafeEqual(first, own)) return;
  throw new Error(
    'The master key is not the one this database was set up with. Restore keys/master.key (or PACKHOUSE_MASTER_KEY) from the same backup or node.',
  );
}
