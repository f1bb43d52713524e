import { mutation } from '@packhouse/console-kit/console-kit.ts';
import { type ArtifactAlert, ignoreAlert } from '@packhouse/contract/scanning-ignore-routes.ts';
import { Banner, Button, CheckField, Dialog, EmptyState, Field, notify, TextField } from '@packhouse/ui/core.ts';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { type Place, staleAfterIgnoring } from './alert.ts';
import { FindingChoice } from './finding-choice.tsx';
import { t } from './messages.ts';

interface IgnoreDialogProps {
  place: Place;
  name: string;
  alert: ArtifactAlert;
  /** Only this one is ticked to begin with; all of them without. */
  finding?: string;
  onDone?: () => void;
  onClose: () => void;
}

type Problems = Partial<Record<'findings' | 'notes' | 'until', string>>;

function problemsOf({ count, notes, until }: { count: number; notes: string; until: string }): Problems {
  const moment = new Date(until).getTime();
  return {
    ...(count === 0 ? { findings: t('chooseOne') } : {}),
    ...(notes.trim() === '' ? { notes: t('notesMissing') } : {}),
    ...(until !== '' && Number.isNaN(moment) ? { until: t('untilInvalid') } : {}),
    ...(moment <= Date.now() ? { until: t('untilPast') } : {}),
  };
}

/** Asks which findings of a file are ignored, why, and until when. */
export function IgnoreDialog({ place, name, alert, finding, onDone, onClose }: IgnoreDialogProps) {
  const active = alert.findings.filter(({ ignored }) => ignored === null);
  const id = useId();
  const [everything, setEverything] = useState(false);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(finding === undefined ? active.map((one) => one.id) : [finding]));
  const [notes, setNotes] = useState('');
  const [until, setUntil] = useState('');
  const [problems, setProblems] = useState<Problems>({});
  const ignoring = useMutation(mutation(ignoreAlert, { stale: staleAfterIgnoring }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = problemsOf({ count: everything ? 1 : chosen.size, notes, until });
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    ignoring.mutate(
      {
        body: {
          repoKey: place.repoKey,
          path: place.path,
          notes,
          ...(everything ? {} : { findings: [...chosen] }),
          ...(until === '' ? {} : { expires_at: new Date(until).toISOString() }),
        },
      },
      {
        onSuccess: ({ active: left }) => {
          notify.good(left === 0 ? t('nothingActive') : t('wasIgnored', { count: left }));
          onDone?.();
          onClose();
        },
      },
    );
  };
  if (active.length === 0)
    return (
      <Dialog title={t('ignoreTitle', { name })} onClose={onClose} footer={<Button onClick={onClose}>{t('close')}</Button>}>
        <EmptyState icon="good" title={t('nothingActive')} />
      </Dialog>
    );
  const footer = (
    <>
      <Button onClick={onClose}>{t('cancel')}</Button>
      <Button kind="primary" type="submit" form={id} loading={ignoring.isPending}>
        {t('ignore')}
      </Button>
    </>
  );
  return (
    <Dialog title={t('ignoreTitle', { name })} onClose={onClose} width={560} footer={footer}>
      <form id={id} className="ph-stack" onSubmit={submit} noValidate>
        <p>{t('ignoreText')}</p>
        <fieldset className="alert-choice" aria-describedby={problems.findings ? `${id}-findings` : undefined}>
          <legend className="ph-field-label">{t('which')}</legend>
          <CheckField label={t('all')} checked={everything} onChange={setEverything} />
          {!everything && <FindingChoice findings={active} chosen={chosen} onChange={setChosen} />}
          {problems.findings && (
            <p id={`${id}-findings`} className="ph-field-problem" role="alert">
              {problems.findings}
            </p>
          )}
        </fieldset>
        <Field id={`${id}-notes`} label={t('notes')} hint={t('notesHint')} problem={problems.notes}>
          <textarea
            id={`${id}-notes`}
            className="ph-input alert-notes"
            rows={3}
            maxLength={2000}
            value={notes}
            aria-invalid={problems.notes ? true : undefined}
            aria-describedby={`${id}-notes-hint${problems.notes ? ` ${id}-notes-problem` : ''}`}
            onChange={({ target }) => setNotes(target.value)}
          />
        </Field>
        <TextField type="datetime-local" label={t('until')} value={until} onChange={setUntil} hint={t('untilHint')} problem={problems.until} />
        {ignoring.error && <Banner kind="bad">{ignoring.error.message}</Banner>}
      </form>
    </Dialog>
  );
}
