import type { JudgedBy } from '@packhouse/contract/judged-by.ts';
import { gitWords } from '@packhouse/contract/scanning/git-words.ts';
import type { Said } from '@packhouse/contract/sentences.ts';
import { say } from '@packhouse/contract/sentences.ts';
import type { Context } from '../context.ts';
import type { CommitReport, RepositoryRef, Vendor } from '../vendor/vendor.ts';
import { isRefused } from '../vendor/vendor-call.ts';
import { type GitScanRow, keepTold } from './git-queries.ts';
import type { NewFinding } from './git-tables.ts';
import type { BrokenRule } from './pull-policies.ts';
import type { JudgedScan } from './scan-commit.ts';

const mostTold = 20;

/** Text of a stranger's lock file between the marks of code, where it means nothing else. */
const quote = (text: string) => `\`${text.replace(/[`\r\n|]/g, ' ').slice(0, 200)}\``;

/** Address of the page with all that was found; undefined while nobody knows under which address people reach us. */
function findPage({ platform }: Pick<Context, 'platform'>, integration: string): string | undefined {
  const base = platform.config.baseUrl ?? platform.customBaseUrl;
  return base === undefined ? undefined : `${base.replace(/\/+$/, '')}/ui/xray/git-scanning?integrationId=${encodeURIComponent(integration)}`;
}

/** So many sources are named in a line, which vendors cut where it grows long. */
const mostNamed = 3;

/** The source that is behind the most, and so how old a verdict is at the most. */
const findOldest = (judgedBy: JudgedBy): string => judgedBy.reduce((oldest, { at }) => (at < oldest ? at : oldest), judgedBy[0]!.at);

/** That nothing is found says nothing of what no source of advisories stands for. */
function describeNothing({ files_read: files }: GitScanRow, { fresh, judgedBy, notJudged }: JudgedScan): Said {
  const names = notJudged.join(', ');
  if (judgedBy.length === 0) return names === '' ? say(gitWords.scan_nothing_to_judge) : say(gitWords.scan_not_judged, { names });
  if (fresh !== null) return names === '' ? say(gitWords.scan_none_new, { files }) : say(gitWords.scan_none_new_but, { files, names });
  return names === '' ? say(gitWords.scan_found_none, { files }) : say(gitWords.scan_found_none_but, { files, names });
}

interface Description {
  /** It changes when something else is to be told; that the same is said of newer advisories is no news. */
  news: string;
  /** With the sources where nothing is found. */
  text: string;
}

function describe(scan: GitScanRow, judged: JudgedScan, broken: readonly BrokenRule[]): Description {
  const { found, fresh, judgedBy } = judged;
  const whole = ({ message }: Said): Description => ({ news: message, text: message });
  const [first] = broken;
  if (first) return whole(say(gitWords.scan_breaks, { ...first, more: broken.length > 1 ? ', …' : '' }));
  if (fresh !== null && fresh.length > 0) return whole(say(gitWords.scan_new, { count: fresh.length }));
  if (fresh === null && found > 0) return whole(say(gitWords.scan_found, { count: found, files: scan.files_read }));
  const verdict = describeNothing(scan, judged);
  if (judgedBy.length === 0) return whole(verdict);
  const names = judgedBy.slice(0, mostNamed).map(({ name }) => name);
  const judging = { verdict, date: findOldest(judgedBy).slice(0, 10), names: [...names, ...(judgedBy.length > mostNamed ? ['…'] : [])].join(', ') };
  return { news: verdict.message, text: say(gitWords.scan_judged_by, judging).message };
}

const toFinding = ({ advisory, component, version, fixedVersions, severity, path, line }: NewFinding): CommitReport['findings'][number] => {
  const fixed = fixedVersions.length === 0 ? '' : `, fixed in ${fixedVersions.slice(0, 3).join(', ')}`;
  return { summary: `${advisory}: ${component} ${version}${fixed}`.replace(/\s+/g, ' '), severity, path, line };
};

