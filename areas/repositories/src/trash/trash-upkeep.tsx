import { mutation, query, useLive } from '@packhouse/console-kit/console-kit.ts';
import { changeTrashSettings, listTrash, listTrashRepositories, listTrashRuns, readTrashSettings, type TrashRun } from '@packhouse/contract/trash-routes.ts';
import { Banner, Button, CheckField, Dialog, formatBytes, formatNumber, notify, RelativeTime, TextField } from '@packhouse/ui/core.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { t } from './messages.ts';

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
      {last?.status === 'failed' && <Banner kind="bad">{t('emptyingFailed', { reason: last.message ?? '' })}</Banner>}
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
      {changing && <SettingsDialog keepDays={keepDays} onClose={() => setChanging(false)} />}
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

function SettingsDialog({ keepDays, onClose }: { keepDays: number | null; onClose: () => void }) {
  const id = useId();
  const [expires, setExpires] = useState(keepDays !== null);
  const [days, setDays] = useState(String(keepDays ?? 14));
  const [problem, setProblem] = useState<string>();
  const change = useMutation(mutation(changeTrashSettings, { stale: [readTrashSettings] }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const count = Number(days);
    if (expires && !(Number.isInteger(count) && count >= 1 && count <= 3650)) return setProblem(t('daysProblem'));
    change.mutate(
      { body: { keepDays: expires ? count : null } },
      {
        onSuccess: () => {
          notify.good(t('settingsSaved'));
          onClose();
        },
      },
    );
  };
  return (
    <Dialog
      title={t('settingsTitle')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button kind="primary" type="submit" form={id} loading={change.isPending}>
            {t('save')}
          </Button>
        </>
      }
    >
      <form id={id} className="ph-stack" onSubmit={submit} noValidate>
        <CheckField label={t('deleteByItself')} checked={expires} onChange={setExpires} />
        {expires && (
          <TextField
            label={t('days')}
            type="number"
            min={1}
            max={3650}
            value={days}
            onChange={(text) => {
              setDays(text);
              setProblem(undefined);
            }}
            hint={t('daysHint')}
            problem={problem}
          />
        )}
        {change.error && <Banner kind="bad">{change.error.message}</Banner>}
      </form>
    </Dialog>
  );
}
