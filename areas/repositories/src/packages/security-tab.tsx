import { call, isApiError, Judging, query, refresh, tryAgain, useRefusal, useSession } from '@packhouse/console-kit/console-kit.ts';
import { constants } from '@packhouse/contract/constants.ts';
import type { BillFormat } from '@packhouse/contract/scanning/bill-routes.ts';
import { readIndex } from '@packhouse/contract/scanning/scanning-component-routes.ts';
import { componentDetails, exportComponentDetails, listIssues, type ScanDetails, scanNow } from '@packhouse/contract/scanning/scanning-routes.ts';
import { Banner, Button, EmptyState, LinkButton, notify, Skeleton, words } from '@packhouse/ui/core.ts';
import { useQuery } from '@tanstack/react-query';
import { createSearchParams } from 'react-router';
import { FindingFilter, useFindingFilter } from './finding-filter.tsx';
import { IssueTable } from './issue-table.tsx';
import { LicencesPart } from './licences-part.tsx';
import { obstacle, Security } from './security.tsx';
import { RiskPart, TreePart } from './security-parts.tsx';
import { SectionChoice, useSection } from './security-sections.tsx';
import { t } from './security-words.ts';
import { TurnRows, usePage } from './turn-rows.tsx';
import { useVersion } from './version-page.tsx';
import { ViolationsPart } from './violations-part.tsx';

/** So many vulnerabilities stand on one page. */
const perPage = 500;

/** A scan under way is looked at so often. */
const followMilliseconds = constants.scanData.refresh;

/** Vulnerabilities of a version, or why there is nothing to say. */
export function SecurityTab() {
  const why = obstacle(useSession());
  const { version } = useVersion();
  if (why)
    return (
      <EmptyState icon="shield" title={t('notFound')}>
        {why}
      </EmptyState>
    );
  return <Scan key={version.id} />;
}

function Scan() {
  const { version } = useVersion();
  const ref = { packageId: version.packageId, version: version.name };
  const details = useQuery({
    ...query(componentDetails, { body: ref }),
    retry: tryAgain(constants.scanData.retries),
    refetchInterval: ({ state }) => (state.data?.status === 'in progress' ? followMilliseconds : false),
  });
  const filter = useFindingFilter();
  const section = useSection();
  const turning = usePage();
  const page = section.value === 'issues' ? turning[0] : 1;
  const issues = useQuery({
    ...query(listIssues, { query: { ...ref, filter: filter.value, num_of_rows: perPage, page_num: page } }),
    enabled: details.data?.vulnerabilities != null,
  });
  if (details.isPending || issues.isLoading) return <Skeleton lines={6} height={20} />;
  // What cannot be had of scans is shown as none.
  if (!details.data) return <NotScanned />;
  const { status, reason, said } = details.data;
  const isKnown = details.data.vulnerabilities !== null;
  return (
    <>
      <Summary details={details.data} scanRef={ref} />
      {!isKnown && section.value === 'issues' && status !== 'scanned' && (
        <EmptyState icon="shield" title={t(status)}>
          {reason && words().said(said ?? { message: reason })}
        </EmptyState>
      )}
      <SectionChoice version={ref} section={section} />
      {section.value === 'violations' && <ViolationsPart version={ref} details={details.data} />}
      {section.value === 'licences' && <LicencesPart version={ref} />}
      {section.value === 'risk' && <RiskPart version={ref} />}
      {(section.value === 'descendants' || section.value === 'ancestors') && <TreePart version={ref} ancestors={section.value === 'ancestors'} />}
      {isKnown && section.value === 'issues' && <FindingFilter counts={details.data} filter={filter} />}
      {isKnown &&
        section.value === 'issues' &&
        issues.data &&
        (issues.data.total_count > 0 ? (
          <>
            <IssueTable issues={issues.data.data} details={details.data} />
            <TurnRows label={t('section_issues')} total={issues.data.total_count} perPage={perPage} turning={turning} />
          </>
        ) : (
          <NoIssues details={details.data} ignored={filter.value === 'ignored'} />
        ))}
    </>
  );
}

