import { findFormatId, getCard, plainFormat } from '@packhouse/contract/repositories/format-ids.ts';

interface FormatIconProps {
  /** A format's name; one that is none of ours is drawn as plain files are. */
  format: string;
  size?: number;
  /** Only where the icon stands alone. */
  label?: string;
}

/** The tile of a package format. */
export function FormatIcon({ format, size = 24, label }: FormatIconProps) {
  const { hue, glyph } = getCard(findFormatId(format) ?? plainFormat).icon;
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
