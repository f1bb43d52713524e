import type { AnyTransaction } from '@packhouse/kernel/database/database.ts';
import type { Job } from '@packhouse/kernel/jobs/jobs.ts';
import type { NotedViolation } from '@packhouse/peers/notices.ts';
import type { Transaction } from 'kysely';
import type { Context } from '../context.ts';
import { severityOf } from '../policy/judge-rules.ts';
import type { ScanningSchema } from '../schema.ts';
import { findDeployers } from './tell-deployers.ts';
import { type TellingWatch, takeTellingWatches, takeUntold, type UntoldViolation } from './tell-queries.ts';

/** A watch tells once in so many seconds of all that is new: an advisory that hits thousands of images is one message. */
const gathering = 5 * 60;
/** A message names so many violations; of more it says how many. */
const most = 50;
/** Of so many violations of a rule, the worst, those are told who deployed the files. */
const mostOfDeployers = 5000;
const tellJob = 'tell-violations';
const mailJob = 'mail-violations';

/** Has told what is new, together with what a transaction writes. */
export async function queueTelling({ platform }: Pick<Context, 'platform'>, transaction: AnyTransaction): Promise<void> {
  await platform.jobs.add(tellJob, {}, { key: tellJob, transaction });
}

interface Letter extends Record<string, unknown> {
  to: string;
  watch: string;
  violations: readonly NotedViolation[];
  more: number;
}

const findRule = ({ policies }: TellingWatch, { policy_id, rule }: UntoldViolation) => {
  const policy = policies.find(({ id }) => id === policy_id);
  return { policy: policy?.name ?? '', actions: policy?.rules.find(({ name }) => name === rule)?.actions };
};

/** How many there are: each row says how many its rule has. */
function countAll(rows: readonly UntoldViolation[]): number {
  return [...new Map(rows.map((row) => [JSON.stringify([row.policy_id, row.rule]), row.of_rule])).values()].reduce((all, count) => all + count, 0);
}

function toNoted(watch: TellingWatch, row: UntoldViolation): NotedViolation {
  const { subject, rule, repository, path, version, fixed_versions } = row;
  const { policy } = findRule(watch, row);
  const what = { id: String(row.id), severity: severityOf(row.severity), type: row.kind, subject, policy, rule, fixedVersions: fixed_versions };
  return { ...what, repository, path, package: row.package, version };
}

/** What goes to one address. */
interface Told {
  /** The worst of each rule that names the address. */
  named: UntoldViolation[];
  /** All that its owner deployed. */
  deployed: UntoldViolation[];
}

function writeLetter(watch: TellingWatch, to: string, { named, deployed }: Told): Letter {
  const own = deployed.filter((row) => !named.includes(row));
  const all = [...named, ...own].sort((one, other) => one.severity - other.severity || one.id - other.id);
  const violations = all.slice(0, most).map((row) => toNoted(watch, row));
  return { to, watch: watch.name, violations, more: countAll(named) + own.length - violations.length };
}

/** Who is told of what: those whom a rule names, those of the watch and those who deployed it where a rule says so. */
async function writeLetters(context: Pick<Context, 'peers'>, watch: TellingWatch, rows: readonly UntoldViolation[]): Promise<Letter[]> {
  const byAddress = new Map<string, Told>();
  const tellTo = (address: string, row: UntoldViolation, why: keyof Told) => {
    const key = address.toLowerCase();
    const told = byAddress.get(key) ?? { named: [], deployed: [] };
    told[why].push(row);
    byAddress.set(key, told);
  };
  const forDeployers: UntoldViolation[] = [];
  for (const row of rows) {
    const { actions } = findRule(watch, row);
    const all = row.place > most ? [] : [...(actions?.mails ?? []), ...(actions?.notify_watch_recipients ? watch.recipients : [])];
    for (const address of new Set(all.map((one) => one.toLowerCase()))) tellTo(address, row, 'named');
    if (actions?.notify_deployer) forDeployers.push(row);
  }
  for (const [address, own] of await findDeployers(context, forDeployers)) for (const row of own) tellTo(address, row, 'deployed');
  return [...byAddress].map(([to, told]) => writeLetter(watch, to, told));
}

async function tellNews(tx: Transaction<ScanningSchema>, context: Pick<Context, 'platform' | 'peers'>, watch: TellingWatch, mails: boolean): Promise<void> {
  const { platform } = context;
  const ofDeployers = watch.policies.some(({ rules }) => rules.some(({ actions }) => actions.notify_deployer));
  const rows = await takeUntold(tx, watch.id, ofDeployers ? mostOfDeployers : most);
  const violations = rows.slice(0, most).map((row) => toNoted(watch, row));
  const [worst] = violations;
  if (!worst) return;
  const count = countAll(rows);
  const data = { watch: watch.name, project: watch.project, severity: worst.severity, count, violations };
  await platform.outbox.publish(tx, { type: 'violation.found', subject: watch.name, data });
  if (mails) for (const letter of await writeLetters(context, watch, rows)) await platform.jobs.add(mailJob, letter, { transaction: tx });
}

/** Tells of new violations: the event and the letters stand with the very step that takes them, so that nothing is missed and nothing told twice. */
export function tellViolationsJob(context: Context): Job {
  return {
    name: tellJob,
    cron: '* * * * *',
    async run() {
      const mails = (await context.peers.notices?.isOn()) ?? false;
      await context.db.transaction().execute(async (tx) => {
        for (const watch of await takeTellingWatches(tx, gathering)) await tellNews(tx, context, watch, mails);
      });
    },
  };
}

/** Mails one recipient. */
export function mailViolationsJob({ peers }: Pick<Context, 'peers'>): Job<Letter> {
  return {
    name: mailJob,
    run: async ({ to, ...letter }) => peers.notices?.mailViolations(to, letter),
  };
}
