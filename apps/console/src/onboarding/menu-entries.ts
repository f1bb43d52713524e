import type { Session } from '@packhouse/console-kit/session/session.ts';
import type { MenuEntry } from '@packhouse/ui/core.ts';
import { openEducation } from './education/education-state.ts';
import { t } from './menu-entry-words.ts';
import { showOnboarding } from './onboarding-state.ts';

/** Lists what the help menu has of the first steps. */
export function helpEntries({ kind, features }: Pick<Session, 'kind' | 'features'>): MenuEntry[] {
  return [
    ...(features.educationCenter ? [{ label: t('education'), icon: 'play' as const, onSelect: openEducation }] : []),
    { label: t('walk'), icon: 'arrow-right', onSelect: () => showOnboarding({ walking: true }) },
    ...(kind === 'user' ? [{ label: t('personalize'), icon: 'user' as const, onSelect: () => showOnboarding({ personalizing: true }) }] : []),
  ];
}
