import type { FormatCard } from '../format-card.ts';

export const card = {
  title: 'Go',
  order: 80,
  icon: { hue: 190, glyph: 'M4.5 10H8M4 12.5h3M14.2 10.2A4 4 0 1 0 15 13h-3M5.5 15H7M19.5 12a2.2 2.6 0 1 1-4.4 0 2.2 2.6 0 0 1 4.4 0Z' },
  aliases: ['golang'],
  searchPlace: 4,
  purlType: 'golang',
  layout: 'go-default',
  install: { newest: 'go get {name}', chosen: 'go get {name}@{version}' },
  quickStart: { type: 'Go', place: 5, layout: 'go-default' },
  offers: ['age'],
  scanning: { ecosystem: 'Go', reads: 'archive', endings: ['.zip'], published: { Go: { records: 9300, licence: 'CC BY 4.0' } } },
} satisfies FormatCard;
