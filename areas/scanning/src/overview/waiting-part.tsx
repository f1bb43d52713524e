import { query } from '@packhouse/console-kit/console-kit.ts';
import { listFirewallExceptions } from '@packhouse/contract/repositories/firewall-routes.ts';
import { listPolicyExceptions } from '@packhouse/contract/scanning/policy-exception-routes.ts';
import { Banner } from '@packhouse/ui/core.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { exceptionListPath } from '../firewall/firewall-screens.ts';
import { policyExceptionListPath } from '../governing/governing-screens.ts';
import { t } from './overview-words.ts';

/** Of so many that wait it is looked at whether the reader decides about them. */
const mostLookedAt = 200;

/** What others ask for and the reader decides about; nothing where nothing waits. */
export function WaitingPart() {
  const asked = { query: { state: 'asked' as const, limit: mostLookedAt } };
  const ofPolicies = useQuery(query(listPolicyExceptions, asked)).data?.items.filter(({ may_decide: mayDecide }) => mayDecide).length ?? 0;
  const ofFirewall = useQuery(query(listFirewallExceptions, asked)).data?.items.filter(({ mayDecide }) => mayDecide).length ?? 0;
  if (ofPolicies + ofFirewall === 0) return null;
  return (
    <Banner kind="info">
      {t('waiting')} {ofPolicies > 0 && <Link to={`${policyExceptionListPath}?state=asked`}>{t('waitingPolicies', { count: ofPolicies })}</Link>}
      {ofPolicies > 0 && ofFirewall > 0 && ', '}
      {ofFirewall > 0 && <Link to={`${exceptionListPath}?state=asked`}>{t('waitingFirewall', { count: ofFirewall })}</Link>}
    </Banner>
  );
}
