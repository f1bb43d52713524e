import type { FormatCard } from '../format-card.ts';

export const card = {
  title: 'Vagrant',
  order: 145,
  icon: { hue: 218, glyph: 'M4.500 6.500 8 5l4 9 4-9 3.500 1.500-5.500 13h-4ZM8 5v3.500l4 9M16 5v3.500' },
  install: { newest: 'vagrant box add {name}', chosen: 'vagrant box add {name} --box-version {version}' },
} satisfies FormatCard;
