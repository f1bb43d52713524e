import { AppError } from '@packhouse/contract/errors.ts';
import { policyWords } from '@packhouse/contract/scanning/policy-words.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { getFormat } from '@packhouse/formats/formats.ts';
import type { Gate, WantedFile } from '@packhouse/peers/gate.ts';
import type { Context } from '../context.ts';
import { makePlan } from '../target/plan.ts';
import { readLabels } from '../watch/labels.ts';
import { reaches } from '../watch/reach.ts';
import { awaitScan, type Judged, readBlocking } from './awaited.ts';
import { BlockedSet } from './blocked-set.ts';
import { type ActiveWatch, selectActiveWatches } from './evaluation-queries.ts';
import { type Blocking, type Breaking, selectBlockedSums } from './gate-queries.ts';

/** Seconds after which a client may ask again. */
const retryAfter = 30;
const atOnce = 50_000;

interface UnscannedWatch {
  watch: ActiveWatch;
  policy: string;
}

function findUnscanned(watches: readonly ActiveWatch[]): UnscannedWatch[] {
  return watches.flatMap((watch) => {
    const policy = watch.policies.find(({ rules }) => rules.some(({ actions }) => actions.block_download?.active && actions.block_download.unscanned));
    return policy ? [{ watch, policy: policy.name }] : [];
  });
}

export const describeBreach = ({ kind, subject, component }: Breaking) =>
  kind === 'security' && component !== null ? say(policyWords.finding_in, { id: subject, component }) : { message: subject };

function refuseBlocked(blocking: Blocking, { path, console }: { path: string; console: string }): AppError {
  const { fixed_versions: fixes, rule, policy, watch, from_at, id } = blocking;
  const remedy = fixes.length > 0 ? say(policyWords.fixed_in, { versions: fixes.join(', ') }) : say(policyWords.no_fix);
  const link = `${console}/security/violations/${id}`;
  const values = { file: path, since: from_at.toISOString(), finding: describeBreach(blocking), rule, policy, watch, remedy, link };
  return new AppError(policyWords.blocked, values, { detail: { violation: String(id), link } });
}

function warn(blocking: Blocking, path: string): string {
  const { rule, policy, watch, from_at } = blocking;
  const values = { file: path, since: from_at.toISOString(), finding: describeBreach(blocking), rule, policy, watch };
  return say(policyWords.blocked_soon, values).message;
}

/** What arrives in parts is judged as the version that a part belongs to. */
async function findJudged({ peers }: Context, file: WantedFile): Promise<Judged> {
  const format = peers.repositories?.peek(file.repository)?.format;
  if (!format || !getFormat(format).arrivesInParts) return file;
  const judged = await peers.contents?.judgedBy(file.repository, file);
  return judged ? { ...judged, repository: file.repository } : file;
}

/** Keeps in memory what may be blocked, so that a download that nothing blocks costs nothing. */
export async function openGate(context: Context): Promise<{ gate: Gate; close(): void }> {
  const { db, platform, peers } = context;
  const blocked = new BlockedSet();
  let unscanned: UnscannedWatch[] = [];

  const readWatches = async () => {
    unscanned = findUnscanned(await selectActiveWatches(db));
  };
  const readBlocks = async () => {
    const sums: string[] = [];
    for (let after = ''; ; after = sums.at(-1)!) {
      const page = await selectBlockedSums(db, after, atOnce);
      sums.push(...page);
      if (page.length < atOnce) return sums;
    }
  };
  const close = platform.outbox.subscribe(({ type, data }) => {
    if (type === 'policy.blocked') for (const sha256 of data.sums as string[]) blocked.add(sha256);
    else if (type.startsWith('policy.') || type.startsWith('watch.'))
      void readWatches().catch((err) => context.log.error({ err }, 'watches could not be read'));
  });
  await Promise.all([readWatches(), blocked.fill(readBlocks)]);

  const findWaiting = async (file: Pick<WantedFile, 'repository' | 'path'>): Promise<UnscannedWatch | undefined> => {
    if (unscanned.length === 0) return undefined;
    const repository = peers.repositories?.peek(file.repository);
    if (!repository) return undefined;
    const watches = unscanned.map(({ watch }) => watch);
    const label = (await readLabels({ peers }, watches, [file]))(file);
    return unscanned.find(({ watch }) => reaches(watch, repository, { ...file, format: repository.format, label }));
  };

  const gate: Gate = {
    concerns: (sha256) => unscanned.length > 0 || (sha256 === undefined ? !blocked.isEmpty() : blocked.has(sha256)),
    holdsUnscanned: () => unscanned.length > 0,
    async admit(asked, asking) {
      const file = await findJudged(context, asked);
      const waiting = asking.onlyNames ? undefined : await findWaiting(file);
      const state = waiting && (await awaitScan(context, file, asking));
      if (waiting && state !== undefined) {
        const values = { file: asked.path, policy: waiting.policy, watch: waiting.watch.name, state };
        throw new AppError(policyWords.blocked_unscanned, values, { detail: { retryAfter } });
      }
      const blocking = waiting || blocked.has(file.sha256) ? await readBlocking(context, file, asking.isGone) : undefined;
      if (!blocking) return undefined;
      if (blocking.holds) throw refuseBlocked(blocking, { path: asked.path, console: asking.console });
      return warn(blocking, asked.path);
    },
    async refuseUnkept(place, reason) {
      const format = peers.repositories?.peek(place.repository)?.format;
      const plan = format && makePlan({ format, path: place.path });
      if (!plan || ('state' in plan && plan.state === 'not supported')) return;
      const waiting = await findWaiting(place);
      if (!waiting) return;
      const values = { file: place.path, policy: waiting.policy, watch: waiting.watch.name, repository: place.repository };
      throw new AppError(reason === 'no_room' ? policyWords.blocked_without_room : policyWords.blocked_unkept, values);
    },
  };
  return { gate, close };
}
