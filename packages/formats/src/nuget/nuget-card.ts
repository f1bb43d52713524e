import type { FormatCard } from '../format-card.ts';

export const card = {
  title: 'NuGet',
  order: 160,
  icon: { hue: 204, glyph: 'M13.5 18.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9ZM7.2 8.7a1.7 1.7 0 1 0 0-3.4 1.7 1.7 0 0 0 0 3.4ZM12.2 13a1 1 0 1 0 0-2M16 16v.1' },
  searchPlace: 5,
  purlType: 'nuget',
  layout: 'nuget-default',
  install: { newest: 'nuget install {name}', chosen: 'nuget install {name} -Version {version}' },
  offers: ['age', 'licence', 'deprecated'],
  scanning: { ecosystem: 'NuGet', reads: 'archive', endings: ['.nupkg'], published: { NuGet: { records: 1900, licence: 'CC BY 4.0, Apache 2.0' } } },
} satisfies FormatCard;
