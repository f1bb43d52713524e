import { mutation } from '@packhouse/console-kit/console-kit.ts';
import { type ArtifactAlert, unignoreAlert } from '@packhouse/contract/scanning-ignore-routes.ts';
import { Banner, Button, Dialog, EmptyState, notify } from '@packhouse/ui/core.ts';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { type Place, staleAfterIgnoring } from './alert.ts';
import { FindingChoice } from './finding-choice.tsx';
import { t } from './messages.ts';

interface UnignoreDialogProps {
  place: Place;
  name: string;
  alert: ArtifactAlert;
  onDone?: () => void;
  onClose: () => void;
}

/** Asks which ignored findings of a file count again. */
export function UnignoreDialog({ place, name, alert, onDone, onClose }: UnignoreDialogProps) {
  const ignored = alert.findings.filter((one) => one.ignored !== null);
  const own = ignored.filter((one) => one.ignored?.own);
  const id = useId();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(own.map((one) => one.id)));
  const [problem, setProblem] = useState<string>();
  const showing = useMutation(mutation(unignoreAlert, { stale: staleAfterIgnoring }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (chosen.size === 0) return setProblem(t('chooseOne'));
    showing.mutate(
      { body: { repoKey: place.repoKey, path: place.path, findings: [...chosen] } },
      {
        onSuccess: ({ ignored: left }) => {
          notify.good(left === 0 ? t('nothingIgnored') : t('stillIgnored', { count: left }));
          onDone?.();
          onClose();
        },
      },
    );
  };
  if (ignored.length === 0)
    return (
      <Dialog title={t('unignoreTitle', { name })} onClose={onClose} footer={<Button onClick={onClose}>{t('close')}</Button>}>
        <EmptyState icon="info" title={t('nothingIgnored')} />
      </Dialog>
    );
  const footer = (
    <>
      <Button onClick={onClose}>{t('cancel')}</Button>
      <Button kind="primary" type="submit" form={id} loading={showing.isPending} refusal={own.length === 0 ? t('wider') : undefined}>
        {t('unignore')}
      </Button>
    </>
  );
  return (
    <Dialog title={t('unignoreTitle', { name })} onClose={onClose} width={560} footer={footer}>
      <form id={id} className="ph-stack" onSubmit={submit} noValidate>
        <p>{t('unignoreText')}</p>
        <FindingChoice
          findings={ignored}
          chosen={chosen}
          onChange={(next) => {
            setChosen(next);
            setProblem(undefined);
          }}
        />
        {problem && (
          <p className="ph-field-problem" role="alert">
            {problem}
          </p>
        )}
        {showing.error && <Banner kind="bad">{showing.error.message}</Banner>}
      </form>
    </Dialog>
  );
}
