import type { Judged } from '@packhouse/contract/scanning/scanning-routes.ts';
import type { Severity } from '@packhouse/contract/severities.ts';
import type { Context } from '../context.ts';
import { selectJudged } from './coverage-queries.ts';
import { selectActiveIssues } from './finding-count-queries.ts';
import { selectPartial } from './finding-queries.ts';

/** What several versions together come to. */
export interface VersionsVerdict {
  /** Active vulnerabilities by id, each with its worst severity; undefined for what was skipped. */
  found: Map<string, Severity | undefined>;
  /** What of them could not be read. */
  partial: string | null;
  judged: Judged[];
}

/** What is known of several versions together, and by whom. `named`: ecosystems of components that are in none of them, once for each. */
export async function judgeVersions(context: Pick<Context, 'db' | 'peers'>, targetIds: readonly number[], named: readonly string[]): Promise<VersionsVerdict> {
  const [found, partial, judged] = await Promise.all([
    selectActiveIssues(context, targetIds),
    selectPartial(context.db, targetIds),
    selectJudged(context.db, targetIds, named),
  ]);
  return { found, partial, judged };
}
