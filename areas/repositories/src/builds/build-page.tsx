import { BillDownloads, call, Failure, query, useLive, useSession, Verdict } from '@packhouse/console-kit/console-kit.ts';
import { type Build, readBuild } from '@packhouse/contract/repositories/build-routes.ts';
import { getFormatTitle } from '@packhouse/contract/repositories/format-ids.ts';
import { exportBuildBill } from '@packhouse/contract/scanning/bill-routes.ts';
import { readBuildVerdict } from '@packhouse/contract/scanning/verdict-routes.ts';
import { EmptyState, Facts, Icon, Page, RelativeTime, Section, Skeleton, Tag } from '@packhouse/ui/core.ts';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearchParams } from 'react-router';
import { BuildActions } from '../distribute/build-actions.tsx';
import { Environment, Promotions, Sources } from './build-records.tsx';
import { buildRunsPath } from './builds-screens.ts';
import { t } from './builds-words.ts';
import { ArtifactTable, DependencyTable } from './module-tables.tsx';
import './builds.css';

/** One run of a build; its address is the one that command lines print. */
export function BuildPage() {
  const { name = '', number = '', started } = useParams();
  const [params] = useSearchParams();
  const repository = params.get('buildRepo') ?? undefined;
  useLive(['artifact.'], readBuild);
  const result = useQuery(
    query(readBuild, {
      query: { name, number, ...(started && /^\d+$/.test(started) ? { started: Number(started) } : {}), ...(repository ? { repository } : {}) },
    }),
  );
  const build = result.data;
  return (
    <Page
      title={`${name} ${number}`}
      breadcrumb={[
        { label: t('builds'), to: '/builds' },
        { label: name, to: repository ? buildRunsPath(name, repository) : `/builds/${encodeURIComponent(name)}` },
        { label: number },
      ]}
      {...(build ? { aside: <RunFacts build={build} />, actions: <BuildActions build={build} /> } : {})}
    >
      {result.isPending && <Skeleton lines={6} shape="thing" />}
      {result.error && !build && <Failure error={result.error} onRetry={() => void result.refetch()} />}
      {build && <Content build={build} />}
    </Page>
  );
}

function RunFacts({ build }: { build: Build }) {
  const { services } = useSession();
  const { name, number } = build;
  const isScanned = 'xray' in services;
  const verdict = useQuery({ ...query(readBuildVerdict, { query: { name, number } }), enabled: isScanned });
  return (
    <Facts
      title={t('details')}
      items={[
        [t('started'), <RelativeTime key="started" at={build.started} />],
        build.status
          ? [
              t('status'),
              <Tag key="status" accent>
                {build.status}
              </Tag>,
            ]
          : undefined,
        build.agent ? [t('agent'), build.agent] : undefined,
        [t('publishedBy'), build.createdBy],
        build.url
          ? [
              t('runOnServer'),
              <a key="url" href={build.url} target="_blank" rel="noreferrer noopener">
                {t('open')} <Icon name="external" />
              </a>,
            ]
          : undefined,
        [
          t('documents'),
          <Link key="documents" to={`/repos/tree/${encodeURIComponent(build.repository)}`} className="ph-mono">
            {build.repository}
          </Link>,
        ],
        isScanned ? [t('vulnerabilities'), <Verdict key="verdict" result={verdict} />] : undefined,
        isScanned
          ? [t('bill'), <BillDownloads key="bill" file={`${name}-${number}`} get={(format) => call(exportBuildBill, { query: { name, number, format } })} />]
          : undefined,
      ]}
    />
  );
}

function Content({ build }: { build: Build }) {
  return (
    <>
      {build.modules.length === 0 && <EmptyState icon="package" title={t('noModules')} />}
      {build.modules.map((module) => (
        <Section key={module.name} title={t('module', { name: module.name })} {...(module.type ? { actions: <Tag>{getFormatTitle(module.type)}</Tag> } : {})}>
          {module.artifacts.length > 0 && <ArtifactTable files={module.artifacts} />}
          {module.dependencies.length > 0 && <DependencyTable files={module.dependencies} />}
        </Section>
      ))}
      <Promotions promotions={build.promotions} />
      {build.changes.length > 0 && <Sources changes={build.changes} />}
      {build.properties.length > 0 && <Environment properties={build.properties} />}
    </>
  );
}
