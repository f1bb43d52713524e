import type { TargetCheck } from '@packhouse/contract/distribution-target-routes.ts';
import { Banner } from '@packhouse/ui/core.ts';
import { t } from '../messages.ts';

/** What a target answered when it was tried. */
export function CheckResult({ check }: { check: TargetCheck }) {
  const { reachable, message, version, user, trustsKey } = check;
  const kind = reachable ? (trustsKey === false ? 'warning' : 'good') : 'bad';
  return (
    <Banner kind={kind}>
      {message}
      {version && ` ${t('checkVersion', { version })}`}
      {user && ` ${t('checkUser', { user })}`}
      {trustsKey === false && ` ${t('checkNoTrust')}`}
    </Banner>
  );
}
