import { mostPatterns, PermissionsFilter } from '@packhouse/contract/mission-control/federation-routes.ts';
import { Form, rulesFor, Select } from '@packhouse/ui/form/form.ts';
import { t } from './federation-words.ts';

/** Patterns of one side of a permissions filter; there is no room for more than are allowed. */
export function PatternField({ name }: { name: 'include' | 'exclude' }) {
  return (
    <Form.Item name={name} label={t(name)} rules={rulesFor(PermissionsFilter, name)} {...(name === 'include' ? { extra: t('patternHelp') } : {})}>
      <Select mode="tags" maxCount={mostPatterns} tokenSeparators={[',', ' ']} open={false} suffixIcon={null} />
    </Form.Item>
  );
}
