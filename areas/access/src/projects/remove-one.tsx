import { Deletion } from '@packhouse/ui/core.ts';
import { t } from './projects-words.ts';

interface RemoveOneProps {
  name: string;
  /** Verb and object: 'Delete role'. */
  action: string;
  /** This comes of it. */
  text: string;
  /** It goes on to exist, only not here. */
  stays?: boolean;
  onRemove: () => Promise<unknown>;
  onClose: () => void;
}

/** Asks, does it, and says what stood in the way. */
export function RemoveOne({ name, action, text, stays = false, onRemove, onClose }: RemoveOneProps) {
  return (
    <Deletion
      title={t(stays ? 'takeOutTitle' : 'removeTitle', { name })}
      action={action}
      work={onRemove}
      done={t(stays ? 'wasTakenOut' : 'wasRemoved', { name })}
      onClose={onClose}
    >
      <p>{text}</p>
    </Deletion>
  );
}
