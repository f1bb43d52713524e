import { query } from '@packhouse/console-kit/console-kit.ts';
import { readTabCounts } from '@packhouse/contract/scanning/scanning-component-routes.ts';
import type { ScanDetails } from '@packhouse/contract/scanning/scanning-routes.ts';
import { listViolations } from '@packhouse/contract/scanning/violation-routes.ts';
import { EmptyState, SeverityTag, Skeleton } from '@packhouse/ui/core.ts';
import { useQuery } from '@tanstack/react-query';
import { Rows, type Version } from './security-parts.tsx';
import { t } from './security-words.ts';

interface ViolationsPartProps {
  version: Version;
  details: ScanDetails;
}

/** Rules of policies that the version breaks, or why none does. */
export function ViolationsPart({ version, details }: ViolationsPartProps) {
  const result = useQuery(query(listViolations, { query: { num_of_rows: 100 }, body: version }));
  if (result.isLoading) return <Skeleton lines={4} height={20} />;
  const rows = result.data?.data ?? [];
  if (rows.length === 0) return <NoViolations version={version} details={details} isKnown={result.data !== undefined} />;
  return (
    <Rows
      titles={[t('subject'), t('severity'), t('watch'), t('policy')]}
      rows={rows.map((one) => ({
        key: one.id,
        cells: [one.subject, <SeverityTag key="severity" severity={one.severity} />, one.watch, `${one.policy}: ${one.rule}`],
      }))}
    />
  );
}

/** Why no rule is broken. Only what policies did judge, by sources that stand for all that is in it, is called well. */
function NoViolations({ version, details, isKnown }: ViolationsPartProps & { isKnown: boolean }) {
  const policies = useQuery(query(readTabCounts, { query: version })).data?.policies;
  const { status, vulnerabilities, partial } = details;
  if (!isKnown || !policies) return <EmptyState icon="shield" title={t('notJudged')} />;
  if (policies.types.length === 0)
    return (
      <EmptyState icon="shield" title={t('noPolicy')}>
        {t('noPolicyHelp')}
      </EmptyState>
    );
  const about = t('judgedAbout', { what: policies.types.map((type) => t(`policy_${type}`)).join(', ') });
  if (vulnerabilities === null && status !== 'in progress') return <EmptyState icon="shield" title={t('notJudged')} />;
  if (policies.waiting || status === 'in progress')
    return (
      <EmptyState icon="clock" title={t('violationsWaiting')}>
        {about}
      </EmptyState>
    );
  const asksAdvisories = policies.types.includes('security');
  if (asksAdvisories && vulnerabilities?.notJudged)
    return (
      <EmptyState icon="warning" title={t('notJudged')}>
        {t('violationsUnjudged')}
      </EmptyState>
    );
  if (partial || (asksAdvisories && vulnerabilities?.partial))
    return (
      <EmptyState icon="warning" title={t('violationsIncomplete')}>
        {t('incompleteHelp')}
      </EmptyState>
    );
  return (
    <EmptyState icon="good" title={t('noViolations')}>
      {about}
    </EmptyState>
  );
}
