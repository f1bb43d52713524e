import type { FormatCard } from '../format-card.ts';

export const card = {
  title: 'Vagrant',
  order: 145,
  icon: { hue: 218, glyph: 'M4 6.500 8 5l4 9 4-9 4 1.500-6 13h-4Z' },
  install: { newest: 'vagrant box add {name}', chosen: 'vagrant box add {name} --box-version {version}' },
} satisfies FormatCard;
