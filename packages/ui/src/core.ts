/** First entry of the kit: what every screen needs. No component library in it, so that the first paint stays light. */
import './theme.css';

export { Button, type ButtonKind, IconButton, LinkButton } from './button.tsx';
export { CodeBlock, CopyButton, CopyField, copiedDuration, useCopy } from './copy.tsx';
export { ConfirmDelete, Deletion, Dialog } from './dialog.tsx';
export { CheckField, Field, PasswordField, SearchField, TextField } from './field.tsx';
export { FormatIcon } from './format-icon.tsx';
export { Icon, type IconName } from './icon.tsx';
export { Menu, type MenuEntry } from './menu.tsx';
export { NotificationArea, type NotificationKind, notificationDurations, notify } from './notifications.tsx';
export { type Crumb, Facts, FilterChips, Page, PageHeader, RouteTabs, Section, setPageTools, usePageTitle } from './page.tsx';
export { Banner, EmptyState, ErrorState, OfflineState, RefusedState, Skeleton } from './states.tsx';
export { SeverityTag, type StatusKind, StatusTag, Tag } from './status-tag.tsx';
export { applyTheme, type ThemeChoice, themeChoice, useTheme } from './theme.ts';
export { Tooltip } from './tooltip.tsx';
export { absoluteTime, Bytes, Copyable, DayOf, Digest, formatBytes, formatNumber, RelativeTime, relativeTime, setLocale } from './values.tsx';
export { setWords, type Words, words } from './words.ts';
