import { call, notifyFailure } from '@packhouse/console-kit/console-kit.ts';
import { ListPage, useList } from '@packhouse/console-kit/lists.ts';
import { licenceTypeName } from '@packhouse/contract/access/licence-types.ts';
import { type Bucket, listBuckets, readBucketKey } from '@packhouse/contract/mission-control/bucket-routes.ts';
import { DayOf, EmptyState, formatNumber, LinkButton, type MenuEntry, notify, Tag, useCopy } from '@packhouse/ui/core.ts';
import type { Column } from '@packhouse/ui/table/data.ts';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { BucketKey } from './bucket-key.tsx';
import { addBucketPath, attachPath, reportPath } from './buckets-screens.ts';
import { t } from './buckets-words.ts';
import { DeleteBucket } from './delete-bucket.tsx';
import { DownloadSplit, downloadFile } from './download-bucket.tsx';
import { Expiry, ExpiryBanners } from './expiry.tsx';
import { NewBucketPanel } from './new-bucket.tsx';
import { SplitBucket } from './split-bucket.tsx';
import { Usage } from './usage.tsx';
import './buckets.css';

const addButton = () => (
  <LinkButton to={addBucketPath} kind="primary" icon="plus">
    {t('addNew')}
  </LinkButton>
);

const columns = (): Column<Bucket>[] => [
  {
    id: 'name',
    title: t('bucketName'),
    card: 'title',
    width: '13%',
    render: ({ id, name, parent, downloadedAt }) => (
      <>
        <Link to={reportPath(id)} className="ph-main-link" title={parent ? t('splitOf', { name: parent.name }) : undefined}>
          {name}
        </Link>{' '}
        {parent && <Tag>{t('splitOf', { name: parent.name })}</Tag>} {parent && downloadedAt && <Tag>{t('handedOver')}</Tag>}
      </>
    ),
  },
  { id: 'identifier', title: t('bucketId'), width: '112px', render: ({ identifier }) => <Identifier text={identifier} /> },
  { id: 'type', title: t('licenseType'), render: ({ licenseType }) => licenceTypeName(licenseType) },
  { id: 'issued', title: t('issueDate'), render: ({ issueDate }) => <DayOf at={issueDate} /> },
  { id: 'expires', title: t('expiryDate'), card: 'fact', render: ({ expiryDate }) => <Expiry date={expiryDate} /> },
  { id: 'used', title: t('usedOfSize'), card: 'fact', width: '120px', render: (bucket) => <Usage bucket={bucket} /> },
  { id: 'customer', title: t('customerName'), render: ({ customerName }) => customerName },
  { id: 'projects', title: t('totalProjects'), align: 'end', render: ({ totalProjects }) => formatNumber(totalProjects) },
  { id: 'available', title: t('toAttach'), align: 'end', render: ({ available }) => formatNumber(available) },
  { id: 'licenses', title: t('licenses'), align: 'end', render: ({ licenses }) => formatNumber(licenses) },
];

/** Nobody reads it, and whoever looks for one compares its beginning: the columns behind it need the room. */
function Identifier({ text }: { text: string }) {
  return (
    <span className="mc-identifier" title={text}>
      <span className="ph-mono">{text}</span>
    </span>
  );
}

type Open = { what: 'delete' | 'split' | 'key' | 'download'; bucket: Bucket };

/** Says why a bucket cannot be split. */
function findSplitRefusal({ parent, available }: Bucket): string | undefined {
  if (parent !== null) return t('splitTwice');
  return available === 0 ? t('splitUnable') : undefined;
}

/** Every bucket, each followed by those that were split from it. */
export function BucketListPage({ above }: { above?: React.ReactNode }) {
  const list = useList(listBuckets, {}, { rows: (rows) => rows, live: ['bucket.'] });
  const [open, setOpen] = useState<Open>();
  const { copy } = useCopy();
  const close = () => setOpen(undefined);
  const hasFailed = list.error !== null && !list.rows;
  useEffect(() => {
    if (hasFailed) notify.bad(t('unable'));
  }, [hasFailed]);
  const copyKey = async ({ id }: Bucket) => {
    try {
      await copy((await call(readBucketKey, { params: { id } })).key);
    } catch (error) {
      notifyFailure(error as Error);
    }
  };
  const rowActions = (bucket: Bucket): MenuEntry[] => {
    const isSplit = bucket.parent !== null;
    const refusal = findSplitRefusal(bucket);
    return [
      { label: t('attach'), icon: 'link', to: attachPath(bucket.id) },
      { label: t('report'), icon: 'list', to: reportPath(bucket.id) },
      { line: true },
      { label: t('split'), icon: 'copy', onSelect: () => setOpen({ what: 'split', bucket }), ...(refusal === undefined ? {} : { refusal }) },
      { label: t('download'), icon: 'download', onSelect: () => (isSplit ? setOpen({ what: 'download', bucket }) : void downloadFile(bucket)) },
      ...(isSplit ? [{ label: t('splitKey'), icon: 'key' as const, onSelect: () => setOpen({ what: 'key', bucket }) }] : []),
      { label: t('copyKey'), icon: 'key', onSelect: () => void copyKey(bucket) },
      { line: true },
      { label: t('remove'), icon: 'trash', danger: true, keys: 'Del', onSelect: () => setOpen({ what: 'delete', bucket }) },
    ];
  };
  return (
    <ListPage
      id="license-buckets"
      title={t('buckets')}
      subtitle={t('about')}
      actions={addButton()}
      above={list.rows && <ExpiryBanners buckets={list.rows} />}
      list={list}
      columns={columns()}
      rowKey={({ id }) => id}
      rowName={({ name }) => name}
      href={({ id }) => reportPath(id)}
      rowActions={rowActions}
      none={
        <EmptyState icon="key" title={t('none')} action={addButton()}>
          {t('noneHelp')}
        </EmptyState>
      }
    >
      {open?.what === 'delete' && <DeleteBucket bucket={open.bucket} onClose={close} />}
      {open?.what === 'split' && <SplitBucket bucket={open.bucket} onClose={close} />}
      {open?.what === 'key' && <BucketKey bucket={open.bucket} onClose={close} />}
      {open?.what === 'download' && <DownloadSplit bucket={open.bucket} onClose={close} />}
      {above}
    </ListPage>
  );
}

/** The list with the panel for a new bucket. */
export function AddBucketPage() {
  return <BucketListPage above={<NewBucketPanel />} />;
}
