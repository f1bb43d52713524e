import type { FormatCard } from '../format-card.ts';

export const card = {
  title: 'Conan',
  order: 170,
  icon: { hue: 225, glyph: 'M12 4.5 18.5 8v8L12 19.5 5.5 16V8ZM14.8 10.4a3.2 3.2 0 1 0 0 3.2' },
  versionIsFolder: true,
  purlType: 'conan',
  layout: 'conan-default',
  install: { newest: 'conan install --requires="{stem}/[*]{owner}"', chosen: 'conan install --requires={stem}/{version}{owner}' },
  scanning: { ecosystem: 'ConanCenter' },
} satisfies FormatCard;
