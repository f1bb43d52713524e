import { mutation } from '@packhouse/console-kit/console-kit.ts';
import { RecordDrawer } from '@packhouse/console-kit/forms.ts';
import { artifactDetails, browseTree, expiryProperty, setProperties } from '@packhouse/contract/repositories/artifact-routes.ts';
import { Banner, Button, notify } from '@packhouse/ui/core.ts';
import { Form, Input } from '@packhouse/ui/form/form.ts';
import { useMutation } from '@tanstack/react-query';
import type { Details } from '../item-details.ts';
import { t } from './tree-words.ts';

interface Draft {
  /** As the control for dates and times writes it, in the viewer's zone. */
  expires: string;
}

/** A moment as the control for dates and times writes it, in the viewer's zone. */
function localText(moment: string | null | undefined): string {
  if (!moment) return '';
  const date = new Date(moment);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

const moment = {
  required: true,
  validator: async (_: unknown, text = '') => {
    if (Number.isNaN(new Date(text).getTime())) throw new Error(t('expiryMissing'));
  },
};

/** Asks from when on a file cannot be downloaded. */
export function ExpiryDialog({ details, onClose }: { details: Details; onClose: () => void }) {
  const { repoKey, path, name, expiresAt } = details;
  const removal = useMutation(mutation(setProperties, { stale: [artifactDetails, browseTree] }));
  const done = (words: string) => {
    notify.good(words);
    onClose();
  };
  const remove = () => removal.mutate({ body: { repoKey, path, remove: [expiryProperty] } }, { onSuccess: () => done(t('expiryRemoved')) });
  return (
    <RecordDrawer<typeof setProperties, Draft>
      shape="dialog"
      title={t('expiryTitle', { name })}
      submitLabel={t('save')}
      onClose={onClose}
      actions={
        expiresAt && (
          <Button loading={removal.isPending} onClick={remove}>
            {t('expiryRemove')}
          </Button>
        )
      }
      save={setProperties}
      before={{ expires: localText(expiresAt) }}
      input={({ expires }) => ({ body: { repoKey, path, set: { [expiryProperty]: [new Date(expires).toISOString()] } } })}
      stale={[artifactDetails, browseTree]}
      onSaved={() => done(t('expirySet'))}
      curl={false}
    >
      <p>{t('expiryText')}</p>
      <Form.Item name="expires" label={t('expires')} extra={t('expiryHint')} rules={[moment]}>
        <Input type="datetime-local" autoFocus />
      </Form.Item>
      {removal.error && <Banner kind="bad">{removal.error.message}</Banner>}
    </RecordDrawer>
  );
}
