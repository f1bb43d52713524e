import type { AnyTransaction } from '@packhouse/kernel/database/database.ts';
import type { Job } from '@packhouse/kernel/jobs/jobs.ts';
import type { Context } from '../context.ts';
import { deliver, isMailOn } from '../mail/deliver.ts';
import { type EndingLicences, licencesMail } from '../mail/licences-mail.ts';
import { readAdministratorAddresses } from '../user/user.ts';
import { lastsLonger, readClaims } from './licence.ts';
import { lockLicences, markWarned } from './licence-queries.ts';
import type { Claims } from './signed-licence.ts';

/** So many days before its end a licence is warned of, the nearest first: who was away for a week is told once. */
const warnedAt = [1, 7, 30] as const;

const mailJob = 'licence-mail';

interface Letter extends Record<string, unknown> {
  to: string;
  ending: EndingLicences[];
}

interface Ending {
  id: string;
  claims: Claims & { exp: number };
  days: number;
}

/** Those whose end has come nearer than anybody was told before, where nothing as good goes on after them. */
async function findEnding(context: Context, transaction: Parameters<typeof lockLicences>[0]): Promise<Ending[]> {
  const rows = await lockLicences(transaction);
  const read = await Promise.all(rows.map(async (row) => ({ ...row, claims: await readClaims(context, row.jws) })));
  const all = read.flatMap(({ claims }) => claims ?? []);
  return read.flatMap(({ id, claims, warned_days: warned }) => {
    if (claims?.exp === undefined) return [];
    const left = (claims.exp * 1000 - Date.now()) / 86_400_000;
    const days = left > 0 ? warnedAt.find((one) => left <= one) : undefined;
    if (days === undefined || (warned !== null && warned <= days) || all.some((other) => lastsLonger(other, claims))) return [];
    return [{ id, claims: { ...claims, exp: claims.exp }, days }];
  });
}

/** Many are of one bucket, and end together: they are told of in one line. */
function gather(ending: readonly Ending[]): EndingLicences[] {
  const groups = Map.groupBy(ending, ({ claims: { type, licensedTo, exp } }) => `${type} ${exp} ${licensedTo}`);
  return [...groups.values()].map((some) => {
    const { type, licensedTo, exp } = some[0]!.claims;
    return { type, licensedTo, count: some.length, ends: new Date(exp * 1000).toISOString() };
  });
}

/** Tells administrators 30, 7 and 1 days before licences end, once each, however many nodes there are: the mails wait in the queue with the very step that notes it. */
export function warnOfEndsJob(context: Context): Job {
  const { db, platform } = context;
  return {
    name: 'licence-warnings',
    cron: '37 * * * *',
    async run() {
      const isTold = await isMailOn(db);
      await db.transaction().execute(async (transaction) => {
        const found = await findEnding(context, transaction);
        if (found.length === 0) return;
        for (const [days, some] of Map.groupBy(found, (one) => one.days)) {
          await markWarned(
            transaction,
            some.map(({ id }) => id),
            days,
          );
        }
        const ending = gather(found);
        for (const { type, licensedTo, ends, count } of ending)
          await platform.outbox.publish(transaction, { type: 'access.licence.expiring', subject: 'licence', data: { type, licensedTo, ends, count } });
        const letters = isTold ? await readAdministratorAddresses(transaction) : [];
        for (const to of letters) await platform.jobs.add(mailJob, { to, ending } satisfies Letter, { transaction: transaction as unknown as AnyTransaction });
      });
    },
  };
}

/** Mails one administrator which licences end soon. */
export function mailEndsJob(context: Context): Job<Letter> {
  return {
    name: mailJob,
    async run({ to, ending }) {
      if (!(await isMailOn(context.db))) return;
      await deliver(context, to, (console) => licencesMail({ ending, link: `${console}/admin/license_management/licenses` }));
    },
  };
}
