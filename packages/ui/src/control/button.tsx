import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { Link } from 'react-router';
import { getExplanation } from './explanation.ts';
import { Icon, type IconName } from './icon.tsx';
import { Tooltip } from './tooltip.tsx';
import './button.css';

export type ButtonKind = 'primary' | 'secondary' | 'ghost' | 'danger';

interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type'> {
  kind?: ButtonKind;
  size?: 'small' | 'normal';
  icon?: IconName;
  /** Work under way: the button keeps its width, is busy and does not act. */
  loading?: boolean;
  /** Why it does not act: disables it and says so on hover and focus; pressing it opens the explanation, where there is one. */
  refusal?: string | undefined;
  type?: 'button' | 'submit';
  children?: ReactNode;
  ref?: Ref<HTMLButtonElement>;
}

function classes(kind: ButtonKind, size: string, extra?: string): string {
  return ['ph-button', `ph-button-${kind}`, size === 'small' && 'ph-button-small', extra].filter(Boolean).join(' ');
}

/** The button. Refused and loading buttons stay in the tab order, so that everybody learns why nothing happens. */
export function Button({ kind = 'secondary', size = 'normal', icon, loading, refusal, type = 'button', className, children, onClick, ...rest }: ButtonProps) {
  const inert = loading || refusal !== undefined;
  const button = (
    <button
      type={type}
      className={classes(kind, size, className)}
      aria-disabled={inert || undefined}
      aria-busy={loading || undefined}
      onClick={(event) => {
        if (!inert) return onClick?.(event);
        event.preventDefault();
        if (!loading) getExplanation(refusal)?.();
      }}
      {...rest}
    >
      {loading ? <span className="ph-spinner" aria-hidden /> : icon && <Icon name={icon} />}
      {children && <span>{children}</span>}
    </button>
  );
  return refusal === undefined ? button : <Tooltip text={refusal}>{button}</Tooltip>;
}

interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type' | 'children'> {
  icon: IconName;
  /** Its accessible name, also shown on hover. */
  label: string;
  size?: 'small' | 'normal';
  /** Keys that do the same, shown with the label. */
  keys?: string;
  ref?: Ref<HTMLButtonElement>;
}

/** A square button with an icon and a name on hover. */
export function IconButton({ icon, label, size = 'normal', keys, className, ...rest }: IconButtonProps) {
  return (
    <Tooltip text={label} keys={keys}>
      <button type="button" aria-label={label} className={classes('ghost', size, ['ph-button-icon', className].filter(Boolean).join(' '))} {...rest}>
        <Icon name={icon} size={size === 'small' ? 16 : 18} />
      </button>
    </Tooltip>
  );
}

interface LinkButtonProps {
  to: string;
  kind?: ButtonKind;
  size?: 'small' | 'normal';
  icon?: IconName;
  refusal?: string | undefined;
  children: ReactNode;
}

/** A link that looks like a button: for going somewhere. */
export function LinkButton({ to, kind = 'secondary', size = 'normal', icon, refusal, children }: LinkButtonProps) {
  if (refusal !== undefined)
    return (
      <Button kind={kind} size={size} {...(icon ? { icon } : {})} refusal={refusal}>
        {children}
      </Button>
    );
  return (
    <Link to={to} className={classes(kind, size)}>
      {icon && <Icon name={icon} />}
      <span>{children}</span>
    </Link>
  );
}
