import { Checkbox, Form, FormGroup, Input } from '@packhouse/ui/form/form.ts';
import { t } from './external-words.ts';
import { getMapping } from './group-mapping.ts';
import { ProfileRule } from './profile-rule.tsx';

/** Values of these fields; the mapping as lines of text. */
export interface RulesDraft {
  createUsers: boolean;
  linkExisting: boolean;
  profileUpdatable: boolean;
  syncGroups: boolean;
  mapping: string;
}

async function checkMapping(_: unknown, text: string): Promise<void> {
  const read = getMapping(text ?? '');
  if (typeof read === 'number') throw new Error(t('mappingProblem', { line: String(read) }));
}

/** Asks what a provider may do about users and groups. */
export function RulesFields() {
  const syncs = Form.useWatch<boolean>('syncGroups') ?? false;
  return (
    <FormGroup title={t('rules')} text={t('rulesHelp')}>
      <Form.Item name="createUsers" valuePropName="checked" extra={t('createUsersHint')}>
        <Checkbox>{t('createUsers')}</Checkbox>
      </Form.Item>
      <Form.Item name="linkExisting" valuePropName="checked" extra={t('linkExistingHint')}>
        <Checkbox>{t('linkExisting')}</Checkbox>
      </Form.Item>
      <ProfileRule />
      <Form.Item name="syncGroups" valuePropName="checked" extra={t('syncGroupsHint')}>
        <Checkbox>{t('syncGroups')}</Checkbox>
      </Form.Item>
      <Form.Item name="mapping" label={t('groupMapping')} extra={t('groupMappingHint')} rules={[{ validator: checkMapping }]} hidden={!syncs}>
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 12 }} className="ph-mono" spellCheck={false} />
      </Form.Item>
    </FormGroup>
  );
}
