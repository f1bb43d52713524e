import { Icon } from '@packhouse/ui/core.ts';
import { t } from './picking-words.ts';
import './picking.css';

interface ChosenNamesProps {
  names: readonly string[];
  onRemove: (name: string) => void;
  /** Words while there are none. */
  none: string;
  /** How a name is written for people, where not as it is. */
  shown?: (name: string) => string;
}

/** Names that were chosen, each removable. */
export function ChosenNames({ names, onRemove, none, shown = (name) => name }: ChosenNamesProps) {
  if (names.length === 0) return <p className="ph-muted access-none">{none}</p>;
  return (
    <ul className="access-chosen">
      {names.map((name) => (
        <li key={name}>
          {shown(name)}
          <button type="button" aria-label={t('takeOut', { name: shown(name) })} title={t('takeOut', { name: shown(name) })} onClick={() => onRemove(name)}>
            <Icon name="close" size={12} />
          </button>
        </li>
      ))}
    </ul>
  );
}
