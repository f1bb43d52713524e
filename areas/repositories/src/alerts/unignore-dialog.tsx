import { call, refresh } from '@packhouse/console-kit/console-kit.ts';
import { type ArtifactAlert, unignoreAlert } from '@packhouse/contract/scanning/scanning-ignore-routes.ts';
import { Button, Dialog, EmptyState, notify } from '@packhouse/ui/core.ts';
import { Form, FormDrawer } from '@packhouse/ui/form/form.ts';
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
  const submit = async ({ findings }: Draft) => {
    const { ignored: left } = await call(unignoreAlert, { body: { repoKey: place.repoKey, path: place.path, findings: [...findings] } });
    notify.good(left === 0 ? t('nothingIgnored') : t('stillIgnored', { count: left }));
    onDone?.();
    onClose();
    void refresh(...staleAfterIgnoring);
  };
  if (ignored.length === 0)
    return (
      <Dialog title={t('unignoreTitle', { name })} onClose={onClose} footer={<Button onClick={onClose}>{t('close')}</Button>}>
        <EmptyState icon="info" title={t('nothingIgnored')} />
      </Dialog>
    );
  return (
    <FormDrawer<Draft>
      shape="dialog"
      width={560}
      title={t('unignoreTitle', { name })}
      initialValues={{ findings: own }}
      onSubmit={submit}
      submitLabel={t('unignore')}
      refusal={own.length === 0 ? t('wider') : undefined}
      onClose={onClose}
    >
      <p>{t('unignoreText')}</p>
      <Form.Item name="findings" rules={[someFinding]}>
        <FindingChoice findings={ignored} />
      </Form.Item>
    </FormDrawer>
  );
}
