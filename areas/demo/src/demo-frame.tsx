import { Page, RouteTabs } from '@packhouse/ui/core.ts';
import { Outlet } from 'react-router';
import { t } from './demo-words.ts';

/** The demo's title and its tabs around each of its children. */
export function DemoFrame() {
  return (
    <Page title={t('demo')} subtitle={t('demoText')}>
      <RouteTabs
        label={t('demo')}
        tabs={[
          { to: '/demo/tree', label: t('tree') },
          { to: '/demo/typescript/greeting', label: t('greeting') },
          { to: '/demo/multi-mfe-mounting-container', label: t('mounting') },
        ]}
      />
      <Outlet />
    </Page>
  );
}
