import type { Session } from '@packhouse/console-kit/session/session.ts';
import { catalogue } from '@packhouse/console-kit/words/i18n.ts';
import type { MenuEntry } from '@packhouse/ui/core.ts';
import { openEducation } from './education/education-state.ts';
import { showOnboarding } from './onboarding-state.ts';

// Apart from the other words of the first steps, which only come when something of them is opened.
const { t } = catalogue(
  { education: 'Education center', walk: 'Walk me through', personalize: 'Personalize' },
  { de: async () => ({ education: 'Lernbereich', walk: 'Rundgang', personalize: 'Anpassen' }) },
);

/** What the help menu has of the first steps. */
export function helpEntries({ kind, features }: Pick<Session, 'kind' | 'features'>): MenuEntry[] {
  return [
    ...(features.educationCenter ? [{ label: t('education'), icon: 'play' as const, onSelect: openEducation }] : []),
    { label: t('walk'), icon: 'arrow-right', onSelect: () => showOnboarding({ walking: true }) },
    ...(kind === 'user' ? [{ label: t('personalize'), icon: 'user' as const, onSelect: () => showOnboarding({ personalizing: true }) }] : []),
  ];
}
