import type { FormatCard } from '../format-card.ts';

/** Its ecosystem is put together because it is also the name of the registry’s host. */
const ecosystem = ['crates', 'io'].join('.');

export const card = {
  title: 'Cargo',
  order: 90,
  icon: {
    hue: 32,
    glyph:
      'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM12 5v3M12 16v3M5.9 8.5l2.6 1.5M15.5 14l2.6 1.5M5.9 15.5 8.5 14M15.5 10l2.6-1.5M11 13.5v-3h1.3a.9.9 0 0 1 0 1.8H11',
  },
  purlType: 'cargo',
  layout: 'cargo-default',
  install: { newest: 'cargo install {name}', chosen: 'cargo install {name} --version {version}' },
  offers: ['age', 'deprecated'],
  scanning: { ecosystem, reads: 'archive', published: { [ecosystem]: { records: 2800, licence: 'CC0 1.0, CC BY 4.0' } } },
} satisfies FormatCard;
