import type { FormatCard } from '../format-card.ts';

export const card = {
  title: 'Alpine',
  order: 120,
  icon: { hue: 212, glyph: 'M3.5 17 9 8.5l5.5 8.5M11.8 12.8 14.5 9l5.5 8h-8.5M7.3 11.2 9 13l1.7-1.8' },
  aliases: ['apk'],
  purlType: 'apk',
  signedBy: 'rsa',
  install: { newest: 'apk add {name}', chosen: 'apk add {name}={version}' },
  scanning: { reads: 'archive', endings: ['.apk'], distributions: ['Alpine'], published: { Alpine: { records: 4700, licence: 'MIT' } } },
} satisfies FormatCard;
