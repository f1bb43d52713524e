import type { FormatCard } from '../format-card.ts';

export const card = {
  title: 'Helm',
  order: 70,
  icon: {
    hue: 232,
    glyph:
      'M12 15.2a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4ZM12 5v3.8M12 15.2V19M5 12h3.8M15.2 12H19M7.1 7.1l2.6 2.6M14.3 14.3l2.6 2.6M16.9 7.1l-2.6 2.6M9.7 14.3l-2.6 2.6',
  },
  searchPlace: 6,
  purlType: 'helm',
  offers: ['age', 'licence', 'deprecated'],
  scanning: { reads: 'archive', endings: ['.tgz', '.tar.gz'] },
} satisfies FormatCard;
