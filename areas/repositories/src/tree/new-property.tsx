import { call, refresh } from '@packhouse/console-kit/console-kit.ts';
import { artifactDetails, setProperties } from '@packhouse/contract/repositories/artifact-routes.ts';
import { Checkbox, Form, FormDrawer, Input } from '@packhouse/ui/form/form.ts';
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
  const submit = async ({ key, values, recursive = false }: Draft) => {
    await call(setProperties, { body: { repoKey, path, set: { [key.trim()]: readList(values) }, recursive } });
    onClose();
    void refresh(artifactDetails);
  };
  const initial: Draft = { key: '', values: '' };
  return (
    <FormDrawer<Draft> shape="dialog" title={t('addProperty')} initialValues={initial} onSubmit={submit} submitLabel={t('save')} onClose={onClose}>
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
    </FormDrawer>
  );
}
