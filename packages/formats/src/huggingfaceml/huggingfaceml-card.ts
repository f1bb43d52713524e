import type { FormatCard } from '../format-card.ts';

export const card = {
  title: 'Hugging Face',
  order: 55,
  icon: { hue: 46, glyph: 'M12 4a7 7 0 1 1 0 14 7 7 0 0 1 0-14ZM9.5 9.300v1M14.5 9.300v1M9 12.600c1.800 2 4.200 2 6 0M3.500 16l3 3M20.500 16l-3 3' },
  aliases: ['huggingface'],
  purlType: 'huggingface',
  install: { newest: 'hf download hf://{name}', chosen: 'hf download hf://{name}@{version}' },
  tabs: ['readme'],
} satisfies FormatCard;
