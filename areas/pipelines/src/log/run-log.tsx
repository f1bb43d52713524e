import { Failure, pages, useLive } from '@packhouse/console-kit/console-kit.ts';
import { useFilters } from '@packhouse/console-kit/lists.ts';
import { getUrl } from '@packhouse/contract/client.ts';
import { downloadRunLog, readRunLog } from '@packhouse/contract/pipelines/run-log-routes.ts';
import { Button, SearchField, Section, Skeleton } from '@packhouse/ui/core.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { t } from '../pipelines-words.ts';
import { LogLines } from './log-lines.tsx';

const pageSize = 1000;
/** Milliseconds: no event tells of every line that a command writes. */
const pollEvery = 2000;

interface RunLogProps {
  name: string;
  number: number;
  /** A command runs now. */
  isWriting: boolean;
}

/** What the steps of a run told, as they tell it: to search, and to take along. */
export function RunLog({ name, number, isWriting }: RunLogProps) {
  const filters = useFilters('search');
  const params = { name, number };
  const options = pages(readRunLog, { params, query: { limit: pageSize, ...filters.asked } });
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    ...options,
    refetchInterval: isWriting ? pollEvery : false,
  });
  useLive(['pipeline.run.'], readRunLog);
  const lines = data?.pages.flatMap(({ items }) => items);
  return (
    <Section title={t('log')}>
      <div className="pl-log-tools">
        <SearchField label={t('searchLog')} value={filters.values.search} onChange={(search) => filters.change({ search })} />
        <a href={getUrl(downloadRunLog, { params })} download>
          {t('downloadLog')}
        </a>
      </div>
      {!lines && (error ? <Failure error={error} onRetry={() => void refetch()} /> : <Skeleton lines={4} height={16} />)}
      {lines?.length === 0 && <p className="ph-muted">{filters.isSet ? t('noLineFits') : t('noLog')}</p>}
      {lines && lines.length > 0 && (
        <div role="log" aria-label={t('log')}>
          <LogLines lines={lines} unfolds={filters.isSet} />
        </div>
      )}
      {hasNextPage && (
        <p>
          <Button loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('moreLines')}
          </Button>
        </p>
      )}
    </Section>
  );
}
