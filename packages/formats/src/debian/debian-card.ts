import type { FormatCard } from '../format-card.ts';

export const card = {
  title: 'Debian',
  order: 100,
  icon: {
    hue: 340,
    glyph:
      'M13.5 13.3c-1.500.6-3-.3-3-1.8 0-1.6 1.3-2.7 3-2.7 2.2 0 3.7 1.6 3.7 3.7 0 2.7-2.2 4.5-5 4.5-3.5 0-5.7-2.5-5.7-5.7C6.5 7.7 9.3 5 13 5c1.2 0 2.300.3 3.200.8',
  },
  aliases: ['deb'],
  queryName: 'deb',
  purlType: 'deb',
  signedBy: 'openpgp',
  install: { newest: 'apt-get install {name}', chosen: 'apt-get install {name}={version}' },
  coordinates: {
    ending: '.deb',
    properties: { distributions: 'deb.distribution', components: 'deb.component', architectures: 'deb.architecture' },
    usualComponent: 'main',
  },
  quickStart: { type: 'Debian', place: 6 },
  scanning: {
    reads: 'archive',
    endings: ['.deb'],
    distributions: ['Debian', 'Ubuntu'],
    published: { Debian: { records: 69_000, licence: 'MIT' }, Ubuntu: { records: null, licence: 'CC BY-SA 4.0' } },
  },
} satisfies FormatCard;
