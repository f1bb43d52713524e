import type { CSSProperties } from 'react';
import { type IconName, iconPaths } from './icon-paths.ts';

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
      className={className ? `ph-icon ${className}` : 'ph-icon'}
      style={style}
      role="img"
      aria-label={label}
      aria-hidden={label ? undefined : true}
    >
      <path d={iconPaths[name]} />
    </svg>
  );
}
