import type { FormatId } from '@packhouse/contract/repositories/format-ids.ts';

/** One drawing per format on a 24 × 24 tile: a hue and a line glyph of our own, all in the same hand. */
const drawings: Record<FormatId, { hue: number; glyph: string }> = {
  generic: { hue: 215, glyph: 'M12 5.5 18 9v6.5L12 19l-6-3.5V9ZM6.2 9.1 12 12.4l5.8-3.3M12 12.4V18.8' },
  docker: {
    hue: 208,
    glyph: 'M5 12.5h3.2V9.3H5ZM8.9 12.5h3.2V9.3H8.9ZM12.8 12.5H16V9.3h-3.2ZM8.9 8.6h3.2V5.4H8.9ZM4.2 15.2c.6 2.5 2.7 3.6 5.8 3.6 4.7 0 7.9-2 9.3-5.8',
  },
  npm: { hue: 3, glyph: 'M5 7.5h14v9H5ZM8.5 16.5v-5.5h3.5v5.5M12 11h3.5v3.5' },
  maven: { hue: 18, glyph: 'M6 19c2-7 5.5-11.5 12-14-.4 6-4 10.5-10 11.5M9 13.5c2.500.2 4.5-.3 6-1.5M11.5 10c1.700.2 3.2 0 4.7-.7' },
  pypi: {
    hue: 225,
    glyph:
      'M12 5.5c-2.5 0-3.500.8-3.5 2.5v2H14M8.5 10H7.2C5.7 10 5 11 5 12.5s.7 2.5 2.2 2.5M12 18.5c2.5 0 3.5-.8 3.5-2.5v-2H10M15.5 14h1.3c1.5 0 2.2-1 2.2-2.5S18.3 9 16.8 9M10.3 7.6v.1M13.7 16.3v.1',
  },
  gradle: {
    hue: 170,
    glyph:
      'M5 16.5c0-5.5 2.5-8.5 7-8.5 3 0 4.5 1.5 6 1.5a2 2 0 1 0-1.7-3M5 16.5h3c.3-1.7 2.7-1.7 3 0h2.5c.3-1.7 2.7-1.7 3 0H18c.5-2.500.3-5-.7-7M9 11.5c.9.7 2 .7 3 0',
  },
  helm: {
    hue: 232,
    glyph:
      'M12 15.2a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4ZM12 5v3.8M12 15.2V19M5 12h3.8M15.2 12H19M7.1 7.1l2.6 2.6M14.3 14.3l2.6 2.6M16.9 7.1l-2.6 2.6M9.7 14.3l-2.6 2.6',
  },
  go: { hue: 190, glyph: 'M4.5 10H8M4 12.5h3M14.2 10.2A4 4 0 1 0 15 13h-3M5.5 15H7M19.5 12a2.2 2.6 0 1 1-4.4 0 2.2 2.6 0 0 1 4.4 0Z' },
  debian: {
    hue: 340,
    glyph:
      'M13.5 13.3c-1.500.6-3-.3-3-1.8 0-1.6 1.3-2.7 3-2.7 2.2 0 3.7 1.6 3.7 3.7 0 2.7-2.2 4.5-5 4.5-3.5 0-5.7-2.5-5.7-5.7C6.5 7.7 9.3 5 13 5c1.2 0 2.300.3 3.200.8',
  },
  rpm: { hue: 355, glyph: 'M12 19a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM10 15.5V8.8h2.5a2 2 0 0 1 0 4H10M12.3 12.8l2 2.7' },
  swift: {
    hue: 22,
    glyph:
      'M5 14.5c3.5 3 7.5 3.5 10.5 2 1.5-.5 2.7 0 3.5 1.300.5-2-.2-3.6-1.3-4.700.5-2.6-.8-5.3-3.7-7.3 1.3 2.3 1.5 4.2 1 5.8L8.5 7l4.3 5.2L6 8l5.5 6.3c-2 .9-4.200.9-6.500.2Z',
  },
  terraform: { hue: 262, glyph: 'M6 6.5l4.5 2.5v5L6 11.5ZM11.8 9.7l4.5 2.5v5l-4.5-2.5ZM17.7 12.2V7.3l-4.4 2.4' },
  nuget: { hue: 204, glyph: 'M13.5 18.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9ZM7.2 8.7a1.7 1.7 0 1 0 0-3.4 1.7 1.7 0 0 0 0 3.4ZM12.2 13a1 1 0 1 0 0-2M16 16v.1' },
  cargo: {
    hue: 32,
    glyph:
      'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM12 5v3M12 16v3M5.9 8.5l2.6 1.5M15.5 14l2.6 1.5M5.9 15.5 8.5 14M15.5 10l2.6-1.5M11 13.5v-3h1.3a.9.9 0 0 1 0 1.8H11',
  },
  gems: { hue: 350, glyph: 'M8 6h8l3.5 4.5L12 19l-7.5-8.5ZM4.5 10.5h15M9.5 10.5 12 18.5l2.5-8M8 6l1.5 4.5L12 6l2.5 4.5L16 6' },
  alpine: { hue: 212, glyph: 'M3.5 17 9 8.5l5.5 8.5M11.8 12.8 14.5 9l5.5 8h-8.5M7.3 11.2 9 13l1.7-1.8' },
};

interface FormatIconProps {
  /** A format's id; a name that is none of ours is drawn as generic. */
  format: string;
  size?: number;
  /** Only where the icon stands alone. */
  label?: string;
}

/** The tile of a package format. */
export function FormatIcon({ format, size = 24, label }: FormatIconProps) {
  const { hue, glyph } = drawings[format as FormatId] ?? drawings.generic;
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      className="ph-format-icon"
      style={{ '--hue': hue } as React.CSSProperties}
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
      role="img"
      aria-label={label}
      aria-hidden={label ? undefined : true}
    >
      <rect width="24" height="24" rx="6" className="ph-format-tile" />
      <path d={glyph} className="ph-format-glyph" strokeWidth="1.4" />
    </svg>
  );
}
