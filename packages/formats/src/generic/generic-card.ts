import type { FormatCard } from '../format-card.ts';

export const card = {
  title: 'Generic',
  order: 10,
  icon: { hue: 215, glyph: 'M12 5.5 18 9v6.5L12 19l-6-3.5V9ZM6.2 9.1 12 12.4l5.8-3.3M12 12.4V18.8' },
  holdsAnything: true,
  purlType: 'generic',
  scanning: { reads: 'archive', endings: ['.zip', '.jar', '.war', '.ear', '.whl', '.tar', '.tgz', '.tar.gz', '.tar.xz', '.tar.zst'] },
} satisfies FormatCard;
