import { AppError } from '@packhouse/contract/errors.ts';
import type { GitConnectionView, GitRepository } from '@packhouse/contract/scanning/git-repository-routes.ts';
import type { Said } from '@packhouse/contract/sentences.ts';
import { sharedWords } from '@packhouse/contract/shared-words.ts';
import type { IntegrationRow } from '../integration/integration-queries.ts';
import { toIntegration } from '../integration/integration-view.ts';
import { toJudgedBy } from '../match/judged-by-queries.ts';
import type { KeptWords, RepositoryFigures, RepositoryPage, RepositoryRow } from './git-view-queries.ts';

const tell = ({ message, said }: KeptWords): Said | null => (message === null ? null : { message, ...said });

export function toRepository(row: RepositoryRow): GitRepository {
  const { scan } = row;
  return {
    id: row.id,
    fullName: row.full_name,
    isPrivate: row.private,
    defaultBranch: row.default_branch,
    selected: row.selected,
    picked: row.picked,
    activity: row.activity,
    openPullRequests: row.open_pulls,
    lastHookAt: row.last_hook_at?.toISOString() ?? null,
    lastLookAt: row.looked_at?.toISOString() ?? null,
    error: tell(row),
    lastScan: scan && {
      at: new Date(scan.at).toISOString(),
      ref: scan.ref,
      commit: scan.commit,
      state: scan.state,
      reason: tell(scan),
      files: scan.files,
      filesRead: scan.files_read,
      unread: (scan.unread ?? []).map((file) => ({ path: file.path, reason: tell(file) })),
      components: scan.components,
      newFindings: scan.findings ?? {},
      ...(scan.not_judged ? { notJudged: scan.not_judged } : {}),
      judgedBy: toJudgedBy(scan.judged_by),
    },
  };
}

export function toConnection(row: IntegrationRow, figures: RepositoryFigures): GitConnectionView {
  return {
    ...toIntegration(row),
    selection: { all: row.selects_all, patterns: row.selects },
    repositories: { total: figures.total, selected: figures.selected, waiting: figures.waiting, looking: figures.looking },
    lastHookAt: figures.last_hook_at?.toISOString() ?? null,
    lastLookAt: figures.last_look_at?.toISOString() ?? null,
  };
}

/** Where a list goes on. */
export const spellCursor = ({ id, full_name: name }: RepositoryRow): string => `${id}:${name}`;

/** @throws AppError `invalid_input` */
export function readCursor(after: string | undefined): RepositoryPage['after'] {
  if (after === undefined) return undefined;
  const [, id, fullName] = /^(\d{1,15}):(.+)$/s.exec(after) ?? [];
  if (id === undefined || fullName === undefined) throw new AppError(sharedWords.after_is_no_cursor);
  return { id: Number(id), fullName };
}
