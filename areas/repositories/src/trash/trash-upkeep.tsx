import { query, useLive } from '@packhouse/console-kit/console-kit.ts';
import { listTrash, listTrashRepositories, listTrashRuns, readTrashSettings, type TrashRun } from '@packhouse/contract/repositories/trash-routes.ts';
import { Banner, Button, formatBytes, formatNumber, RelativeTime, words } from '@packhouse/ui/core.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { t } from './trash-words.ts';

// The form brings the library of controls along; most visits only look.
const TrashSettingsDialog = lazy(async () => ({ default: (await import('./trash-settings.tsx')).TrashSettingsDialog }));
const often = 2000;
const isUnderWay = ({ status }: TrashRun) => status === 'waiting' || status === 'running';

/** How long deleted files stay, what went last by itself, and how far an emptying under way has come. */
export function TrashUpkeep() {
  const [changing, setChanging] = useState(false);
  const settings = useQuery(query(readTrashSettings, {}));
  const runs = useRuns();
  const current = runs.find(isUnderWay);
  const last = runs.find((run) => !isUnderWay(run));
  if (!settings.data) return null;
  const { keepDays } = settings.data;
  return (
    <>
      {current && (
        <Banner kind="info">
          {t('emptying', { done: formatNumber(current.files), total: formatNumber(current.total) })}
          <progress className="trash-progress" max={current.total} value={current.files} aria-label={t('progress')} />
        </Banner>
      )}
      {last?.status === 'failed' && <Banner kind="bad">{t('emptyingFailed', { reason: words().said({ ...last, message: last.message ?? '' }) })}</Banner>}
      <p className="trash-upkeep">
        <span>{keepDays === null ? t('keptForever') : t('keptDays', { count: keepDays })}</span>
        {last?.status === 'finished' && (
          <span className="ph-muted">
            {t(last.kind === 'expire' ? 'lastExpired' : 'lastEmptied', { count: last.files, bytes: formatBytes(last.bytes) })}{' '}
            <RelativeTime at={last.finishedAt} />
          </span>
        )}
        <Button size="small" icon="edit" onClick={() => setChanging(true)}>
          {t('change')}
        </Button>
      </p>
      <Suspense>{changing && <TrashSettingsDialog keepDays={keepDays} onClose={() => setChanging(false)} />}</Suspense>
    </>
  );
}

/** Emptyings, read again while one is under way; the list is read again when it ends. */
function useRuns(): readonly TrashRun[] {
  useLive(['artifact.'], listTrashRuns);
  const { data } = useQuery({ ...query(listTrashRuns, {}), refetchInterval: ({ state }) => (state.data?.items.some(isUnderWay) ? often : false) });
  const client = useQueryClient();
  const busy = data?.items.some(isUnderWay) ?? false;
  const before = useRef(busy);
  useEffect(() => {
    if (before.current && !busy) for (const { name } of [listTrash, listTrashRepositories]) void client.invalidateQueries({ queryKey: [name] });
    before.current = busy;
  }, [busy, client]);
  return data?.items ?? [];
}
