import { Button, CopyButton, Icon } from '@packhouse/ui/core.ts';
import { type FieldAria, Input } from '@packhouse/ui/form/form.ts';
import { useState } from 'react';
import { generatePassword, type PasswordRule, passwordRules } from './new-password.ts';
import { t } from './users-words.ts';

interface PasswordInputProps extends FieldAria {
  id?: string;
  value?: string;
  onChange?: (password: string) => void;
  disabled?: boolean;
}

const rules = Object.keys(passwordRules) as PasswordRule[];

/** A new password: typed, or made and copied, with the rules ticked off. A form control. */
export function PasswordInput({ id, value = '', onChange, disabled = false, ...aria }: PasswordInputProps) {
  const [shown, setShown] = useState(false);
  const generate = () => {
    setShown(true);
    onChange?.(generatePassword());
  };
  return (
    <div className="access-password">
      <div className="access-password-line">
        <Input.Password
          id={id}
          value={value}
          onChange={(event) => onChange?.(event.target.value)}
          disabled={disabled}
          autoComplete="new-password"
          spellCheck={false}
          className="ph-mono"
          {...aria}
          aria-describedby={[aria['aria-describedby'], `${id}-rules`].filter(Boolean).join(' ')}
          visibilityToggle={{ visible: shown, onVisibleChange: setShown }}
        />
        {value !== '' && <CopyButton value={value} what={t('password')} />}
        <Button icon="wand" onClick={generate} disabled={disabled}>
          {t('generate')}
        </Button>
      </div>
      <ul id={`${id}-rules`} className="access-rules">
        {rules.map((rule) => {
          const met = passwordRules[rule](value);
          return (
            <li key={rule} data-met={met || undefined}>
              <Icon name={met ? 'check' : 'circle'} size={12} label={met ? t('met') : t('notMet')} />
              {t(rule)}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
