import { RouteTabs } from '@packhouse/ui/core.ts';
import { exceptionListPath, firewallPath, recordListPath } from './firewall-screens.ts';
import { t } from './firewall-words.ts';
import { useKeepsRules } from './keeps-rules.ts';

/** From one page of the firewall to the others; whoever keeps no rules sees exceptions only. */
export function FirewallTabs() {
  if (!useKeepsRules()) return null;
  const tabs = [
    { to: firewallPath, label: t('rules'), end: true },
    { to: recordListPath, label: t('records') },
    { to: exceptionListPath, label: t('exceptions') },
  ];
  return <RouteTabs label={t('pages')} tabs={tabs} />;
}
