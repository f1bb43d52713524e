import { Checkbox } from 'antd';
import type { FieldAria } from './field-aria.ts';

interface CheckboxGroupProps<Value extends string> extends FieldAria {
  options: { value: Value; label: string }[];
  id?: string;
  value?: Value[];
  onChange?(value: Value[]): void;
}

/** Some of a few, as a field of a form. A group has no `aria-required`, which a form gives to every field that must not be empty. */
export function CheckboxGroup<Value extends string>(props: CheckboxGroupProps<Value>) {
  const { id, options, value, onChange, 'aria-describedby': describedBy, 'aria-invalid': isInvalid } = props;
  const given = { ...(id === undefined ? {} : { id }), ...(value ? { value } : {}), ...(onChange ? { onChange } : {}) };
  return <Checkbox.Group<Value> options={options} {...given} aria-describedby={describedBy} aria-invalid={isInvalid} />;
}
