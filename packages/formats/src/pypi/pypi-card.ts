import type { FormatCard } from '../format-card.ts';

export const card = {
  title: 'PyPI',
  order: 50,
  icon: {
    hue: 225,
    glyph:
      'M12 5.5c-2.5 0-3.500.8-3.5 2.5v2H14M8.5 10H7.2C5.7 10 5 11 5 12.5s.7 2.5 2.2 2.5M12 18.5c2.5 0 3.5-.8 3.5-2.5v-2H10M15.5 14h1.3c1.5 0 2.2-1 2.2-2.5S18.3 9 16.8 9M10.3 7.6v.1M13.7 16.3v.1',
  },
  aliases: ['python', 'pip'],
  purlType: 'pypi',
  install: { newest: 'pip install {name}', chosen: 'pip install {name}=={version}' },
  offers: ['age', 'deprecated', 'provenance'],
  scanning: {
    ecosystem: 'PyPI',
    reads: 'archive',
    endings: ['.whl', '.tar.gz', '.tgz', '.zip', '.egg'],
    published: { PyPI: { records: 25_000, licence: 'CC BY 4.0, Apache 2.0' } },
  },
} satisfies FormatCard;
