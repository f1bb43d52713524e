import { mutation, notifyFailure, useRefusal } from '@packhouse/console-kit/console-kit.ts';
import { deletePermanently, emptyTrash, restoreArtifact, trashKey } from '@packhouse/contract/repositories/artifact-routes.ts';
import { Button, ConfirmDelete, Icon, notify } from '@packhouse/ui/core.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { treePath } from './tree-path.ts';
import { t } from './tree-words.ts';

/** Something in the trash can, or all of it. In the tree its path begins with the repository's key. */
export function TrashPanel({ path }: { path: string }) {
  const [asking, setAsking] = useState(false);
  const navigate = useNavigate();
  const name = path.split('/').at(-1) ?? '';
  const body = { repoKey: trashKey, path };
  const restore = useMutation(mutation(restoreArtifact));
  const removal = useMutation(mutation(deletePermanently));
  const emptying = useMutation(mutation(emptyTrash));
  const refusal = useRefusal({ access: 'administrator' });
  const up = () => void navigate(treePath({ repoKey: trashKey, path: path.split('/').slice(0, -1).join('/') }));
  const gone = ({ files }: { files: number }) => {
    notify.good(t('goneForGood', { count: files }));
    setAsking(false);
    up();
  };
  const confirm = () => (path === '' ? emptying.mutate({ body: {} }, { onSuccess: gone }) : removal.mutate({ body }, { onSuccess: gone }));
  const putBack = () =>
    restore.mutate(
      { body },
      {
        onSuccess: ({ files }) => {
          const [repoKey = '', ...rest] = path.split('/');
          notify.good(t('restored', { count: files }));
          void navigate(treePath({ repoKey, path: rest.join('/') }));
        },
        onError: (error) => notifyFailure(error),
      },
    );
  return (
    <article className="tree-panel" aria-label={name || t('trash')}>
      <header className="tree-panel-head">
        <Icon name="trash" size={24} />
        <h2>{name || t('trash')}</h2>
        <span className="tree-actions">
          {path !== '' && (
            <Button icon="history" kind="primary" loading={restore.isPending} onClick={putBack}>
              {t('restore')}
            </Button>
          )}
          <Button icon="trash" kind="danger" refusal={path === '' ? refusal : undefined} onClick={() => setAsking(true)}>
            {path === '' ? t('emptyTrash') : t('deleteForGood')}
          </Button>
        </span>
      </header>
      {asking && (
        <ConfirmDelete
          title={path === '' ? t('emptyTrashTitle') : t('deleteForGoodTitle', { name })}
          action={path === '' ? t('emptyTrash') : t('deleteForGood')}
          onConfirm={confirm}
          onClose={() => setAsking(false)}
          loading={removal.isPending || emptying.isPending}
          failure={(removal.error ?? emptying.error)?.message}
        >
          {path === '' ? t('emptyTrashText') : t('deleteForGoodText')}
        </ConfirmDelete>
      )}
    </article>
  );
}
