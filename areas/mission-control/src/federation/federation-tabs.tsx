import { RouteTabs } from '@packhouse/ui/core.ts';
import { conflictsPath, federationListPath } from './federation-screens.ts';
import { t } from './federation-words.ts';

/** Connections, and what was lost between them. */
export function FederationTabs() {
  return (
    <RouteTabs
      label={t('title')}
      tabs={[
        { to: federationListPath, label: t('connections'), end: true },
        { to: conflictsPath, label: t('conflicts') },
      ]}
    />
  );
}
