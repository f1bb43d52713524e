import { AppError } from '@packhouse/contract/errors.ts';
import type { RouteReply } from '@packhouse/contract/route.ts';
import type { ScanState } from '@packhouse/contract/scanning/scan-states.ts';
import type * as contract from '@packhouse/contract/scanning/scanning-compatible-routes.ts';
import { scanningWords } from '@packhouse/contract/scanning/scanning-words.ts';
import type { Actor } from '@packhouse/kernel/access/authorisation.ts';
import type { Context } from '../context.ts';
import type { TargetRow } from '../target/target.ts';
import { findJudgingPolicies } from '../violation/judging-policies.ts';
import { selectPartial } from './finding-queries.ts';
import { mayRead, readableRepositories } from './readable-targets.ts';

type Status = RouteReply<typeof contract.readArtifactStatus>;

const words = {
  'scan failed': 'FAILED',
  'in progress': 'SCANNING',
  'not scanned': 'NOT_SCANNED',
  scanned: 'DONE',
  'not supported': 'NOT_SUPPORTED',
} as const satisfies Record<ScanState, string>;
/** Worst first, as the console shows it. */
const order: readonly ScanState[] = ['scan failed', 'in progress', 'not scanned', 'scanned', 'not supported'];
const none = { status: 'NOT_SUPPORTED' as const };

/** How far policies have judged some versions: as far as these are scanned, and not at all where no watch looks at them. */
async function readJudging(context: Context, targets: readonly TargetRow[], sca: Status['overall']): Promise<Status['overall']> {
  const { types, waiting } = await findJudgingPolicies(context, targets);
  if (types.length === 0) return none;
  return waiting ? { status: 'SCANNING' } : sca;
}

/** How far the scan of a file has come, or of everything in a folder. @throws AppError `not_found` for what the actor may not read */
export async function readArtifactStatus(context: Context, actor: Actor, { repo, path }: { repo: string; path: string }): Promise<Status> {
  const repository = repo.replace(/-cache$/, '');
  const repositories = await readableRepositories(context, actor);
  const folder = path.replace(/\/+$/, '');
  const targets = await context.db
    .selectFrom('target')
    .selectAll()
    .where('repository', '=', repository)
    .where(({ eb, fn, val, or }) => or([eb('path', '=', folder), eb(fn<boolean>('starts_with', ['path', val(`${folder}/`)]), '=', true)]))
    .orderBy('id')
    .limit(1000)
    .execute();
  const readable = targets.filter((target) => mayRead(actor, repositories, target));
  if (readable.length === 0 && !mayRead(actor, repositories, { repository, path: folder })) throw new AppError(scanningWords.nothing_scanned);
  const state = order.find((one) => readable.some((target) => target.state === one)) ?? 'not scanned';
  const ids = readable.map(({ id }) => id);
  const isPartial = state === 'scanned' && (await selectPartial(context.db, ids)) !== null;
  const time = readable.flatMap(({ scanned_at }) => scanned_at ?? []).sort((a, b) => b.getTime() - a.getTime())[0];
  const sca = { status: isPartial ? ('PARTIAL' as const) : words[state], ...(time ? { time: time.toISOString() } : {}) };
  const categories = { iac: none, secrets: none, services: none, applications: none };
  const violations = await readJudging(context, readable, sca);
  return { overall: sca, details: { sca, contextual_analysis: none, exposures: { ...none, categories }, violations } };
}
