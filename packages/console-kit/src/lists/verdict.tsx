import type { FilesVerdict } from '@packhouse/contract/scanning/verdict-routes.ts';
import { Skeleton, StatusTag } from '@packhouse/ui/core.ts';
import { Findings } from './findings.tsx';
import { t } from './findings-words.ts';
import { Judging } from './judging.tsx';

/** What is known to be vulnerable in several files together, of how many of them, and who says so. What could not be asked counts as not judged. */
export function Verdict({ result: { data, isPending } }: { result: { data?: FilesVerdict | undefined; isPending: boolean } }) {
  if (isPending) return <Skeleton lines={1} height={20} />;
  if (!data) return <StatusTag kind="neutral">{t('notJudged')}</StatusTag>;
  const { files, known, vulnerabilities, judged } = data;
  return (
    <div className="ph-judging">
      <Findings counts={vulnerabilities} none={t('nothingKnown')} />
      {known < files && <span className="ph-muted">{t('knownOf', { known, count: files })}</span>}
      <Judging judged={judged} />
    </div>
  );
}
