import { RouteTabs } from '@packhouse/ui/core.ts';
import { paths } from '../distribution-screens.ts';
import { t } from './targets-words.ts';

/** The two pages of the administration of distribution. */
export function AdminTabs() {
  return (
    <RouteTabs
      label={t('distribution')}
      tabs={[
        { to: paths.targets, label: t('targets') },
        { to: paths.settings, label: t('settings') },
      ]}
    />
  );
}
