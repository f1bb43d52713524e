import { Form, Input } from '@packhouse/ui/form/form.ts';
import type { ComponentProps } from 'react';

type Rules = NonNullable<ComponentProps<typeof Form.Item>['rules']>;

interface FieldProps {
  name: string;
  label: string;
  hint?: string;
  rules?: Rules;
}

const plain = { autoComplete: 'off', spellCheck: false, autoCapitalize: 'none' } as const;

/** A key or certificate, pasted. */
export function Pasted({ name, label, hint, rules = [] }: FieldProps) {
  return (
    <Form.Item name={name} label={label} extra={hint} rules={rules}>
      <Input.TextArea autoSize={{ minRows: 4, maxRows: 12 }} {...plain} className="ph-mono" />
    </Form.Item>
  );
}

/** A word on one line. */
export function Word({ name, label, hint, rules = [] }: FieldProps) {
  return (
    <Form.Item name={name} label={label} extra={hint} rules={rules}>
      <Input {...plain} className="ph-mono" />
    </Form.Item>
  );
}

/** Something nobody shall read over one's shoulder. */
export function Hidden({ name, label, hint, rules = [] }: FieldProps) {
  return (
    <Form.Item name={name} label={label} extra={hint} rules={rules}>
      <Input.Password autoComplete="new-password" spellCheck={false} />
    </Form.Item>
  );
}
