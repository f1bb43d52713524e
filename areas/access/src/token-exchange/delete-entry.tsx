import { Deletion } from '@packhouse/ui/core.ts';
import { t } from './token-exchange-words.ts';

interface DeleteEntryProps {
  name: string;
  text: string;
  run: () => Promise<unknown>;
  onClose: () => void;
}

/** Asks before an issuer or a rule goes. */
export function DeleteEntry({ name, text, run, onClose }: DeleteEntryProps) {
  return (
    <Deletion title={t('removeTitle', { name })} action={t('removeAction')} work={run} done={t('wasRemoved', { name })} onClose={onClose}>
      <p>{text}</p>
    </Deletion>
  );
}
