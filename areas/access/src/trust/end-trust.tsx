import { call, refresh } from '@packhouse/console-kit/console-kit.ts';
import {
  forgetTrustedDeployment,
  listTrustedDeployments,
  revokeTrustedDeployment,
  type TrustedDeployment,
} from '@packhouse/contract/access/access-trust-routes.ts';
import { Deletion } from '@packhouse/ui/core.ts';
import { t } from './trust-words.ts';

interface EndProps {
  deployment: TrustedDeployment;
  onClose: () => void;
}

/** Says what ends with the trust in a deployment, and ends it. */
export function RevokeTrust({ deployment: { id, name, purposes }, onClose }: EndProps) {
  const work = async () => {
    await call(revokeTrustedDeployment, { params: { id } });
    await refresh(listTrustedDeployments);
  };
  return (
    <Deletion title={t('revokeTitle', { name })} action={t('revokeAction')} work={work} done={t('wasRevoked', { name })} onClose={onClose}>
      <p>{t('revokeText')}</p>
      <ul>
        {purposes.map((purpose) => (
          <li key={purpose}>{t(`ends-${purpose}`)}</li>
        ))}
      </ul>
    </Deletion>
  );
}

/** Removes a deployment that is not trusted any more. */
export function ForgetDeployment({ deployment: { id, name }, onClose }: EndProps) {
  const work = async () => {
    await call(forgetTrustedDeployment, { params: { id } });
    await refresh(listTrustedDeployments);
  };
  return (
    <Deletion title={t('forgetTitle', { name })} action={t('forget')} work={work} done={t('wasForgotten', { name })} onClose={onClose}>
      <p>{t('forgetText')}</p>
    </Deletion>
  );
}
