import type { ReactNode } from 'react';

interface ChoiceProps<Option extends string> {
  legend: string;
  name: string;
  options: readonly Option[];
  value: Option | undefined;
  onChange: (option: Option) => void;
  children: (option: Option) => ReactNode;
  tiles?: boolean;
  problem?: string | undefined;
}

/** One of several, each with as many words as it needs. */
export function Choice<Option extends string>({ legend, name, options, value, onChange, children, tiles = false, problem }: ChoiceProps<Option>) {
  return (
    <fieldset className="onboarding-choice">
      <legend>{legend}</legend>
      <div className={tiles ? 'onboarding-tiles' : 'onboarding-options'}>
        {options.map((option) => (
          <label key={option} className="onboarding-option">
            <input type="radio" name={name} value={option} checked={option === value} onChange={() => onChange(option)} />
            {children(option)}
          </label>
        ))}
      </div>
      {problem && (
        <p role="alert" className="ph-field-problem">
          {problem}
        </p>
      )}
    </fieldset>
  );
}
