import type { FormatCard } from '../format-card.ts';

export const card = {
  title: 'RubyGems',
  order: 150,
  icon: { hue: 350, glyph: 'M8 6h8l3.5 4.5L12 19l-7.5-8.5ZM4.5 10.5h15M9.5 10.5 12 18.5l2.5-8M8 6l1.5 4.5L12 6l2.5 4.5L16 6' },
  aliases: ['rubygems', 'gem'],
  queryName: 'rubygems',
  purlType: 'gem',
  install: { newest: 'gem install {name}', chosen: 'gem install {name} -v {version}' },
  offers: ['age', 'licence'],
  scanning: { ecosystem: 'RubyGems', reads: 'archive', endings: ['.gem'], published: { RubyGems: { records: null, licence: 'CC BY 4.0, Apache 2.0' } } },
} satisfies FormatCard;
