import type { FormatCard } from '../format-card.ts';

export const card = {
  title: 'Gradle',
  order: 40,
  icon: {
    hue: 170,
    glyph:
      'M5 16.5c0-5.5 2.5-8.5 7-8.5 3 0 4.5 1.5 6 1.5a2 2 0 1 0-1.7-3M5 16.5h3c.3-1.7 2.7-1.7 3 0h2.5c.3-1.7 2.7-1.7 3 0H18c.5-2.500.3-5-.7-7M9 11.5c.9.7 2 .7 3 0',
  },
  versionIsFolder: true,
  layout: 'maven-2-default',
  fields: ['snapshots', 'checksumPolicy'],
  quickStart: { type: 'Gradle', place: 4, layout: 'gradle-default' },
  offers: ['age'],
  scanning: { ecosystem: 'Maven', reads: 'archive', endings: ['.jar', '.war', '.ear', '.aar'] },
} satisfies FormatCard;
