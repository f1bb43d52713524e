import { query } from '@packhouse/console-kit/console-kit.ts';
import { listOperationalRisks, readPackageTree } from '@packhouse/contract/scanning/scanning-component-routes.ts';
import { EmptyState, Facts, RelativeTime, Skeleton, words } from '@packhouse/ui/core.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { versionPath } from './package-path.ts';
import { t } from './security-words.ts';
import { TurnRows, usePage } from './turn-rows.tsx';

/** So many components, or versions that hold this one, stand on one page. */
const perPage = 500;

export interface Version {
  packageId: string;
  version: string;
}

/** A small table, whose first column names what the rows are about. */
export function Rows({ titles, rows }: { titles: readonly string[]; rows: readonly { key: string; cells: readonly ReactNode[] }[] }) {
  return (
    <div className="pkg-table-frame">
      <table className="pkg-table">
        <thead>
          <tr>
            {titles.map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells: [first, ...others] }) => (
            <tr key={key}>
              <th scope="row">{first}</th>
              {others.map((cell, index) => (
                <td key={titles[index + 1]} data-label={titles[index + 1]}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** How risky it is to go on with the version, and the facts that say so. */
export function RiskPart({ version }: { version: Version }) {
  const result = useQuery(query(listOperationalRisks, { query: version }));
  if (result.isLoading) return <Skeleton lines={4} height={20} />;
  const [risk] = result.data?.data ?? [];
  if (!risk) return <EmptyState icon="warning" title={t('noRisk')} />;
  const { facts } = risk;
  return (
    <Facts
      items={[
        [t('riskLevel'), t(`risk_${risk.level}`)],
        risk.reasons.length > 0
          ? [t('reasons'), (risk.said ?? risk.reasons.map((message) => ({ message }))).map((said) => words().said(said)).join('. ')]
          : undefined,
        [t('released'), <RelativeTime key="released" at={facts.released} />],
        [t('newerVersions'), facts.newer_versions],
        [t('latestVersion'), facts.latest_version],
        [t('cadence'), facts.cadence],
      ]}
    />
  );
}

/** What the version consists of, or what it is part of: who uses it. */
export function TreePart({ version, ancestors }: { version: Version; ancestors: boolean }) {
  const turning = usePage();
  const asked = { ...version, ancestors: ancestors ? ('true' as const) : ('false' as const), num_of_rows: perPage, page_num: turning[0] };
  const result = useQuery(query(readPackageTree, { query: asked }));
  if (result.isLoading) return <Skeleton lines={4} height={20} />;
  // What a version consists of begins with itself.
  const rows = (result.data?.data ?? []).filter((row) => 'repository' in row || row.location !== '');
  const total = result.data?.total_count ?? 0;
  if (rows.length === 0 && total <= perPage) return <EmptyState icon="package" title={t(ancestors ? 'noAncestors' : 'noDescendants')} />;
  return (
    <>
      <Rows
        titles={[t('component'), t('version'), t('where')]}
        rows={rows.map((row) => ({
          key: 'repository' in row ? `${row.repository}/${row.path} ${row.location}` : `${row.purl} ${row.location}`,
          cells: [
            'repository' in row ? (
              <Link key="name" to={versionPath(row.component_id, row.version, 'security')}>
                {row.name}
              </Link>
            ) : (
              <code key="name">{row.name}</code>
            ),
            <span key="version" className="ph-mono">
              {row.version}
            </span>,
            <span key="where" className="ph-muted">
              {row.location}
            </span>,
          ],
        }))}
      />
      <TurnRows label={t(ancestors ? 'section_ancestors' : 'section_descendants')} total={total} perPage={perPage} turning={turning} />
    </>
  );
}
