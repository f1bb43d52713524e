import { Icon } from '@packhouse/ui/core.ts';
import { t } from './messages.ts';
import './picking.css';

interface ChosenNamesProps {
  names: readonly string[];
  onRemove: (name: string) => void;
  /** Words while there are none. */
  none: string;
}

/** Names that were chosen, each removable. */
export function ChosenNames({ names, onRemove, none }: ChosenNamesProps) {
  if (names.length === 0) return <p className="ph-muted access-none">{none}</p>;
  return (
    <ul className="access-chosen">
      {names.map((name) => (
        <li key={name}>
          {name}
          <button type="button" aria-label={t('takeOut', { name })} title={t('takeOut', { name })} onClick={() => onRemove(name)}>
            <Icon name="close" size={12} />
          </button>
        </li>
      ))}
    </ul>
  );
}
