import { query } from '@packhouse/console-kit/console-kit.ts';
import { readTabCounts } from '@packhouse/contract/scanning/scanning-component-routes.ts';
import type { ScanDetails } from '@packhouse/contract/scanning/scanning-routes.ts';
import { listViolations } from '@packhouse/contract/scanning/violation-routes.ts';
import { EmptyState, LinkButton, SeverityTag, Skeleton, StatusTag } from '@packhouse/ui/core.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { createSearchParams, Link } from 'react-router';
import { FindingFilter, useFindingFilter } from './finding-filter.tsx';
import { Rows, type Version } from './security-parts.tsx';
import { t } from './security-words.ts';
import { TurnRows, usePage } from './turn-rows.tsx';

const perPage = 100;

interface ViolationsPartProps {
  version: Version;
  details: ScanDetails;
}

/** Rules of policies that the version breaks, active or ignored, or why there are none. Each leads to what became of it. */
export function ViolationsPart({ version, details }: ViolationsPartProps) {
  const filter = useFindingFilter();
  const turning = usePage();
  const asked = { query: { num_of_rows: perPage, page_num: turning[0] }, body: { ...version, filter: filter.value } };
  const result = useQuery({ ...query(listViolations, asked), placeholderData: keepPreviousData });
  if (result.isLoading) return <Skeleton lines={4} height={20} />;
  const { data: rows = [], total_count: total = 0, facets } = result.data ?? {};
  const hasAny = facets !== undefined && facets.active + facets.ignored > 0;
  if (!hasAny) return <NoViolations version={version} details={details} isKnown={result.data !== undefined} />;
  const inList = createSearchParams({ ...version, ...(filter.value === 'ignored' ? { filter: 'ignored' } : {}) });
  return (
    <>
      <FindingFilter counts={facets} filter={filter} />
      {total === 0 ? (
        <EmptyState icon="eye-off" title={t(filter.value === 'ignored' ? 'noneIgnored' : 'allIgnored')} />
      ) : (
        <Rows
          titles={[t('subject'), t('severity'), t('watch'), t('policy')]}
          rows={rows.map((one) => ({
            key: one.id,
            cells: [
              <span key="subject" className="pkg-violation">
                <Link to={`/security/violations/${one.id}?${inList}`}>{one.subject}</Link>
                {one.blocks_from !== null && Date.parse(one.blocks_from) <= Date.now() && <StatusTag kind="bad">{t('blocks')}</StatusTag>}
                {one.ignored && <span className="ph-muted">{t('ignoredBy', { author: one.ignored.author, notes: one.ignored.notes })}</span>}
              </span>,
              <SeverityTag key="severity" severity={one.severity} />,
              one.watch,
              `${one.policy}: ${one.rule}`,
            ],
          }))}
        />
      )}
      <TurnRows label={t('section_violations')} total={total} perPage={perPage} turning={turning} />
      <p>
        <LinkButton to={`/security/violations?${inList}`} icon="shield">
          {t('inList')}
        </LinkButton>
      </p>
    </>
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
