import { useSyncExternalStore } from 'react';
import { words } from '../ui-words.ts';
import { Button } from './button.tsx';
import { getExplanation, onExplainer } from './explanation.ts';

/** A button behind what refuses something: it opens why. Nothing stands there for texts that are no refusal for want of a right. */
export function Why({ text }: { text: string | undefined }) {
  const open = useSyncExternalStore(onExplainer, () => getExplanation(text));
  return (
    open && (
      <Button size="small" icon="help" onClick={open}>
        {words().why}
      </Button>
    )
  );
}
