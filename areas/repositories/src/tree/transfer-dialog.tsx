import { mutation, query } from '@packhouse/console-kit/console-kit.ts';
import { copyArtifact, moveArtifact } from '@packhouse/contract/artifact-routes.ts';
import { listRepositories } from '@packhouse/contract/repository-routes.ts';
import { Banner, Button, Dialog, Field, notify, TextField } from '@packhouse/ui/core.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Details } from './artifact-panel.tsx';
import { t } from './messages.ts';
import { treePath } from './tree-path.ts';

/** Asks where to, can count first, and then goes there. */
export function TransferDialog({ details, move, onClose }: { details: Details; move: boolean; onClose: () => void }) {
  const { repoKey, path, format, name } = details;
  const id = useId();
  const navigate = useNavigate();
  const locals = useQuery(query(listRepositories, { query: { class: 'local', format, limit: 500 } }));
  const keys = (locals.data?.items ?? []).map(({ key }) => key);
  const [chosen, setChosen] = useState<string>();
  const [target, setTarget] = useState(path);
  const targetRepoKey = chosen ?? keys[0] ?? '';
  const work = useMutation(mutation(move ? moveArtifact : copyArtifact));
  const body = (dryRun: boolean) => ({ repoKey, path, targetRepoKey, targetPath: target, dryRun });
  const check = () => work.mutate({ body: body(true) });
  const run = () =>
    work.mutate(
      { body: body(false) },
      {
        onSuccess: (done) => {
          notify.good(t(move ? 'moved' : 'copied', { count: done.files }));
          onClose();
          void navigate(treePath(done));
        },
      },
    );
  const checked = work.data && work.variables?.body.dryRun ? work.data : undefined;
  return (
    <Dialog
      title={t(move ? 'moveTitle' : 'copyTitle', { name: name || repoKey })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button onClick={check} loading={work.isPending && work.variables.body.dryRun === true}>
            {t('check')}
          </Button>
          <Button kind="primary" onClick={run} loading={work.isPending && !work.variables.body.dryRun}>
            {t(move ? 'moveAction' : 'copyAction')}
          </Button>
        </>
      }
    >
      <div className="ph-stack">
        <Field id={id} label={t('targetRepository')}>
          <select id={id} className="ph-input" value={targetRepoKey} onChange={(event) => setChosen(event.target.value)}>
            {keys.map((key) => (
              <option key={key}>{key}</option>
            ))}
          </select>
        </Field>
        <TextField label={t('targetPath')} value={target} onChange={setTarget} mono />
        {checked && <Banner kind="info">{t(move ? 'wouldMove' : 'wouldCopy', { count: checked.files })}</Banner>}
        {work.error && <Banner kind="bad">{work.error.message}</Banner>}
      </div>
    </Dialog>
  );
}
