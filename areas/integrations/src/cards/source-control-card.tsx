import type { Vendor } from '@packhouse/contract/scanning/integration-routes.ts';
import { Button, Icon, type StatusKind, StatusTag } from '@packhouse/ui/core.ts';
import { Link } from 'react-router';
import { type DialogEvent, getConnectAction } from '../dialog/dialog-state.ts';
import { vendorPath } from '../integrations-screens.ts';
import { t } from '../integrations-words.ts';
import { VendorMark } from './vendor-mark.tsx';

interface SourceControlCardProps {
  vendor: Vendor;
  status: Vendor['status'];
  send: (event: DialogEvent) => void;
}

const kinds: Readonly<Record<Vendor['status'], StatusKind>> = { CONFIGURED: 'good', CONNECTED: 'info', DISCONNECTED: 'neutral' };

/** A vendor: how it is connected, and what can be done about that. */
export function SourceControlCard({ vendor, status, send }: SourceControlCardProps) {
  const { id, displayName, integrations } = vendor;
  const action = getConnectAction(vendor);
  const connect = () => send({ type: 'connect', vendorName: id });
  const unused = integrations.find(({ products }) => products.length === 0);
  return (
    <article className="integration-card" aria-label={displayName}>
      <VendorMark id={id} />
      <h3>{vendor.connected ? <Link to={vendorPath(id)}>{displayName}</Link> : displayName}</h3>
      <StatusTag kind={kinds[status]}>{t(`status_${status}`)}</StatusTag>
      {status === 'CONNECTED' && unused ? (
        <button type="button" className="integration-alert" onClick={() => send({ type: 'chooseService', vendorName: id, integrationKey: unused.key })}>
          <Icon name="warning" size={12} />
          {t('connectService')}
        </button>
      ) : (
        <span className="integration-count">{vendor.connected && t('connections', { count: integrations.length })}</span>
      )}
      {action === 'add' ? (
        <Button aria-label={t('addVendor', { vendor: displayName })} onClick={connect}>
          +
        </Button>
      ) : (
        <Button kind="primary" aria-label={t('connectVendor', { vendor: displayName })} onClick={connect}>
          {t('connect')}
        </Button>
      )}
    </article>
  );
}
