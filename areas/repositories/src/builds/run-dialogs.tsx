import { mutation, query, refresh, useSession } from '@packhouse/console-kit/console-kit.ts';
import { type BuildRun, changeBuildRetention, deleteBuildRuns, listBuildRuns, listBuilds, readBuildRetention } from '@packhouse/contract/build-routes.ts';
import type { RouteReply } from '@packhouse/contract/route.ts';
import { Banner, Button, CheckField, ConfirmDelete, Dialog, notify, Skeleton, TextField } from '@packhouse/ui/core.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { t } from './messages.ts';

interface DeleteRunsProps {
  name: string;
  runs: readonly BuildRun[];
  onClose: () => void;
  onDeleted: () => void;
}

/** Asks before runs are deleted, and whether what they made goes too. */
export function DeleteRuns({ name, runs, onClose, onDeleted }: DeleteRunsProps) {
  const [artifacts, setArtifacts] = useState(false);
  const removal = useMutation(mutation(deleteBuildRuns));
  const confirm = () =>
    removal.mutate(
      { body: { name, repository: runs[0]?.repository ?? '', runs: runs.map(({ number, startedMillis }) => ({ number, startedMillis })), artifacts } },
      {
        onSuccess: ({ deleted }) => {
          notify.good(t('runsDeleted', { count: deleted }));
          onDeleted();
          onClose();
          void refresh(listBuildRuns, listBuilds);
        },
      },
    );
  return (
    <ConfirmDelete
      title={t('deleteRunsTitle', { count: runs.length })}
      action={t('deleteRuns')}
      onConfirm={confirm}
      onClose={onClose}
      loading={removal.isPending}
      failure={removal.error?.message}
    >
      <p>{runs.map(({ number }) => number).join(', ')}</p>
      <p>{t('deleteRunsText')}</p>
      <CheckField label={t('withArtifacts')} checked={artifacts} onChange={setArtifacts} />
    </ConfirmDelete>
  );
}

interface RetentionProps {
  name: string;
  repository: string;
  onClose: () => void;
}

/** Which runs of the build stay. */
export function RetentionDialog({ name, repository, onClose }: RetentionProps) {
  const result = useQuery(query(readBuildRetention, { query: { name, repository } }));
  if (result.data) return <RetentionForm name={name} repository={repository} onClose={onClose} rule={result.data} />;
  return (
    <Dialog title={t('retention')} onClose={onClose} footer={<Button onClick={onClose}>{t('cancel')}</Button>}>
      {result.error ? <Banner kind="bad">{result.error.message}</Banner> : <Skeleton lines={3} height={20} />}
    </Dialog>
  );
}

/** A whole number, null where nothing is said, undefined where it cannot be one. */
function countOf(text: string): number | null | undefined {
  if (text.trim() === '') return null;
  const count = Number(text);
  return Number.isInteger(count) && count >= 1 && count <= 36_500 ? count : undefined;
}

function RetentionForm({ name, repository, onClose, rule }: RetentionProps & { rule: RouteReply<typeof readBuildRetention> }) {
  const id = useId();
  const { administrator } = useSession();
  const [runs, setRuns] = useState(String(rule.keepRuns ?? ''));
  const [days, setDays] = useState(String(rule.keepDays ?? ''));
  const [artifacts, setArtifacts] = useState(rule.artifacts);
  const [tried, setTried] = useState(false);
  const change = useMutation(mutation(changeBuildRetention, { stale: [readBuildRetention] }));
  const problem = (text: string) => (tried && countOf(text) === undefined ? t('countProblem') : undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    const [keepRuns, keepDays] = [countOf(runs), countOf(days)];
    if (keepRuns === undefined || keepDays === undefined) return;
    change.mutate(
      { body: { name, repository, keepRuns, keepDays, artifacts } },
      {
        onSuccess: ({ deleted }) => {
          notify.good(deleted > 0 ? t('runsDeleted', { count: deleted }) : t('retentionSaved'));
          onClose();
          void refresh(listBuildRuns, listBuilds);
        },
      },
    );
  };
  return (
    <Dialog
      title={t('retention')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button kind="primary" type="submit" form={id} loading={change.isPending} refusal={rule.allowed ? undefined : t('needDelete')}>
            {t('save')}
          </Button>
        </>
      }
    >
      <form id={id} className="ph-stack" onSubmit={submit} noValidate>
        <p>{t('retentionText')}</p>
        <TextField label={t('keepRuns')} inputMode="numeric" value={runs} onChange={setRuns} hint={t('noLimit')} problem={problem(runs)} />
        <TextField label={t('keepDays')} inputMode="numeric" value={days} onChange={setDays} hint={t('noLimit')} problem={problem(days)} />
        {(administrator || rule.artifacts) && <CheckField label={t('withArtifacts')} checked={artifacts} onChange={setArtifacts} />}
        {change.error && <Banner kind="bad">{change.error.message}</Banner>}
      </form>
    </Dialog>
  );
}
