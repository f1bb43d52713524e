import type { FormatCard } from '../format-card.ts';

export const card = {
  title: 'Maven',
  order: 30,
  icon: { hue: 18, glyph: 'M6 19c2-7 5.5-11.5 12-14-.4 6-4 10.5-10 11.5M9 13.5c2.500.2 4.5-.3 6-1.5M11.5 10c1.700.2 3.2 0 4.7-.7' },
  aliases: ['gav'],
  searchPlace: 3,
  versionIsFolder: true,
  purlType: 'maven',
  layout: 'maven-2-default',
  fields: ['snapshots', 'checksumPolicy'],
  quickStart: { type: 'Maven', place: 3, layout: 'maven-2-default' },
  offers: ['age'],
  scanning: { ecosystem: 'Maven', reads: 'archive', endings: ['.jar', '.war', '.ear', '.aar'], published: { Maven: { records: 7000, licence: 'CC BY 4.0' } } },
} satisfies FormatCard;
