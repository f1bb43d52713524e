import type { ArchivedFile } from '@packhouse/contract/repositories/archive-routes.ts';
import { Button, ConfirmDelete, Dialog } from '@packhouse/ui/core.ts';
import { t } from './archive-words.ts';

/** Names that are shown; the rest is a number. */
const mostShown = 50;

interface DeleteQuestionProps {
  files: readonly ArchivedFile[];
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before files are lost. */
export function DeleteQuestion({ files, onConfirm, onClose }: DeleteQuestionProps) {
  return (
    <ConfirmDelete title={t('deleteTitle', { count: files.length })} action={t('deleteForGood')} onConfirm={onConfirm} onClose={onClose}>
      <ul className="trash-names">
        {files.slice(0, mostShown).map(({ id, repoKey, path }) => (
          <li key={id}>
            <code>
              {repoKey}/{path}
            </code>
          </li>
        ))}
      </ul>
      {files.length > mostShown && <p>{t('moreStayed', { count: files.length - mostShown })}</p>}
      <p>{t('deleteText')}</p>
    </ConfirmDelete>
  );
}

interface RestoreQuestionProps {
  /** What was searched for. */
  text: string;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before all that fit a search come back: they may be many more than are shown. */
export function RestoreQuestion({ text, onConfirm, onClose }: RestoreQuestionProps) {
  return (
    <Dialog
      title={t('restoreAllTitle', { text })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('stop')}</Button>
          <Button kind="primary" icon="history" onClick={onConfirm}>
            {t('restoreAll')}
          </Button>
        </>
      }
    >
      <p>{t('restoreAllText')}</p>
    </Dialog>
  );
}
