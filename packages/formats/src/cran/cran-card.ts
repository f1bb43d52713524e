import type { FormatCard } from '../format-card.ts';

export const card = {
  title: 'CRAN',
  order: 167,
  icon: {
    hue: 214,
    glyph:
      'M9 15.6C6 15 4 13.3 4 11.3 4 8.4 7.6 6.2 12 6.2s8 2.2 8 5.1c0 1.5-.9 2.800-2.400 3.700M10.200 19V9.800h3.700a2.2 2.2 0 0 1 0 4.400h-3.700M13.400 14.200 16.600 19',
  },
  purlType: 'cran',
  install: {
    newest: `Rscript -e 'install.packages("{name}")'`,
    chosen: `Rscript -e 'install.packages(paste0(getOption("repos")[[1]], "/src/contrib/Archive/{name}/{name}_{version}.tar.gz"), repos = NULL)'`,
  },
  tabs: ['readme'],
  offers: ['licence'],
  scanning: { ecosystem: 'CRAN', reads: 'archive', endings: ['.tar.gz', '.tgz', '.zip'], published: { CRAN: { records: null, licence: 'Apache-2.0' } } },
} satisfies FormatCard;
