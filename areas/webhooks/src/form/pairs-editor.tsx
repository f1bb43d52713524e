import { Button, IconButton } from '@packhouse/ui/core.ts';
import type { FieldAria } from '@packhouse/ui/form/form.ts';
import { newPair, type PairDraft } from './webhook-draft.ts';

/** What people read in and around the lines; a line is called by its number. */
interface PairWords {
  label: string;
  add: string;
  name: (number: number) => string;
  value: (number: number) => string;
  remove: (number: number) => string;
}

interface PairsEditorProps extends FieldAria {
  id?: string;
  value?: readonly PairDraft[];
  onChange?: (pairs: readonly PairDraft[]) => void;
  said: PairWords;
  /** Stand in the empty fields. */
  examples: readonly [name: string, value: string];
}

const plain = { className: 'ph-input ph-mono', autoComplete: 'off', spellCheck: false } as const;

/** Names with their values, a line each. A form control. */
export function PairsEditor({ id, value = [], onChange, said, examples: [nameExample, valueExample], ...aria }: PairsEditorProps) {
  const change = (next: PairDraft) => onChange?.(value.map((pair) => (pair.line === next.line ? next : pair)));
  return (
    <fieldset {...aria} id={id} aria-label={said.label} tabIndex={-1} className="ph-form-set hook-pairs">
      {value.map((pair, index) => (
        <div key={pair.line} className="hook-pair">
          <input
            {...plain}
            aria-label={said.name(index + 1)}
            placeholder={nameExample}
            value={pair.name}
            onChange={({ target }) => change({ ...pair, name: target.value })}
          />
          <input
            {...plain}
            aria-label={said.value(index + 1)}
            placeholder={valueExample}
            value={pair.value}
            onChange={({ target }) => change({ ...pair, value: target.value })}
          />
          <IconButton icon="trash" label={said.remove(index + 1)} onClick={() => onChange?.(value.filter((one) => one !== pair))} />
        </div>
      ))}
      <Button size="small" icon="plus" onClick={() => onChange?.([...value, newPair()])}>
        {said.add}
      </Button>
    </fieldset>
  );
}
