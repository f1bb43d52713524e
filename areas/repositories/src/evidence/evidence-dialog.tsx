import { Failure, query } from '@packhouse/console-kit/console-kit.ts';
import { type Evidence, readEvidence } from '@packhouse/contract/repositories/evidence-routes.ts';
import { Banner, CodeBlock, Dialog, Facts, Skeleton } from '@packhouse/ui/core.ts';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { t } from './evidence-words.ts';
import { nameCategory } from './name-category.ts';

const Markdown = lazy(async () => ({ default: (await import('@packhouse/ui/values/markdown.tsx')).Markdown }));

/** What a piece of evidence states: for people first, then word for word. */
export function EvidenceDialog({ evidence, onClose }: { evidence: Evidence; onClose: () => void }) {
  const result = useQuery(query(readEvidence, { params: { id: evidence.id } }));
  const { data, error } = result;
  const { verdict, signedBy } = evidence;
  return (
    <Dialog title={nameCategory(evidence)} onClose={onClose} width={880}>
      <div className="evidence-statement">
        <Banner kind={verdict === 'verified' ? 'good' : 'warning'}>{t(`${verdict}Help`, { name: signedBy ?? '' })}</Banner>
        {data === undefined && (error ? <Failure error={error} onRetry={() => void result.refetch()} /> : <Skeleton lines={10} />)}
        {data && data.keyIds.length > 0 && <Facts items={[[t('keyIds'), data.keyIds.join(', ')]]} />}
        {data?.markdown && (
          <Suspense fallback={<Skeleton lines={6} />}>
            <Markdown text={data.markdown} />
          </Suspense>
        )}
        {data && <CodeBlock label={t('statement')} code={data.statement} />}
      </div>
    </Dialog>
  );
}
