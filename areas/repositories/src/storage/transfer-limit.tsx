import { query, useRefusal } from '@packhouse/console-kit/console-kit.ts';
import { RecordDrawer } from '@packhouse/console-kit/forms.ts';
import { changeDataTransferLimit, DataTransferLimit, readDataTransfer } from '@packhouse/contract/repositories/transfer-routes.ts';
import { Button, DayOf, formatBytes, notify, StatusTag } from '@packhouse/ui/core.ts';
import { Form, NumberInput, rulesFor } from '@packhouse/ui/form/form.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Figure } from './figure.tsx';
import { shareText } from './storage-columns.tsx';
import { t } from './storage-words.ts';

const megabyte = 1024 * 1024;

/** Shows what was uploaded and downloaded this month, how much of the limit that is, and when the month ends. */
export function TransferFigure() {
  const { data } = useQuery(query(readDataTransfer, {}));
  if (!data) return null;
  const { receivedBytes, sentBytes, limitMegabytes, endsAt } = data;
  const limit = limitMegabytes * megabyte;
  const used = receivedBytes + sentBytes;
  return (
    <Figure
      title={t('transfer')}
      value={formatBytes(used)}
      note={
        <>
          {limit === 0 ? t('noQuota') : t('quotaUsed', { share: shareText(used, limit), quota: formatBytes(limit) })}
          {' · '}
          {t('transferUntil')} <DayOf at={endsAt} /> {limit > 0 && used >= limit && <StatusTag kind="bad">{t('usedUp')}</StatusTag>}
        </>
      }
    />
  );
}

/** Opens the limit, once it is known. */
export function TransferLimitButton() {
  const [open, setOpen] = useState(false);
  const { data } = useQuery(query(readDataTransfer, {}));
  const refusal = useRefusal(changeDataTransferLimit);
  return (
    <>
      <Button icon="settings" refusal={refusal} onClick={() => setOpen(true)}>
        {t('limitTransfer')}
      </Button>
      {open && data && <TransferLimitDialog limitMegabytes={data.limitMegabytes} onClose={() => setOpen(false)} />}
    </>
  );
}

/** How much may be moved in a month. */
function TransferLimitDialog({ limitMegabytes, onClose }: { limitMegabytes: number; onClose: () => void }) {
  return (
    <RecordDrawer<typeof changeDataTransferLimit, DataTransferLimit>
      shape="dialog"
      title={t('limitTransfer')}
      onClose={onClose}
      submitLabel={t('save')}
      save={changeDataTransferLimit}
      before={{ limitMegabytes }}
      input={(body) => ({ body })}
      stale={[readDataTransfer]}
      onSaved={(saved) => {
        notify.good(saved.limitMegabytes === 0 ? t('limitGone') : t('limitSaved', { limit: formatBytes(saved.limitMegabytes * megabyte) }));
        onClose();
      }}
    >
      <p className="ph-muted">{t('limitAbout')}</p>
      <Form.Item name="limitMegabytes" label={t('limitMegabytes')} extra={t('limitHint')} rules={rulesFor(DataTransferLimit, 'limitMegabytes')}>
        <NumberInput />
      </Form.Item>
    </RecordDrawer>
  );
}
