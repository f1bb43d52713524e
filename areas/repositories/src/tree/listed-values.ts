import { t } from './tree-words.ts';

/** Values typed one behind the other, parted by commas. */
export const readList = (text: string): string[] =>
  text
    .split(',')
    .map((value) => value.trim())
    .filter(Boolean);

/** Of such values, one at least. */
export const someValue = {
  required: true,
  validator: async (_: unknown, text = '') => {
    if (readList(text).length === 0) throw new Error(t('sayOne'));
  },
};

/** Text for a terminal: nothing corrects it while it is typed. */
export const plain = { className: 'ph-mono', autoComplete: 'off', spellCheck: false, autoCapitalize: 'none' } as const;
