import { t } from './federation-words.ts';

export type Copies = 'keep' | 'disable' | 'delete';

/** What can become of copies at targets that are sent nothing any more. */
export const copiesChoices = (): { value: Copies; label: string }[] => [
  { value: 'keep', label: t('copiesKeep') },
  { value: 'disable', label: t('copiesDisable') },
  { value: 'delete', label: t('copiesDelete') },
];
