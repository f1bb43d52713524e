import { RecordDrawer } from '@packhouse/console-kit/forms.ts';
import { installLicence, LicenceInput, listLicences } from '@packhouse/contract/access/access-licence-routes.ts';
import { licenceTypeName } from '@packhouse/contract/access/licence-types.ts';
import { generalConfig } from '@packhouse/contract/shell/shell-routes.ts';
import { notify } from '@packhouse/ui/core.ts';
import { Form, Input, rulesFor } from '@packhouse/ui/form/form.ts';
import { useId } from 'react';
import { t } from './licences-words.ts';

interface Draft {
  licence: string;
}

/** Takes a signed licence, pasted or from its file. */
export function InstallLicence({ onClose }: { onClose: () => void }) {
  const [form] = Form.useForm<Draft>();
  const fileId = useId();
  const take = async (file: File | undefined) => {
    if (file) form.setFieldsValue({ licence: await file.text() });
  };
  return (
    <RecordDrawer<typeof installLicence, Draft>
      form={form}
      title={t('install')}
      onClose={onClose}
      submitLabel={t('install')}
      save={installLicence}
      before={{ licence: '' }}
      input={({ licence }) => ({ body: { licence } })}
      stale={[listLicences, generalConfig]}
      onSaved={({ type }) => {
        notify.good(t('installed', { type: licenceTypeName(type) }));
        onClose();
      }}
    >
      <Form.Item name="licence" label={t('licence')} extra={t('licenceHint')} rules={rulesFor(LicenceInput, 'licence')}>
        <Input.TextArea className="ph-mono" autoSize={{ minRows: 6, maxRows: 16 }} spellCheck={false} autoFocus />
      </Form.Item>
      <label htmlFor={fileId} className="ph-field-label">
        {t('file')}
      </label>
      <input id={fileId} type="file" accept=".lic,.jws,.jwt,.txt" onChange={(event) => void take(event.target.files?.[0])} />
    </RecordDrawer>
  );
}