/** What is new at its lines, where the vendor shows that. A token that may not, still tells by status and comment. */
async function reportLines(vendor: Vendor, place: RepositoryRef, sha: string, report: CommitReport): Promise<void> {
  await vendor.report?.(place, sha, report).catch((error: unknown) => {
    if (!isRefused(error)) throw error;
  });
}

/** Tells a commit what was found in it, unless it was told so already. It succeeds however much is found, unless rules that fail pull requests are broken. */
export async function tellCommit(
  context: Context,
  vendor: Vendor,
  place: RepositoryRef & { integration: string },
  scan: GitScanRow,
  judged: JudgedScan,
  broken: readonly BrokenRule[] = [],
): Promise<boolean> {
  const url = findPage(context, place.integration);
  const isGood = broken.length === 0;
  const { news, text: description } = describe(scan, judged, broken);
  if (url === undefined || scan.told === news) return false;
  await vendor.setStatus(place, scan.commit, { state: isGood ? 'success' : 'failure', description, url });
  await reportLines(vendor, place, scan.commit, { title: 'Packhouse', details: description, isGood, url, findings: (judged.fresh ?? []).map(toFinding) });
  await keepTold(context.db, scan.id, news, !isGood);
  return true;
}

const sayBroken = ({ rule, policy, watch, count }: BrokenRule) =>
  `\n- rule ${quote(rule)} of policy ${quote(policy)} (watch ${quote(watch)}), broken ${count}×`;

interface Comment {
  fresh: readonly NewFinding[];
  judgedBy: JudgedBy;
  notJudged: readonly string[];
  broken: readonly BrokenRule[];
}

/** By whom all of it was judged and how old that is, and what nobody judged. */
function writeJudging({ judgedBy, notJudged }: Pick<Comment, 'judgedBy' | 'notJudged'>): string {
  const by = judgedBy.map(({ name, at }) => `${quote(name)} as of ${at.slice(0, 16).replace('T', ' ')} UTC`).join(', ');
  const but = notJudged.length === 0 ? '' : `\n\nNot judged, since no source of advisories stands for it: ${notJudged.join(', ')}.`;
  return `${by === '' ? '' : `\n\nJudged by ${by}.`}${but}`;
}

function writeComment({ fresh, broken, ...judging }: Comment, page: string): string {
  const by = writeJudging(judging);
  if (fresh.length === 0 && judging.judgedBy.length === 0) return `Not judged.${by}`;
  if (fresh.length === 0) return `No new known vulnerabilities against the base of this pull request.${by}`;
  const rows = fresh
    .slice(0, mostTold)
    .map(
      ({ advisory, severity, component, version, path, line, fixedVersions }) =>
        `| ${severity} | ${quote(advisory)} | ${quote(`${component} ${version}`)} | ${fixedVersions.length === 0 ? '–' : quote(fixedVersions.slice(0, 3).join(', '))} | ${quote(line === null ? path : `${path}:${line}`)} |`,
    );
  const more = fresh.length > mostTold ? `\n\nand ${fresh.length - mostTold} more: ${page}` : `\n\n${page}`;
  const fails = broken.length === 0 ? '' : `\n\nThis fails by policy:\n${broken.map(sayBroken).join('')}`;
  return `${fresh.length} new known vulnerabilities against the base of this pull request:\n\n| Severity | Vulnerability | Component | Fixed in | Lock file |\n|---|---|---|---|---|\n${rows.join('\n')}${more}${fails}${by}`;
}

/** Keeps the one comment of a pull request up to date; none is made while there is nothing to say. */
export async function tellPullRequest(
  context: Context,
  vendor: Vendor,
  place: RepositoryRef & { integration: string },
  { pull, hasToldBefore, ...told }: Comment & { pull: number; hasToldBefore: boolean },
): Promise<void> {
  const page = findPage(context, place.integration);
  if (page === undefined || (told.fresh.length === 0 && !hasToldBefore)) return;
  await vendor.comment(place, pull, `packhouse-scan:${place.integration}`, writeComment(told, page));
}
