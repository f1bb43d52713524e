import { Failure, pages } from '@packhouse/console-kit/console-kit.ts';
import { useSettled } from '@packhouse/console-kit/lists.ts';
import { type GitRepository, listGitRepositories } from '@packhouse/contract/scanning/git-repository-routes.ts';
import { Button, CheckField, SearchField, Skeleton, Tag, words } from '@packhouse/ui/core.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from './scanning-words.ts';
import type { SelectionDraft } from './selection-draft.ts';

interface RepositoryTicksProps {
  id?: string;
  value?: SelectionDraft['ticks'];
  onChange?: (ticks: SelectionDraft['ticks']) => void;
  integrationId: string;
}

/** Repositories to pick one by one, or all that a search shows. A form control: its value is what was changed. */
export function RepositoryTicks({ id, value: ticks = {}, onChange, integrationId }: RepositoryTicksProps) {
  const [search, setSearch] = useState('');
  const settled = useSettled(search);
  const list = useInfiniteQuery(pages(listGitRepositories, { params: { integrationId }, query: settled === '' ? {} : { search: settled } }));
  const rows = list.data?.pages.flatMap(({ items }) => items);
  const isTicked = ({ id: repository, picked }: GitRepository) => ticks[String(repository)] ?? picked;
  const tick = (repositories: readonly GitRepository[], to: boolean) =>
    onChange?.({ ...ticks, ...Object.fromEntries(repositories.map((one) => [String(one.id), to])) });
  if (list.error && !rows) return <Failure error={list.error} onRetry={() => void list.refetch()} />;
  return (
    <div id={id} tabIndex={-1} className="integration-ticks">
      <div className="integration-ticks-head">
        <SearchField label={t('search')} value={search} onChange={setSearch} />
        <Button size="small" onClick={() => tick(rows ?? [], true)}>
          {t('pickShown')}
        </Button>
      </div>
      {!rows && <Skeleton lines={6} />}
      {rows?.length === 0 && <p className="ph-muted">{t(settled === '' ? 'none' : 'noneFits')}</p>}
      <ul className="integration-repositories">
        {rows?.map((one) => (
          <li key={one.id}>
            <CheckField label={one.fullName} checked={isTicked(one)} onChange={(to) => tick([one], to)} />
            {one.selected && !one.picked && <Tag>{t('byPattern')}</Tag>}
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <Button loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {words().loadMore}
        </Button>
      )}
    </div>
  );
}
