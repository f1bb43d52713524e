import { RecordDrawer } from '@packhouse/console-kit/forms.ts';

import { artifactDetails, setProperties } from '@packhouse/contract/repositories/artifact-routes.ts';
import { Checkbox, Form, Input } from '@packhouse/ui/form/form.ts';
import type { Details } from '../item-details.ts';
import { plain, readList, someValue } from './listed-values.ts';
import { t } from './tree-words.ts';

interface Draft {
  key: string;
  /** Values parted by commas. */
  values: string;
  /** Asked for at folders only. */
  recursive?: boolean;
}

const named = {
  required: true,
  validator: async (_: unknown, text = '') => {
    if (text.trim() === '') throw new Error(t('nameProperty'));
  },
};

/** Asks for a property of a place and its values. */
export function NewProperty({ details, onClose }: { details: Details; onClose: () => void }) {
  const { repoKey, path, type } = details;
  return (
    <RecordDrawer<typeof setProperties, Draft>
      shape="dialog"
      title={t('addProperty')}
      submitLabel={t('save')}
      onClose={onClose}
      save={setProperties}
      before={{ key: '', values: '' }}
      input={({ key, values, recursive = false }) => ({ body: { repoKey, path, set: { [key.trim()]: readList(values) }, recursive } })}
      stale={[artifactDetails]}
      onSaved={onClose}
      curl={false}
    >
      <Form.Item name="key" label={t('property')} rules={[named]}>
        <Input {...plain} autoFocus />
      </Form.Item>
      <Form.Item name="values" label={t('values')} extra={t('valuesHint')} rules={[someValue]}>
        <Input {...plain} />
      </Form.Item>
      {type === 'folder' && (
        <Form.Item name="recursive" valuePropName="checked">
          <Checkbox>{t('recursive')}</Checkbox>
        </Form.Item>
      )}
    </RecordDrawer>
  );
}
