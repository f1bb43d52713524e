/** First entry of the kit: what every screen needs. No component library in it, so that the first paint stays light. */
import './page/theme.css';

export { Button, type ButtonKind, IconButton, LinkButton } from './control/button.tsx';
export { type Explanation, setExplainer } from './control/explanation.ts';
export { CheckField, Field, PasswordField, SearchField, TextAreaField, TextField } from './control/field.tsx';
export { Icon, type IconName } from './control/icon.tsx';
export { Tooltip } from './control/tooltip.tsx';
export { hasUnsaved } from './form/unsaved.ts';
export { ConfirmDelete, Deletion, Dialog } from './overlay/dialog.tsx';
export { Menu, type MenuEntry } from './overlay/menu.tsx';
export { NotificationArea, type NotificationKind, notificationDurations, notify } from './overlay/notifications.tsx';
export { FormatIcon } from './page/format-icon.tsx';
export { type Crumb, Facts, FilterChips, Page, PageHeader, RouteTabs, Section, setPageTools, usePageTitle } from './page/page.tsx';
export { Banner, EmptyState, ErrorState, OfflineState, RefusedState, Skeleton } from './page/states.tsx';
export { applyTheme, type ThemeChoice, themeChoice, useTheme } from './page/theme.ts';
export { setWords, type Words, words } from './ui-words.ts';
export { CodeBlock, CopyButton, CopyField, copiedDuration, useCopy } from './values/copy.tsx';
export { downloadText } from './values/download-text.ts';
export { nameSeverity } from './values/severity-name.ts';
export { SeverityTag, type StatusKind, StatusTag, Tag } from './values/status-tag.tsx';
export { absoluteTime, Bytes, Copyable, DayOf, Digest, formatBytes, formatNumber, RelativeTime, relativeTime, setLocale } from './values/values.tsx';
