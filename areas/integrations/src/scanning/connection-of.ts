import { useAddress } from '@packhouse/console-kit/lists.ts';
import { integrationsPath, vendorPath } from '../integrations-screens.ts';
import { getVendorLabel } from '../integrations-words.ts';
import { t } from './scanning-words.ts';

/** The connection that the address names. */
export function useConnectionAddress(): { vcsType: string; integrationId: string } {
  const [address] = useAddress('vcsType', 'integrationId');
  return address;
}

/** The way to a connection. */
export function getWay(vcsType: string) {
  const vendor = getVendorLabel(vcsType);
  const list = vendor === undefined ? [] : [{ label: t('instances', { vendor }), to: vendorPath(vcsType) }];
  return [{ label: t('integrations'), to: integrationsPath }, ...list];
}
