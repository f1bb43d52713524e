import { call, LoadedPage, notifyFailure, query, refresh, useLive } from '@packhouse/console-kit/console-kit.ts';
import { licenceTypeName } from '@packhouse/contract/access/licence-types.ts';
import { askHolders, type BucketStatus, readBucketStatus } from '@packhouse/contract/mission-control/bucket-routes.ts';
import { Banner, Button, DayOf, Facts, formatNumber, LinkButton, notify, Page, RelativeTime, Section } from '@packhouse/ui/core.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { attachPath, bucketListPath, reportPath } from './buckets-screens.ts';
import { t } from './buckets-words.ts';
import { Expiry, ExpiryBanners } from './expiry.tsx';
import { HolderTable } from './holder-table.tsx';
import { NoSuchBucket } from './no-such-bucket.tsx';
import { UpdateOutput } from './update-output.tsx';
import { Usage } from './usage.tsx';
import './buckets.css';

const breadcrumb = () => [{ label: t('buckets'), to: bucketListPath }];

/** What is known of a bucket, and who has licences of it. */
export function ReportPage() {
  const { licenseBucketId: id = '' } = useParams();
  const result = useQuery(query(readBucketStatus, { params: { id } }));
  useLive(['bucket.'], readBucketStatus);
  return (
    <LoadedPage result={result} missing={<NoSuchBucket />} title={t('bucket')} breadcrumb={breadcrumb()}>
      {(status) => <Report status={status} />}
    </LoadedPage>
  );
}

/** Most that were used each day; a table of the same for whoever cannot see it is the text of each bar. */
function Days({ days }: { days: BucketStatus['days'] }) {
  if (days.every(({ maxUsed }) => maxUsed === 0)) return <p className="ph-muted">{t('neverUsed')}</p>;
  const most = Math.max(1, ...days.map(({ maxUsed }) => maxUsed));
  const texts = days.map(({ day, maxUsed, unknown }) => t('usedOn', { day, used: maxUsed, unknown }));
  const [first, last] = [days[0], days.at(-1)];
  return (
    <>
      <ul className="mc-days">
        {days.map(({ day, maxUsed }, index) => (
          <li key={day} style={{ height: `${(maxUsed / most) * 100}%` }} title={texts[index]}>
            <span className="ph-hidden-text">{texts[index]}</span>
          </li>
        ))}
      </ul>
      {first && last && (
        <p className="ph-muted">
          <DayOf at={first.day} />
          {last !== first && (
            <>
              {' – '}
              <DayOf at={last.day} />
            </>
          )}
        </p>
      )}
    </>
  );
}

/** Who has licences that were not attached from here: somebody else hands them out, too. */
function StrangeBanners({ strange }: Pick<BucketStatus, 'strange'>) {
  return strange.map(({ name, count, since }) => (
    <Banner key={name} kind="warning">
      {t('strange', { name, count })} <RelativeTime at={since} />
    </Banner>
  ));
}

function AskNow({ id, refusal }: { id: string; refusal: string | undefined }) {
  const [busy, setBusy] = useState(false);
  const ask = async () => {
    setBusy(true);
    try {
      const { unreachable } = await call(askHolders, { params: { id } });
      if (unreachable.length > 0) notify.warning(t('notAsked', { names: unreachable.join(', ') }));
      else notify.good(t('asked'));
    } catch (error) {
      notifyFailure(error as Error);
    }
    await refresh(readBucketStatus);
    setBusy(false);
  };
  return (
    <Button icon="refresh" loading={busy} refusal={refusal} onClick={() => void ask()}>
      {t('askNow')}
    </Button>
  );
}

function Report({ status }: { status: BucketStatus }) {
  const { bucket, splits, holders, strange, unknownUsage, pipelinesNodes, maxUsed, days, orders } = status;
  const { id, name, identifier, expiryDate, size, totalProjects, licenseType, customerName } = bucket;
  const splitLinks = splits.map((split, index) => (
    <span key={split.id}>
      {index > 0 && ', '}
      <Link to={reportPath(split.id)}>{split.name}</Link>
    </span>
  ));
  return (
    <Page
      title={t('bucket')}
      breadcrumb={breadcrumb()}
      documentTitle={name}
      subtitle={
        <span>
          {t('bucketNamed')} <b>{name}</b> · {licenceTypeName(licenseType)} · {customerName}
        </span>
      }
      actions={
        <LinkButton to={attachPath(id)} kind="primary" icon="link">
          {t('attach')}
        </LinkButton>
      }
    >
      <ExpiryBanners buckets={[bucket]} />
      <StrangeBanners strange={strange} />
      <Facts
        items={[
          [t('totalLicenses'), formatNumber(size)],
          [
            t('identifier'),
            <span key="identifier" className="ph-mono">
              {identifier}
            </span>,
          ],
          [t('expiryDate'), <Expiry key="expiry" date={expiryDate} />],
          [t('usedOfSize'), <Usage key="usage" bucket={bucket} />],
          [t('maxUsed'), formatNumber(maxUsed)],
          [
            t('unknownUsage'),
            <span key="unknown" title={t('unknownHelp')}>
              {formatNumber(unknownUsage)}
            </span>,
          ],
          [t('pipelinesNodes'), formatNumber(pipelinesNodes)],
          [t('deployments'), formatNumber(holders.length)],
          [t('splitBuckets'), splits.length === 0 ? formatNumber(0) : splitLinks],
          [t('totalProjects'), formatNumber(totalProjects)],
        ]}
      />
      <Section title={t('maxUsed')}>
        <Days days={days} />
      </Section>
      <Section title={t('holders')} actions={<AskNow id={id} refusal={holders.length + strange.length === 0 ? t('noHolders') : undefined} />}>
        <HolderTable status={status} />
      </Section>
      <UpdateOutput orders={orders} />
    </Page>
  );
}
