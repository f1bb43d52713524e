import { call, refresh, useRefusal } from '@packhouse/console-kit/console-kit.ts';
import { listTrustedDeployments, type OwnDeployment, rotateDeploymentKey } from '@packhouse/contract/access/access-trust-routes.ts';
import { Button, Copyable, Deletion, Facts, RelativeTime, Section } from '@packhouse/ui/core.ts';
import { useState } from 'react';
import { t } from './trust-words.ts';

/** Who this deployment is to others. */
export function ThisDeployment({ self: { id, name, url, fingerprint, keySince } }: { self: OwnDeployment }) {
  const [isAsking, setAsking] = useState(false);
  const refusal = useRefusal(rotateDeploymentKey);
  const rotate = async () => {
    await call(rotateDeploymentKey, {});
    await refresh(listTrustedDeployments);
  };
  return (
    <Section
      title={t('self')}
      actions={
        <Button icon="refresh" refusal={refusal} onClick={() => setAsking(true)}>
          {t('rotate')}
        </Button>
      }
    >
      <Facts
        items={[
          [t('name'), name],
          [t('id'), <Copyable key="id" value={id} what={t('id')} />],
          [
            t('url'),
            url ?? (
              <span key="url" className="ph-muted">
                {t('urlUnknown')}
              </span>
            ),
          ],
          [t('fingerprint'), <Copyable key="fingerprint" value={fingerprint} what={t('fingerprint')} />],
          [t('keySince'), <RelativeTime key="since" at={keySince} />],
        ]}
      />
      {isAsking && (
        <Deletion title={t('rotateTitle')} action={t('rotate')} work={rotate} done={t('wasRotated')} onClose={() => setAsking(false)}>
          <p>{t('rotateText')}</p>
        </Deletion>
      )}
    </Section>
  );
}
