import type { CSSProperties } from 'react';
import { type IconName, iconPaths } from './icon-paths.ts';

/** Drawings that point along the line of text; they turn around where text runs from right to left. */
const along: ReadonlySet<IconName> = new Set<IconName>(['chevron-right', 'chevron-left', 'arrow-right', 'arrow-left', 'logout']);

export type { IconName } from './icon-paths.ts';

interface IconProps {
  name: IconName;
  /** Edge in pixels; 16 unless said. */
  size?: number;
  /** Only where the icon stands alone; otherwise the words beside it speak. */
  label?: string;
  className?: string;
  style?: CSSProperties;
}

/** One line drawing of the kit's own set, in the colour of the text around it. */
export function Icon({ name, size = 16, label, className, style }: IconProps) {
  return (
    <svg
      viewBox="0 0 20 20"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth={name === 'more' ? 2.4 : 1.6}
      strokeLinecap="round"
      strokeLinejoin="round"
      className={['ph-icon', along.has(name) && 'ph-icon-along', className].filter(Boolean).join(' ')}
      style={style}
      role="img"
      aria-label={label}
      aria-hidden={label ? undefined : true}
    >
      <path d={iconPaths[name]} />
    </svg>
  );
}
