import type { FormatCard } from '../format-card.ts';

export const card = {
  title: 'npm',
  order: 20,
  icon: { hue: 3, glyph: 'M5 7.5h14v9H5ZM8.5 16.5v-5.5h3.5v5.5M12 11h3.5v3.5' },
  searchPlace: 2,
  purlType: 'npm',
  layout: 'npm-default',
  install: { newest: 'npm install {name}', chosen: 'npm install {name}@{version}' },
  tabs: ['readme'],
  offers: ['age', 'licence', 'deprecated', 'installScript', 'provenance'],
  quickStart: { type: 'Npm', place: 2, layout: 'npm-default' },
  scanning: { ecosystem: 'npm', reads: 'archive', published: { npm: { records: 229_000, licence: 'CC BY 4.0, Apache 2.0' } } },
} satisfies FormatCard;
