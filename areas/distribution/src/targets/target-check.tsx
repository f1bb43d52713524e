import type { TargetCheck } from '@packhouse/contract/distribution/distribution-target-routes.ts';
import { Banner, words } from '@packhouse/ui/core.ts';
import { t } from './targets-words.ts';

/** Shows what a target answered when it was tried. */
export function CheckResult({ check }: { check: TargetCheck }) {
  const { reachable, version, trustsKey } = check;
  const kind = reachable ? (trustsKey === false ? 'warning' : 'good') : 'bad';
  return (
    <Banner kind={kind}>
      <p>{words().said(check)}</p>
      {version && <p>{t('checkVersion', { version })}</p>}
      {trustsKey === false && <p>{t('checkNoTrust')}</p>}
    </Banner>
  );
}
