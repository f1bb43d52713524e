import type { AnyTransaction } from '@packhouse/kernel/database/database.ts';
import type { Job } from '@packhouse/kernel/jobs/jobs.ts';
import type { ExceptionNews, NotedException } from '@packhouse/peers/notices.ts';
import type { Context } from '../context.ts';
import { type IgnoreRuleRow, selectAskedEnding } from './ignore-queries.ts';
import { findPlace, nameRule } from './name-rule.ts';

/** A mail names so many exceptions; of more it says how many. */
export const mostNamed = 50;

/** Days before its end on which it is told that an exception ends; what was approved for less time is told of when it has ended alone. */
const daysBefore = 3;
const day = 86_400_000;

export function toNoted(row: IgnoreRuleRow, by = ''): NotedException {
  const { repository, path } = findPlace(row);
  const { author, notes, state, decision, expires_at } = row;
  return {
    what: nameRule(row),
    where: `${repository}/${path}`,
    askedBy: author,
    reason: state === 'asked' ? notes : decision,
    by,
    until: expires_at?.toISOString() ?? null,
  };
}

/** Tells those who asked for rules, by mail, what happened to them: nobody of what they did themselves, nor of rules that nobody had to ask for. */
export async function tellAskers(
  { peers }: Pick<Context, 'peers'>,
  tx: AnyTransaction,
  news: Exclude<ExceptionNews, 'asked'>,
  rows: readonly IgnoreRuleRow[],
  by = '',
): Promise<void> {
  const told = rows.filter(({ asked_for, author }) => asked_for !== null && author !== by);
  for (const [author, own] of Map.groupBy(told, (row) => row.author)) {
    const exceptions = own.slice(0, mostNamed).map((row) => toNoted(row, by));
    await peers.notices?.queueExceptions(author, { news, from: 'policies', exceptions, more: own.length - exceptions.length }, tx);
  }
}

/** Tells every morning what ends on a day soon, or on the one that is named: to each who asked in one mail. */
export function tellEndingJob(context: Context): Job<{ day?: string }> {
  return {
    name: 'tell-ending-exceptions',
    cron: '0 6 * * *',
    async run({ day: named }) {
      const from = named === undefined ? new Date((Math.floor(Date.now() / day) + daysBefore) * day) : new Date(named);
      await context.db.transaction().execute(async (tx) => {
        await tellAskers(context, tx, 'ending', await selectAskedEnding(tx, { from, to: new Date(from.getTime() + day) }));
      });
    },
  };
}
