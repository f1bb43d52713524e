import { LoadedPage, query, useLive } from '@packhouse/console-kit/console-kit.ts';
import { useAddress } from '@packhouse/console-kit/lists.ts';
import type { RouteReply } from '@packhouse/contract/route.ts';
import { type PullFinding, readGitPullRequest } from '@packhouse/contract/scanning/git-pull-routes.ts';
import { Banner, EmptyState, Facts, LinkButton, Page, RelativeTime, Section, SeverityTag } from '@packhouse/ui/core.ts';
import { type Column, DataTable } from '@packhouse/ui/table/data.ts';
import { useQuery } from '@tanstack/react-query';
import { getVendorLabel } from '../integrations-words.ts';
import { ChooseConnection } from '../scanning/no-connection.tsx';
import { Added, PullState, PullVerdict } from './pull-verdict.tsx';
import { t } from './pull-words.ts';
import { useRepositoryAddress } from './repository-address.ts';
import '../integrations.css';

type Pull = RouteReply<typeof readGitPullRequest>;

/** One pull request: its verdict, and what of known vulnerabilities it brings, mends and leaves. */
export function PullPage() {
  const { isNamed } = useRepositoryAddress();
  const [{ number }] = useAddress('number');
  return isNamed && /^\d{1,9}$/.test(number) ? <PullOf number={Number(number)} /> : <ChooseConnection title={t('pull')} />;
}

function PullOf({ number }: { number: number }) {
  const { params, way, pullsPath, vcsType } = useRepositoryAddress();
  const result = useQuery(query(readGitPullRequest, { params: { ...params, number } }));
  useLive(['git.'], readGitPullRequest);
  const back = (
    <LinkButton to={pullsPath} icon="arrow-left">
      {t('toPulls')}
    </LinkButton>
  );
  const breadcrumb = [...way, { label: t('pullRequests'), to: pullsPath }];
  return (
    <LoadedPage result={result} missing={<EmptyState icon="list" title={t('noPull')} action={back} />} title={t('pull')} breadcrumb={breadcrumb}>
      {(pull) => (
        <Page
          title={t('titled', { number: String(pull.number), title: pull.title })}
          breadcrumb={[...breadcrumb, { label: `#${pull.number}` }]}
          subtitle={<span className="ph-mono">{pull.repository.fullName}</span>}
          actions={pull.url !== null && <AtVendor url={pull.url} vendor={getVendorLabel(vcsType) ?? vcsType} />}
          aside={<PullFacts pull={pull} />}
        >
          <Findings pull={pull} />
        </Page>
      )}
    </LoadedPage>
  );
}

function AtVendor({ url, vendor }: { url: string; vendor: string }) {
  return (
    <a className="ph-button ph-button-secondary" href={url} target="_blank" rel="noreferrer">
      {t('atVendor', { vendor })}
    </a>
  );
}

function PullFacts({ pull: { state, scan, seenAt } }: { pull: Pull }) {
  return (
    <Facts
      title={t('pull')}
      items={[
        [t('state'), <PullState key="state" state={state} />],
        [t('asOf'), <RelativeTime key="seen" at={seenAt} />],
        [t('verdict'), <PullVerdict key="verdict" scan={scan} />],
        ...(scan === null
          ? []
          : ([
              [t('addsWhat'), <Added key="adds" scan={scan} />],
              [t('fixes'), String(scan.fixed)],
              [t('keeps'), String(scan.unchanged)],
              [t('coverage'), t('coverageOf', { read: String(scan.filesRead), count: String(scan.files) })],
              [t('scanned'), <RelativeTime key="scanned" at={scan.at} />],
              [
                t('commit'),
                <span key="commit" className="ph-mono">
                  {scan.commit.slice(0, 12)}
                </span>,
              ],
              [
                t('base'),
                <span key="base" className="ph-mono">
                  {scan.base.slice(0, 12)}
                </span>,
              ],
            ] as const)),
      ]}
    />
  );
}

function Findings({ pull: { findings, scan, cut } }: { pull: Pull }) {
  if (scan === null) return <EmptyState icon="list" title={t('notScanned')} />;
  return (
    <>
      {cut && <Banner kind="warning">{t('cut')}</Banner>}
      {scan.notJudged.length > 0 && <Banner kind="warning">{t('notJudged', { names: scan.notJudged.join(', ') })}</Banner>}
      {(['fresh', 'fixed', 'unchanged'] as const).map((kind) => (
        <Section key={kind} title={t(kind)}>
          {findings[kind].length === 0 ? <p className="ph-muted">{t(`${kind}None`)}</p> : <FindingTable kind={kind} findings={findings[kind]} />}
        </Section>
      ))}
    </>
  );
}

function columns(): Column<PullFinding>[] {
  return [
    { id: 'severity', title: t('severity'), width: '110px', card: 'fact', render: ({ severity }) => <SeverityTag severity={severity} /> },
    { id: 'vulnerability', title: t('vulnerability'), card: 'title', render: ({ advisory }) => <span className="ph-mono">{advisory}</span> },
    {
      id: 'component',
      title: t('component'),
      card: 'fact',
      render: ({ component, version }) => (
        <>
          {component} <span className="ph-mono">{version}</span>
        </>
      ),
    },
    { id: 'fixedIn', title: t('fixedIn'), render: ({ fixedVersions }) => <span className="ph-mono">{fixedVersions.slice(0, 3).join(', ') || '–'}</span> },
    {
      id: 'place',
      title: t('place'),
      render: ({ path, line }) => <span className="ph-mono">{line === null ? path : `${path}:${line}`}</span>,
    },
  ];
}

function FindingTable({ kind, findings }: { kind: 'fresh' | 'fixed' | 'unchanged'; findings: readonly PullFinding[] }) {
  return (
    <DataTable<PullFinding>
      id={`git-pull-${kind}`}
      label={t(kind)}
      rows={findings}
      columns={columns()}
      rowKey={({ advisory, component, version, path }) => `${advisory} ${component} ${version} ${path}`}
      empty={null}
    />
  );
}
