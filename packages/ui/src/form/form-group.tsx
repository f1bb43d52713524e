import type { ReactNode } from 'react';
import { Icon } from '../control/icon.tsx';
import './form.css';

interface FormGroupProps {
  title: string;
  /** Says what these fields decide. */
  text?: string;
  /** Closed until it is opened. */
  advanced?: boolean;
  children: ReactNode;
}

/** Fields that belong together, with a sentence that says what they decide. */
export function FormGroup({ title, text, advanced = false, children }: FormGroupProps) {
  if (advanced)
    return (
      <details className="ph-form-group">
        <summary>
          <Icon name="chevron-right" size={14} />
          <span>
            <b>{title}</b>
            {text && <span className="ph-form-group-text">{text}</span>}
          </span>
        </summary>
        <div className="ph-form-fields">{children}</div>
      </details>
    );
  return (
    <fieldset className="ph-form-group">
      <legend>{title}</legend>
      {text && <p className="ph-form-group-text">{text}</p>}
      <div className="ph-form-fields">{children}</div>
    </fieldset>
  );
}
