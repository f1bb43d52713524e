import { call, labelText, refresh } from '@packhouse/console-kit/console-kit.ts';
import { type BucketStatus, forgetDeployment, listBuckets, readBucketStatus, releaseLicenses } from '@packhouse/contract/mission-control/bucket-routes.ts';
import { deploymentStatusNames, takesLicences } from '@packhouse/contract/mission-control/deployment-statuses.ts';
import { Deletion, EmptyState, formatNumber, type MenuEntry, words } from '@packhouse/ui/core.ts';
import { type Column, DataTable } from '@packhouse/ui/table/data.ts';
import { useState } from 'react';
import { t } from './buckets-words.ts';

type Holder = BucketStatus['holders'][number];

const columns = (): Column<Holder>[] => [
  { id: 'name', title: t('deployment'), card: 'title', render: ({ name }) => name },
  { id: 'status', title: t('status'), card: 'fact', render: ({ status }) => (status ? labelText(deploymentStatusNames[status].label) : t('notKnown')) },
  { id: 'attached', title: t('attached'), card: 'fact', align: 'end', render: ({ attached }) => formatNumber(attached) },
  { id: 'reserved', title: t('reserved'), align: 'end', render: ({ reserved }) => formatNumber(reserved) },
  { id: 'unknown', title: t('unknownUsage'), align: 'end', render: ({ unknown }) => formatNumber(unknown) },
];

interface QuestionProps {
  bucket: string;
  holder: Holder;
  onClose: () => void;
}

function TakeBack({ bucket, holder: { id, name }, onClose }: QuestionProps) {
  const [done, setDone] = useState('');
  const work = async () => {
    const { results } = await call(releaseLicenses, { params: { id: bucket }, body: { deployment: id } });
    setDone(results.map((order) => words().said(order)).join(' '));
    await refresh(readBucketStatus, listBuckets);
  };
  return (
    <Deletion title={t('takeBackTitle', { name })} action={t('takeBack')} work={work} done={done || t('takeBack')} onClose={onClose}>
      <p>{t('takeBackText')}</p>
    </Deletion>
  );
}

function Forget({ bucket, holder: { id, name }, onClose }: QuestionProps) {
  const work = async () => {
    await call(forgetDeployment, { params: { id: bucket }, body: { deployment: id } });
    await refresh(readBucketStatus, listBuckets);
  };
  return (
    <Deletion title={t('forgetTitle', { name })} action={t('forget')} name={name} work={work} done={t('forgot', { name })} onClose={onClose}>
      <p>{t('forgetText')}</p>
    </Deletion>
  );
}

/** Who has licences of a bucket: they are taken back, or forgotten where nobody can be asked any more. */
export function HolderTable({ status: { bucket, holders } }: { status: BucketStatus }) {
  const [open, setOpen] = useState<{ what: 'back' | 'forget'; holder: Holder }>();
  const close = () => setOpen(undefined);
  const rowActions = (holder: Holder): MenuEntry[] => [
    { label: t('takeBack'), icon: 'arrow-left', onSelect: () => setOpen({ what: 'back', holder }) },
    ...(holder.status !== null && takesLicences(holder.status)
      ? []
      : [{ label: t('forget'), icon: 'trash' as const, danger: true, onSelect: () => setOpen({ what: 'forget', holder }) }]),
  ];
  return (
    <>
      <DataTable<Holder>
        id="bucket-holders"
        label={t('holders')}
        columns={columns()}
        rows={holders}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        rowActions={rowActions}
        empty={<EmptyState icon="network" title={t('noHolders')} />}
      />
      {open?.what === 'back' && <TakeBack bucket={bucket.id} holder={open.holder} onClose={close} />}
      {open?.what === 'forget' && <Forget bucket={bucket.id} holder={open.holder} onClose={close} />}
    </>
  );
}
