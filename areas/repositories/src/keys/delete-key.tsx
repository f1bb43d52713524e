import { Deletion } from '@packhouse/ui/core.ts';
import { t } from './keys-words.ts';

interface DeleteKeyProps {
  name: string;
  /** Deletes it; the refusal of the server names who uses it. */
  work: () => Promise<unknown>;
  onClose: () => void;
}

/** Asks before a key, a certificate or a vault goes. */
export function DeleteKey({ name, work, onClose }: DeleteKeyProps) {
  return (
    <Deletion title={t('removeTitle', { name })} action={t('remove')} work={work} done={t('removed', { name })} onClose={onClose}>
      <p>{t('removeText')}</p>
    </Deletion>
  );
}
