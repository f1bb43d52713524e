import type { FormatCard } from '../format-card.ts';

export const card = {
  title: 'RPM',
  order: 110,
  icon: { hue: 355, glyph: 'M12 19a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM10 15.5V8.8h2.5a2 2 0 0 1 0 4H10M12.3 12.8l2 2.7' },
  aliases: ['yum'],
  purlType: 'rpm',
  signedBy: 'openpgp',
  install: { newest: 'yum install {name}', chosen: 'yum install {name}-{version}' },
  quickStart: { type: 'YUM', place: 7 },
  scanning: {
    reads: 'archive',
    endings: ['.rpm'],
    distributions: ['AlmaLinux', 'Rocky Linux', 'Mageia'],
    published: {
      AlmaLinux: { records: null, licence: 'MIT' },
      'Rocky Linux': { records: null, licence: 'BSD 3-Clause' },
      Mageia: { records: null, licence: 'CC BY-SA 4.0' },
    },
  },
} satisfies FormatCard;
