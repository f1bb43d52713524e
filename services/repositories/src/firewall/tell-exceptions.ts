import { findGatherTime, type GatherTime } from '@packhouse/kernel/jobs/gather-times.ts';
import type { Job } from '@packhouse/kernel/jobs/jobs.ts';
import type { ExceptionNews, NotedException } from '@packhouse/peers/notices.ts';
import type { Context } from '../context.ts';
import { type ExceptionRow, selectEnding, selectOpenWithin } from './exception-queries.ts';
import { keepsRule, readKeeper } from './keepers.ts';
import type { Tx } from './rule-changes.ts';

/** A mail names so many exceptions; of more it says how many. */
const mostNamed = 50;
/** What is asked for within a quarter of an hour is told in one mail to each who decides about some of it. */
const gathering = 15 * 60_000;
/** Days before its end on which it is told that an exception ends; what was approved for less time is told of when it has ended alone. */
const daysBefore = 3;
const day = 86_400_000;
const askedJob = 'tell-asked-firewall-exceptions';

function toNoted(row: ExceptionRow, by = ''): NotedException {
  const { package: name, version, rule, asked_by, state, reason, note, until_at } = row;
  return {
    what: `${name} ${version}`.trim(),
    where: rule,
    askedBy: asked_by,
    reason: state === 'asked' ? reason : note,
    by,
    until: until_at?.toISOString() ?? null,
  };
}

function makeLetter(news: ExceptionNews, rows: readonly ExceptionRow[], by = '') {
  const exceptions = rows.slice(0, mostNamed).map((row) => toNoted(row, by));
  return { news, from: 'firewall' as const, exceptions, more: rows.length - exceptions.length };
}

/** Has those who decide told what somebody asks for, together with what a transaction writes. */
export async function queueTelling({ platform }: Pick<Context, 'platform'>, transaction: Tx, row: ExceptionRow): Promise<void> {
  const time = findGatherTime(row.asked_at, gathering);
  const delay = Math.max(0, Date.parse(time.to) - Date.now());
  await platform.jobs.add(askedJob, time, { key: `${askedJob} ${time.from}`, delay, transaction });
}

/** Tells those who decide what was asked for within a time and waits still; nobody of what they asked for themselves. */
export function tellFirewallDecidersJob(context: Context): Job<GatherTime> {
  return {
    name: askedJob,
    async run(time) {
      const { notices } = context.peers;
      const rows = await selectOpenWithin(context.db, time);
      const deciders = rows.length === 0 ? [] : ((await notices?.deciders()) ?? []);
      const keepers = await Promise.all(deciders.map(async (actor) => ({ name: actor.name, keeper: await readKeeper(context, actor) })));
      await context.db.transaction().execute(async (tx) => {
        for (const { name, keeper } of keepers) {
          const theirs = rows.filter((row) => row.asked_by !== name && keepsRule(keeper, { repositories: row.rule_repositories }));
          if (theirs.length > 0) await notices?.queueExceptions(name, makeLetter('asked', theirs), tx);
        }
      });
    },
  };
}

/** Tells those who asked, by mail, what happened to it: nobody of what they did themselves. */
export async function tellAskers({ peers }: Pick<Context, 'peers'>, tx: Tx, news: Exclude<ExceptionNews, 'asked'>, rows: readonly ExceptionRow[], by = '') {
  const told = rows.filter(({ asked_by }) => asked_by !== by);
  for (const [user, own] of Map.groupBy(told, (row) => row.asked_by)) await peers.notices?.queueExceptions(user, makeLetter(news, own, by), tx);
}

/** Tells every morning what ends on a day soon, or on the one that is named: to each who asked in one mail. */
export function tellEndingExceptionsJob(context: Context): Job<{ day?: string }> {
  return {
    name: 'tell-ending-firewall-exceptions',
    cron: '5 6 * * *',
    async run({ day: named }) {
      const from = named === undefined ? new Date((Math.floor(Date.now() / day) + daysBefore) * day) : new Date(named);
      await context.db.transaction().execute(async (tx) => {
        await tellAskers(context, tx, 'ending', await selectEnding(tx, { from, to: new Date(from.getTime() + day) }));
      });
    },
  };
}