/** There is no scan: the version waits for it, or nothing in its repositories is scanned. */
function NotScanned() {
  const { version } = useVersion();
  const { administrator } = useSession();
  const index = useQuery(query(readIndex, {})).data?.data ?? [];
  const left = version.repos.map(({ key }) => key).filter((key) => index.some(({ name, indexed }) => name === key && !indexed));
  if (left.length === 0 || left.length < version.repos.length)
    return (
      <EmptyState icon="shield" title={t('notFound')}>
        {t('notFoundHelp')}
      </EmptyState>
    );
  const choose = administrator && <LinkButton to="/admin/xray/indexed-resources">{t('chooseIndexed')}</LinkButton>;
  return (
    <EmptyState icon="shield" title={t('notFound')} action={choose}>
      {t('notIndexed', { repositories: left.join(', ') })}
    </EmptyState>
  );
}

/** Gives the browser a document to keep. */
function keepFile(name: string, content: unknown): void {
  const url = URL.createObjectURL(new Blob([JSON.stringify(content, null, 2)], { type: 'application/vnd.cyclonedx+json' }));
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  URL.revokeObjectURL(url);
}

/** A release line, and since when nothing of it is mended. */
const tellUnsupported = ({ product, cycle, day }: NonNullable<ScanDetails['unsupported']>[number]) =>
  day === null ? `${product} ${cycle}` : t('unsupportedSince', { product, cycle, day });

function Summary({ details, scanRef }: { details: ScanDetails; scanRef: { packageId: string; version: string } }) {
  const { unsupported = [] } = details;
  const refusal = useRefusal(scanNow);
  const download = async (format: BillFormat | 'vex', ending: string) => {
    const name = `${details.name}-${details.version}`.replace(/[^A-Za-z0-9._-]+/g, '_');
    await call(exportComponentDetails, { body: { ...scanRef, format } }).then(
      (document) => keepFile(`${name}.${ending}`, document),
      () => notify.bad(t('downloadFailed')),
    );
  };
  const scanAgain = async () => {
    try {
      await call(scanNow, { body: scanRef });
      notify.good(t('scanStarted'));
      await refresh(componentDetails, listIssues);
    } catch (error) {
      if (isApiError(error)) notify.bad(error.message);
      else throw error;
    }
  };
  return (
    <>
      <div className="pkg-filters">
        <Security vulnerabilities={details.vulnerabilities} />
        <span className="ph-muted">{t('components', { count: details.components })}</span>
        <span className="pkg-scan-actions">
          <Button icon="download" onClick={() => void download('cyclonedx', 'cdx.json')}>
            {t('download')}
          </Button>
          <Button icon="download" onClick={() => void download('spdx', 'spdx.json')}>
            SPDX
          </Button>
          <Button icon="download" onClick={() => void download('vex', 'vex.cdx.json')}>
            VEX
          </Button>
          <LinkButton to={`/xray/where?${createSearchParams({ name: details.name, version: details.version })}`} icon="search">
            {t('whereIs')}
          </LinkButton>
          <Button icon="clock" refusal={refusal} onClick={() => void scanAgain()}>
            {t('scanAgain')}
          </Button>
        </span>
      </div>
      {details.active > 0 && <Judging judged={details.judged} />}
      {unsupported.length > 0 && <Banner kind="warning">{t('outOfSupport', { what: unsupported.map(tellUnsupported).join(', ') })}</Banner>}
      {details.partial && <Banner kind="warning">{t('partial', { what: details.partial })}</Banner>}
    </>
  );
}

/** Why no finding is shown. What was not read or judged whole is not called free of vulnerabilities. */
function NoIssues({ details, ignored }: { details: ScanDetails; ignored: boolean }) {
  if (ignored) return <EmptyState icon="eye-off" title={t('noneIgnored')} />;
  if (details.ignored > 0)
    return (
      <EmptyState icon="eye-off" title={t('allIgnored')}>
        {t('allIgnoredHelp')}
      </EmptyState>
    );
  if (details.partial || (details.vulnerabilities?.partial && !details.vulnerabilities.notJudged))
    return (
      <EmptyState icon="warning" title={t('incomplete')}>
        {t('incompleteHelp')}
        <Judging judged={details.judged} />
      </EmptyState>
    );
  if (details.vulnerabilities?.notJudged)
    return (
      <EmptyState icon="warning" title={t('notJudged')}>
        {t('notJudgedHelp')}
      </EmptyState>
    );
  return (
    <EmptyState icon="good" title={t('noIssues')}>
      {t('noIssuesHelp')}
      <Judging judged={details.judged} />
    </EmptyState>
  );
}
