import type { FormatCard } from '../format-card.ts';

export const card = {
  title: 'Conda',
  order: 168,
  icon: {
    hue: 140,
    glyph: 'M17.5 8.2A7 7 0 1 0 17.5 15.8M12 8.5l.9 2.1 2.1.9-2.100.900-.9 2.100-.9-2.100-2.100-.9 2.100-.9ZM19 11.500v1',
  },
  aliases: ['mamba', 'anaconda'],
  purlType: 'conda',
  install: { newest: 'conda install {name}', chosen: 'conda install {name}=={version}' },
  offers: ['age', 'licence'],
  scanning: { reads: 'archive', endings: ['.conda', '.tar.bz2'] },
} satisfies FormatCard;
