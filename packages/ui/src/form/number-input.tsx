import { Input } from 'antd';
import { type ReactNode, type Ref, useState } from 'react';
import type { FieldAria } from './field-aria.ts';

interface NumberInputProps extends FieldAria {
  id?: string;
  /** A number; text where something was typed that is none; nothing while the field is empty. */
  value?: number | string | null | undefined;
  onChange?: (value: number | string | null) => void;
  disabled?: boolean;
  /** Unit of the number. */
  suffix?: ReactNode;
  className?: string;
  ref?: Ref<never>;
}

/** The number that a text writes, the text itself where it writes none, nothing where it is empty. */
function read(text: string): number | string | null {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  const number = Number(trimmed);
  return Number.isNaN(number) ? text : number;
}

const write = (value: NumberInputProps['value']) => (value === null || value === undefined ? '' : String(value));

/** A number to type. What is typed stays as it is, fitting or not; the rules of the field say what is wrong with it. A form control. */
export function NumberInput({ value, onChange, className = '', ref, ...rest }: NumberInputProps) {
  const [text, setText] = useState(write(value));
  // The form may have given it another value since.
  const shown = read(text) === (value ?? null) ? text : write(value);
  return (
    <Input
      {...rest}
      {...(ref ? { ref } : {})}
      inputMode="decimal"
      autoComplete="off"
      className={`ph-number ${className}`}
      value={shown}
      onChange={(event) => {
        setText(event.target.value);
        onChange?.(read(event.target.value));
      }}
    />
  );
}
