import type { FormatCard } from '../format-card.ts';

export const card = {
  title: 'Swift',
  order: 130,
  icon: {
    hue: 22,
    glyph:
      'M5 14.5c3.5 3 7.5 3.5 10.5 2 1.5-.5 2.7 0 3.5 1.300.5-2-.2-3.6-1.3-4.700.5-2.6-.8-5.3-3.7-7.3 1.3 2.3 1.5 4.2 1 5.8L8.5 7l4.3 5.2L6 8l5.5 6.3c-2 .9-4.200.9-6.500.2Z',
  },
  purlType: 'swift',
  layout: 'swift-default',
  quickStart: { type: 'Swift', place: 8, layout: 'swift-default' },
  scanning: { reads: 'archive', endings: ['.zip'], libraries: ['SwiftURL'], published: { SwiftURL: { records: 40, licence: 'CC BY 4.0' } } },
} satisfies FormatCard;
