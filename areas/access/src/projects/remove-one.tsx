import { Deletion } from '@packhouse/ui/core.ts';
import { t } from './messages.ts';

interface RemoveOneProps {
  name: string;
  /** Verb and object: 'Delete role'. */
  action: string;
  /** What comes of it. */
  text: string;
  onRemove: () => Promise<unknown>;
  onClose: () => void;
}

/** Asks, does it, and says what stood in the way. */
export function RemoveOne({ name, action, text, onRemove, onClose }: RemoveOneProps) {
  return (
    <Deletion title={t('removeTitle', { name })} action={action} work={onRemove} done={t('wasRemoved', { name })} onClose={onClose}>
      <p>{text}</p>
    </Deletion>
  );
}
