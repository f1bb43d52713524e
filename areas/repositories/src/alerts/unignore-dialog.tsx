import { refresh } from '@packhouse/console-kit/console-kit.ts';
import { RecordDrawer } from '@packhouse/console-kit/forms.ts';
import { type ArtifactAlert, unignoreAlert } from '@packhouse/contract/scanning/scanning-ignore-routes.ts';
import { Button, Dialog, EmptyState, notify } from '@packhouse/ui/core.ts';
import { Form } from '@packhouse/ui/form/form.ts';
import { type Place, staleAfterIgnoring } from './alert.ts';
import { t } from './alerts-words.ts';
import { FindingChoice, someFinding } from './finding-choice.tsx';

interface UnignoreDialogProps {
  place: Place;
  name: string;
  alert: ArtifactAlert;
  onDone?: () => void;
  onClose: () => void;
}

interface Draft {
  findings: readonly string[];
}

/** Asks which ignored findings of a file count again. */
export function UnignoreDialog({ place, name, alert, onDone, onClose }: UnignoreDialogProps) {
  const ignored = alert.findings.filter((one) => one.ignored !== null);
  const own = ignored.filter((one) => one.ignored?.own).map(({ id }) => id);
  if (ignored.length === 0)
    return (
      <Dialog title={t('unignoreTitle', { name })} onClose={onClose} footer={<Button onClick={onClose}>{t('close')}</Button>}>
        <EmptyState icon="info" title={t('nothingIgnored')} />
      </Dialog>
    );
  return (
    <RecordDrawer<typeof unignoreAlert, Draft>
      shape="dialog"
      width={560}
      title={t('unignoreTitle', { name })}
      submitLabel={t('unignore')}
      refusal={own.length === 0 ? t('wider') : undefined}
      onClose={onClose}
      save={unignoreAlert}
      before={{ findings: own }}
      input={({ findings }) => ({ body: { repoKey: place.repoKey, path: place.path, findings: [...findings] } })}
      stale={[]}
      onSaved={({ ignored: left }) => {
        notify.good(left === 0 ? t('nothingIgnored') : t('stillIgnored', { count: left }));
        onDone?.();
        onClose();
        // What is fetched takes this dialog's findings away, so it is closed first.
        void refresh(...staleAfterIgnoring);
      }}
      curl={false}
    >
      <p>{t('unignoreText')}</p>
      <Form.Item name="findings" rules={[someFinding]}>
        <FindingChoice findings={ignored} />
      </Form.Item>
    </RecordDrawer>
  );
}
