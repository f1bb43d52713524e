import { useSession } from '@packhouse/console-kit/console-kit.ts';
import { RouteTabs } from '@packhouse/ui/core.ts';
import { exceptionListPath, firewallPath, recordListPath } from './firewall-screens.ts';
import { t } from './firewall-words.ts';

/** From one page of the firewall to the others; whoever keeps no rules sees exceptions only. */
export function FirewallTabs() {
  const { administrator } = useSession();
  if (!administrator) return null;
  const tabs = [
    { to: firewallPath, label: t('rules'), end: true },
    { to: recordListPath, label: t('records') },
    { to: exceptionListPath, label: t('exceptions') },
  ];
  return <RouteTabs label={t('pages')} tabs={tabs} />;
}
