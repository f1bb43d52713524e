import { type InputHTMLAttributes, type ReactNode, type Ref, type TextareaHTMLAttributes, useId, useState } from 'react';
import { words } from '../ui-words.ts';
import { Icon } from './icon.tsx';
import './field.css';

interface FieldProps {
  id: string;
  label: ReactNode;
  hint?: ReactNode;
  problem?: string | undefined;
  required?: boolean | undefined;
  children: ReactNode;
}

/** Label above, help and problem below; `describedBy(id)` names the two for the control. */
export function Field({ id, label, hint, problem, required, children }: FieldProps) {
  return (
    <div className="ph-field">
      <label htmlFor={id} className="ph-field-label">
        {label}
        {required === false && <span className="ph-field-optional">{words().optional}</span>}
      </label>
      {children}
      {hint && (
        <p id={`${id}-hint`} className="ph-field-hint">
          {hint}
        </p>
      )}
      {problem && (
        <p id={`${id}-problem`} className="ph-field-problem" role="alert">
          <Icon name="bad" size={14} />
          {problem}
        </p>
      )}
    </div>
  );
}

interface TextFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value'> {
  label: ReactNode;
  value: string;
  onChange: (value: string) => void;
  hint?: ReactNode;
  problem?: string | undefined;
  /** For what might be pasted into a terminal. */
  mono?: boolean;
  ref?: Ref<HTMLInputElement>;
}

/** One line of text with its label. */
export function TextField({ label, value, onChange, hint, problem, mono, id: given, className, ...rest }: TextFieldProps) {
  const made = useId();
  const id = given ?? made;
  return (
    <Field id={id} label={label} hint={hint} problem={problem}>
      <input
        id={id}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className={['ph-input', mono && 'ph-mono', className].filter(Boolean).join(' ')}
        aria-invalid={problem ? true : undefined}
        aria-describedby={[hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(' ') || undefined}
        {...rest}
      />
    </Field>
  );
}

interface TextAreaFieldProps extends Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'onChange' | 'value'> {
  label: ReactNode;
  value: string;
  onChange: (value: string) => void;
  hint?: ReactNode;
  problem?: string | undefined;
}

/** Some sentences with their label. */
export function TextAreaField({ label, value, onChange, hint, problem, id: given, ...rest }: TextAreaFieldProps) {
  const made = useId();
  const id = given ?? made;
  return (
    <Field id={id} label={label} hint={hint} problem={problem}>
      <textarea
        id={id}
        rows={3}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="ph-input"
        aria-invalid={problem ? true : undefined}
        aria-describedby={[hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(' ') || undefined}
        {...rest}
      />
    </Field>
  );
}

/** A password with a way to look at it. */
export function PasswordField({ label, value, onChange, hint, problem, id: given, ...rest }: TextFieldProps) {
  const [shown, setShown] = useState(false);
  const made = useId();
  const id = given ?? made;
  return (
    <Field id={id} label={label} hint={hint} problem={problem}>
      <span className="ph-input-group">
        <input
          id={id}
          type={shown ? 'text' : 'password'}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className="ph-input"
          aria-invalid={problem ? true : undefined}
          aria-describedby={[hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(' ') || undefined}
          spellCheck={false}
          autoCapitalize="none"
          {...rest}
        />
        <button
          type="button"
          className="ph-input-action"
          aria-label={shown ? words().hidePassword : words().showPassword}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          <Icon name={shown ? 'eye-off' : 'eye'} />
        </button>
      </span>
    </Field>
  );
}

interface CheckFieldProps {
  label: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** Some of what it stands for is chosen, some is not. */
  partly?: boolean;
  /** Hides the words, keeps the name. */
  bare?: boolean;
  disabled?: boolean;
}

/** A box to tick. */
export function CheckField({ label, checked, onChange, partly = false, bare = false, disabled }: CheckFieldProps) {
  return (
    <label className="ph-check">
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        ref={(element) => {
          if (element) element.indeterminate = partly;
        }}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className="ph-check-box" aria-hidden>
        <Icon name={partly ? 'minus' : 'check'} size={12} />
      </span>
      <span className={bare ? 'ph-hidden-text' : undefined}>{label}</span>
    </label>
  );
}

interface SearchFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value'> {
  label: string;
  value: string;
  onChange: (value: string) => void;
  ref?: Ref<HTMLInputElement>;
}

/** A field that narrows what is on the page. */
export function SearchField({ label, value, onChange, placeholder, ...rest }: SearchFieldProps) {
  return (
    <span className="ph-search">
      <Icon name="search" />
      <input
        type="search"
        aria-label={label}
        placeholder={placeholder ?? label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="ph-input"
        spellCheck={false}
        {...rest}
      />
    </span>
  );
}
