import { ListPage, useAddress, usePagedList } from '@packhouse/console-kit/lists.ts';
import { type CoverageReason, coverageReasons, listNotJudged, type NotJudgedVersion } from '@packhouse/contract/scanning/coverage-routes.ts';
import { EmptyState, RelativeTime, words } from '@packhouse/ui/core.ts';
import type { Column } from '@packhouse/ui/table/data.ts';
import { createSearchParams, Link, Navigate } from 'react-router';
import { getPlace } from '../governing/violation-place.ts';
import { coveragePath } from './coverage-screens.ts';
import { t } from './coverage-words.ts';
import '../scanning.css';

const treePath = ({ repository, path }: NotJudgedVersion) =>
  `/repos/tree/${encodeURIComponent(repository)}/${path.split('/').map(encodeURIComponent).join('/')}`;

function columns(isSaid: boolean): Column<NotJudgedVersion>[] {
  return [
    {
      id: 'version',
      title: t('version'),
      card: 'title',
      width: '28%',
      render: (one) => {
        const { title, to } = getPlace(one);
        return (
          <Link to={to} className="ph-main-link scan-where">
            {title}
          </Link>
        );
      },
    },
    {
      id: 'file',
      title: t('file'),
      card: 'fact',
      render: (one) => (
        <Link to={treePath(one)} className="ph-mono scan-where">
          {one.path}
        </Link>
      ),
    },
    ...(isSaid
      ? [
          {
            id: 'said',
            title: t('said'),
            render: ({ reason, said }: NotJudgedVersion) => (reason === null ? null : words().said(said ?? { message: reason })),
          },
        ]
      : []),
    {
      id: 'scanned',
      title: t('scannedAt'),
      width: '130px',
      render: ({ scanned }) => (scanned === null ? <span className="ph-muted">{t('never')}</span> : <RelativeTime at={scanned} />),
    },
  ];
}

type Reason = Exclude<CoverageReason, 'not_indexed'>;

/** The versions of one gap. Which gap is in the address; where that names none, all of them are shown. */
export function NotJudgedPage() {
  const [{ reason, repository, ecosystem }] = useAddress('reason', 'repository', 'ecosystem');
  const known = coverageReasons.find((one) => one === reason);
  if (known === undefined || known === 'not_indexed' || repository === '') return <Navigate to={coveragePath} replace />;
  return <Versions reason={known} repository={repository} ecosystem={ecosystem} />;
}

function Versions({ reason, repository, ecosystem }: { reason: Reason; repository: string; ecosystem: string }) {
  const query = { reason, repository, ...(ecosystem === '' ? {} : { ecosystem }) };
  const list = usePagedList(listNotJudged, { query }, { live: ['scan.'] });
  const named = { reason: t(`reason_${reason}`), repository };
  return (
    <ListPage<NotJudgedVersion>
      id="not-judged-versions"
      title={ecosystem === '' ? t('versionsOf', named) : t('versionsOfKind', { ...named, kind: ecosystem })}
      count={undefined}
      breadcrumb={[{ label: t('title'), to: `${coveragePath}?${createSearchParams({ repository })}` }]}
      list={list}
      columns={columns(ecosystem === '')}
      rowKey={({ path }) => path}
      none={<EmptyState icon="good" title={t('noVersions')} />}
    />
  );
}
