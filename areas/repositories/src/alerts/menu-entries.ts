import type { ArtifactAlert } from '@packhouse/contract/scanning/scanning-ignore-routes.ts';
import type { MenuEntry } from '@packhouse/ui/core.ts';
import { t } from './alerts-words.ts';

/** Lists what can be done with the alert of a file; nothing where there is none. */
export function alertEntries(alert: ArtifactAlert | undefined, open: (what: 'ignore' | 'unignore') => void): MenuEntry[] {
  if (!alert) return [];
  const refusal = alert.allowed ? undefined : t('needIgnore');
  return [
    ...(alert.active > 0 ? [{ label: t('ignoreAlert'), icon: 'eye-off' as const, refusal, onSelect: () => open('ignore') }] : []),
    ...(alert.ignored > 0 ? [{ label: t('unignoreAlert'), icon: 'warning' as const, refusal, onSelect: () => open('unignore') }] : []),
  ];
}
