import type { FormatCard } from '../format-card.ts';

export const card = {
  title: 'Composer',
  order: 165,
  icon: {
    hue: 28,
    glyph:
      'M9.5 17.2a2.6 2.6 0 1 1-2.6-2.6 2.6 2.6 0 0 1 2.6 2.6ZM9.5 17.2V6.3l8.6-1.9v10.9M18.1 15.3a2.6 2.6 0 1 1-2.6-2.6 2.6 2.6 0 0 1 2.6 2.6M9.5 9.6l8.6-1.9',
  },
  purlType: 'composer',
  layout: 'composer-default',
  install: { newest: 'composer require {name}', chosen: 'composer require {name}:{version}' },
  offers: ['age', 'licence', 'deprecated'],
  scanning: { ecosystem: 'Packagist', reads: 'archive', endings: ['.zip'], published: { Packagist: { records: null, licence: 'CC BY 4.0' } } },
} satisfies FormatCard;
