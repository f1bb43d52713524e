import { mutation } from '@packhouse/console-kit/console-kit.ts';
import { artifactDetails, browseTree, expiryProperty, setProperties } from '@packhouse/contract/artifact-routes.ts';
import { Banner, Button, Dialog, notify, TextField } from '@packhouse/ui/core.ts';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import type { Details } from './artifact-panel.tsx';
import { t } from './messages.ts';

/** A moment as the control for dates and times writes it, in the viewer's zone. */
function localText(moment: string | null | undefined): string {
  if (!moment) return '';
  const date = new Date(moment);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** Asks from when on a file cannot be downloaded. */
export function ExpiryDialog({ details, onClose }: { details: Details; onClose: () => void }) {
  const { repoKey, path, name, expiresAt } = details;
  const id = useId();
  const [text, setText] = useState(localText(expiresAt));
  const [problem, setProblem] = useState<string>();
  const change = useMutation(mutation(setProperties, { stale: [artifactDetails, browseTree] }));
  const save = (set: Record<string, string[]>, remove: string[], done: string) =>
    change.mutate(
      { body: { repoKey, path, set, remove } },
      {
        onSuccess: () => {
          notify.good(done);
          onClose();
        },
      },
    );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const moment = new Date(text);
    if (Number.isNaN(moment.getTime())) return setProblem(t('expiryMissing'));
    save({ [expiryProperty]: [moment.toISOString()] }, [], t('expirySet'));
  };
  return (
    <Dialog
      title={t('expiryTitle', { name })}
      onClose={onClose}
      footer={
        <>
          {expiresAt && (
            <Button disabled={change.isPending} onClick={() => save({}, [expiryProperty], t('expiryRemoved'))}>
              {t('expiryRemove')}
            </Button>
          )}
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button kind="primary" type="submit" form={id} loading={change.isPending}>
            {t('save')}
          </Button>
        </>
      }
    >
      <form id={id} className="ph-stack" onSubmit={submit} noValidate>
        <p>{t('expiryText')}</p>
        <TextField
          type="datetime-local"
          label={t('expires')}
          value={text}
          onChange={(value) => {
            setText(value);
            setProblem(undefined);
          }}
          hint={t('expiryHint')}
          problem={problem}
          autoFocus
        />
        {change.error && <Banner kind="bad">{change.error.message}</Banner>}
      </form>
    </Dialog>
  );
}
