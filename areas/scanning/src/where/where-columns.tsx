import { JudgedBy } from '@packhouse/console-kit/console-kit.ts';
import type { JudgedBy as Sources } from '@packhouse/contract/judged-by.ts';
import type { ArtifactPlace, GitPlace } from '@packhouse/contract/scanning/scanning-git-routes.ts';
import { StatusTag } from '@packhouse/ui/core.ts';
import type { Column } from '@packhouse/ui/table/data.ts';
import { createSearchParams, Link } from 'react-router';
import { t } from './where-words.ts';

const treePath = ({ repository, path }: ArtifactPlace) => `/repos/tree/${encodeURIComponent(repository)}/${path.split('/').map(encodeURIComponent).join('/')}`;

const scanningPath = ({ vendorName, integration, repository }: GitPlace) =>
  `/xray/git-scanning?${createSearchParams({ vcsType: vendorName, integrationId: integration, search: repository })}`;

interface Held {
  name: string;
  version: string;
  vulnerabilities: number;
  judgedBy: Sources;
}

function component<Row extends Held>(): Column<Row> {
  return {
    id: 'component',
    title: t('component'),
    card: 'fact',
    render: ({ name, version }) => (
      <>
        {name} <span className="ph-mono">{version}</span>
      </>
    ),
  };
}

function findings<Row extends Held>(): Column<Row> {
  return {
    id: 'findings',
    title: t('findings'),
    card: 'fact',
    width: '190px',
    render: ({ vulnerabilities: count, judgedBy }) => {
      if (count > 0) return <StatusTag kind="bad">{count}</StatusTag>;
      // Where nobody says anything of its kind, that nothing is known means nothing.
      if (judgedBy.length === 0) return <StatusTag kind="neutral">{t('notJudged')}</StatusTag>;
      return (
        <span className="ph-muted">
          {t('noFindings')} <JudgedBy sources={judgedBy} />
        </span>
      );
    },
  };
}

export function artifactColumns(): Column<ArtifactPlace>[] {
  return [
    {
      id: 'artifact',
      title: t('artifact'),
      card: 'title',
      width: '40%',
      render: (place) => (
        <Link to={treePath(place)} className="ph-main-link ph-mono scan-where">
          {place.repository}/{place.path}
        </Link>
      ),
    },
    component(),
    {
      id: 'inside',
      title: t('inside'),
      render: ({ location }) => (location === '' ? <span className="ph-muted">{t('itself')}</span> : <span className="ph-mono scan-where">{location}</span>),
    },
    findings(),
  ];
}

export function sourceColumns(): Column<GitPlace>[] {
  return [
    {
      id: 'repository',
      title: t('repository'),
      card: 'title',
      render: (place) => (
        <Link to={scanningPath(place)} className="ph-main-link ph-mono">
          {place.repository}
        </Link>
      ),
    },
    { id: 'branch', title: t('branch'), render: ({ ref }) => <span className="ph-mono">{ref}</span> },
    {
      id: 'place',
      title: t('place'),
      card: 'fact',
      render: ({ path, line }) => <span className="ph-mono scan-where">{line === null ? path : `${path}:${line}`}</span>,
    },
    component(),
    findings(),
  ];
}
