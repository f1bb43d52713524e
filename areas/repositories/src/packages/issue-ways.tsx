import { Failure, query } from '@packhouse/console-kit/console-kit.ts';
import { type ImpactPath, readUnifiedImpactPath } from '@packhouse/contract/scanning/scanning-component-routes.ts';
import { listWatchesOfIssue } from '@packhouse/contract/scanning/watch-routes.ts';
import { Button, formatNumber, Section, Skeleton, Tag } from '@packhouse/ui/core.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { createSearchParams, Link } from 'react-router';
import { t } from './security-words.ts';

const kinds = { build: 'way_build', releaseBundleV2: 'way_bundle', git: 'way_git' } as const;
const isApart = (type: string): type is keyof typeof kinds => Object.hasOwn(kinds, type);

function Way({ way: { package_type: type, repository, path, steps } }: { way: ImpactPath }) {
  return (
    <li>
      {isApart(type) && <Tag>{t(kinds[type])}</Tag>} <code>{steps.map(({ name, version }) => `${name} ${version}`).join(' → ')}</code>
      <span className="ph-muted">{`${repository}/${path}`}</span>
    </li>
  );
}

function Ways({ id }: { id: string }) {
  const { data, error, isPending, refetch } = useQuery(query(readUnifiedImpactPath, { query: { type: 'security', id } }));
  if (isPending) return <Skeleton lines={3} height={20} />;
  if (!data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (data.data.length === 0) return <p className="ph-muted">{t('noWays')}</p>;
  return (
    <>
      <ul className="pkg-places">
        {data.data.map((way) => (
          <Way
            key={`${way.package_type} ${way.repository}/${way.path} ${way.steps.map(({ component_id, location }) => `${component_id}${location}`).join()}`}
            way={way}
          />
        ))}
      </ul>
      {data.more && <p className="ph-muted">{t('moreWays', { shown: formatNumber(data.data.length), total: formatNumber(data.total_count) })}</p>}
    </>
  );
}

/** Watches in which the vulnerability breaks a rule, each with its violations. */
function Watches({ id }: { id: string }) {
  const { data, error, isPending, refetch } = useQuery(query(listWatchesOfIssue, { query: { user_issue_id: id } }));
  if (isPending) return <Skeleton lines={2} height={20} />;
  if (!data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (data.data.length === 0) return <p className="ph-muted">{t('noWatches')}</p>;
  return (
    <ul className="pkg-places">
      {data.data.map(({ name, violations }) => (
        <li key={name}>
          <Link to={`/security/violations?${createSearchParams({ watch: name, subject: id })}`}>{name}</Link>
          <span className="ph-muted">{t('violationCount', { count: violations })}</span>
        </li>
      ))}
    </ul>
  );
}

/** By which ways a vulnerability reaches anything here, and where it breaks a rule; asked for, since that looks through everything. */
export function IssueWays({ id }: { id: string }) {
  const [isAsked, setAsked] = useState(false);
  if (!isAsked)
    return (
      <p>
        <Button icon="search" onClick={() => setAsked(true)}>
          {t('showWays')}
        </Button>
      </p>
    );
  return (
    <>
      <Section title={t('ways')}>
        <Ways id={id} />
      </Section>
      <Section title={t('watchesOf')}>
        <Watches id={id} />
      </Section>
    </>
  );
}
