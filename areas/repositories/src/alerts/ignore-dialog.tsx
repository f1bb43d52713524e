import { refresh } from '@packhouse/console-kit/console-kit.ts';
import { RecordDrawer } from '@packhouse/console-kit/forms.ts';
import { type ArtifactAlert, ignoreAlert } from '@packhouse/contract/scanning/scanning-ignore-routes.ts';
import { Button, Dialog, EmptyState, notify } from '@packhouse/ui/core.ts';
import { Checkbox, Form, FormGroup, Input } from '@packhouse/ui/form/form.ts';
import { type Place, staleAfterIgnoring } from './alert.ts';
import { t } from './alerts-words.ts';
import { FindingChoice, someFinding } from './finding-choice.tsx';

interface IgnoreDialogProps {
  place: Place;
  name: string;
  alert: ArtifactAlert;
  /** Only this one is ticked to begin with; all of them without. */
  finding?: string;
  onDone?: () => void;
  onClose: () => void;
}

interface Draft {
  everything: boolean;
  findings: readonly string[];
  notes: string;
  /** As the control for dates and times writes it, in the viewer's zone; empty: without end. */
  expires_at: string;
}

const reason = {
  required: true,
  validator: async (_: unknown, text = '') => {
    if (text.trim() === '') throw new Error(t('notesMissing'));
  },
};

const end = {
  validator: async (_: unknown, text = '') => {
    const moment = new Date(text).getTime();
    if (text !== '' && Number.isNaN(moment)) throw new Error(t('untilInvalid'));
    if (moment <= Date.now()) throw new Error(t('untilPast'));
  },
};

function Fields({ alert }: Pick<IgnoreDialogProps, 'alert'>) {
  const everything = Form.useWatch<boolean>('everything') ?? false;
  return (
    <>
      <p>{t('ignoreText')}</p>
      <FormGroup title={t('which')}>
        <Form.Item name="everything" valuePropName="checked">
          <Checkbox>{t('all')}</Checkbox>
        </Form.Item>
        {!everything && (
          <Form.Item name="findings" rules={[someFinding]}>
            <FindingChoice findings={alert.findings.filter(({ ignored }) => ignored === null)} />
          </Form.Item>
        )}
      </FormGroup>
      <Form.Item name="notes" label={t('notes')} extra={t('notesHint')} rules={[reason]}>
        <Input.TextArea autoSize={{ minRows: 3, maxRows: 8 }} maxLength={2000} />
      </Form.Item>
      <Form.Item name="expires_at" label={t('until')} extra={t('untilHint')} rules={[end]}>
        <Input type="datetime-local" />
      </Form.Item>
    </>
  );
}

/** Asks which findings of a file are ignored, why, and until when. */
export function IgnoreDialog({ place, name, alert, finding, onDone, onClose }: IgnoreDialogProps) {
  const active = alert.findings.filter(({ ignored }) => ignored === null).map(({ id }) => id);
  const getInput = ({ everything, findings, notes, expires_at: until }: Draft) => {
    const what = { ...(everything ? {} : { findings: [...findings] }), ...(until ? { expires_at: new Date(until).toISOString() } : {}) };
    return { body: { repoKey: place.repoKey, path: place.path, notes, ...what } };
  };
  if (active.length === 0)
    return (
      <Dialog title={t('ignoreTitle', { name })} onClose={onClose} footer={<Button onClick={onClose}>{t('close')}</Button>}>
        <EmptyState icon="eye-off" title={t('nothingActive')} />
      </Dialog>
    );
  return (
    <RecordDrawer<typeof ignoreAlert, Draft>
      shape="dialog"
      width={560}
      title={t('ignoreTitle', { name })}
      submitLabel={t('ignore')}
      onClose={onClose}
      save={ignoreAlert}
      before={{ everything: false, findings: finding === undefined ? active : [finding], notes: '', expires_at: '' }}
      input={getInput}
      stale={[]}
      onSaved={({ active: left }) => {
        notify.good(left === 0 ? t('nothingActive') : t('wasIgnored', { count: left }));
        onDone?.();
        onClose();
        // What is fetched takes this dialog's findings away, so it is closed first.
        void refresh(...staleAfterIgnoring);
      }}
      curl={false}
    >
      <Fields alert={alert} />
    </RecordDrawer>
  );
}
