import type { FormatCard } from '../format-card.ts';

export const card = {
  title: 'Terraform',
  order: 140,
  icon: { hue: 262, glyph: 'M6 6.5l4.5 2.5v5L6 11.5ZM11.8 9.7l4.5 2.5v5l-4.5-2.5ZM17.7 12.2V7.3l-4.4 2.4' },
  aliases: ['terraform-module', 'terraform-provider'],
  contentKinds: { module: { en: 'Modules only', de: 'Nur Module' }, provider: { en: 'Providers only', de: 'Nur Provider' } },
  purlType: 'terraform',
  scanning: { reads: 'archive', endings: ['.zip', '.tgz', '.tar.gz'] },
  quickStart: { type: 'Terraform', place: 9, layout: 'terraform-module-default' },
} satisfies FormatCard;
