import { PermissionsFilter, patternLimits } from '@packhouse/contract/mission-control/federation-routes.ts';
import { Form, Radio, rulesFor, Select } from '@packhouse/ui/form/form.ts';
import { t } from './federation-words.ts';

type Side = 'include' | 'exclude';
const levels = { include: patternLimits.firstLevel, exclude: patternLimits.secondLevel } as const;

/** Patterns of one side of a permissions filter; there is no room for more than are allowed. */
function PatternField({ name, most, single }: { name: Side; most: number; single: boolean }) {
  return (
    <Form.Item
      name={name}
      label={t(name)}
      rules={rulesFor(PermissionsFilter, name)}
      {...(name === 'include' ? { extra: t('patternHelp', { most: single ? patternLimits.single : levels.include }) } : {})}
    >
      <Select mode="tags" maxCount={most} disabled={most === 0} tokenSeparators={[',', ' ']} open={false} suffixIcon={null} />
    </Form.Item>
  );
}

/** Which permissions travel: by a single pattern, or by those of both levels. */
export function PatternFields() {
  const form = Form.useFormInstance<Record<Side, string[]> & { single: boolean }>();
  const single = Form.useWatch('single', form) ?? false;
  const [include, exclude] = [Form.useWatch('include', form) ?? [], Form.useWatch('exclude', form) ?? []];
  // What is too many for a single one is dropped.
  const keepOne = () => {
    const first = include.slice(0, patternLimits.single);
    form.setFieldsValue({ include: first, exclude: exclude.slice(0, patternLimits.single - first.length) });
  };
  const getRoom = (side: Side, other: readonly string[]) => (single ? patternLimits.single - other.length : levels[side]);
  return (
    <>
      <Form.Item name="single" label={t('filterLevel')} required>
        <Radio.Group
          onChange={({ target }) => target.value === true && keepOne()}
          options={[
            { value: false, label: t('filterLists') },
            { value: true, label: t('filterSingle') },
          ]}
        />
      </Form.Item>
      <PatternField name="include" most={getRoom('include', exclude)} single={single} />
      <PatternField name="exclude" most={getRoom('exclude', include)} single={single} />
    </>
  );
}

/** Whether a filter that is there has a single pattern. */
export const isSingle = ({ include, exclude }: Record<Side, readonly string[]>): boolean => include.length + exclude.length === patternLimits.single;
