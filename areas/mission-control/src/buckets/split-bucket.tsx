import { RecordDrawer } from '@packhouse/console-kit/forms.ts';
import { type Bucket, listBuckets, readBucketStatus, splitBucket } from '@packhouse/contract/mission-control/bucket-routes.ts';
import { BucketName } from '@packhouse/contract/mission-control/bucket-rules.ts';
import { formatNumber, notify } from '@packhouse/ui/core.ts';
import { Form, Input, NumberInput, rulesFor } from '@packhouse/ui/form/form.ts';
import { useState } from 'react';
import { z } from 'zod';
import { ShownKey } from './bucket-key.tsx';
import { t } from './buckets-words.ts';
import { countRule, type Typed } from './count-rule.ts';
import './buckets.css';

interface Draft {
  licenses: Typed;
  name: string;
}

const Fields = z.object({ name: BucketName });

/** Splits licences off in one sentence, and shows the key of what came of it. */
export function SplitBucket({ bucket, onClose }: { bucket: Bucket; onClose: () => void }) {
  const { id, name, available } = bucket;
  const [made, setMade] = useState<{ name: string; key: string }>();
  if (made) return <ShownKey bucket={made} value={made.key} onClose={onClose} />;
  return (
    <RecordDrawer<typeof splitBucket, Draft>
      shape="dialog"
      title={t('splitTitle', { name })}
      onClose={onClose}
      submitLabel={t('splitAction')}
      save={splitBucket}
      before={{ licenses: null, name: '' }}
      input={(draft) => ({ params: { id }, body: { name: draft.name, licenses: Number(draft.licenses) } })}
      stale={[listBuckets, readBucketStatus]}
      onSaved={({ bucket: split, key }) => {
        notify.good(t('splitDone', { name: split.name }));
        setMade({ name: split.name, key });
      }}
    >
      <div className="mc-sentence">
        <span>{t('splitMove')}</span>
        <Form.Item name="licenses" label={t('splitCount')} rules={[countRule(bucket)]}>
          <NumberInput />
        </Form.Item>
        <span>{t('splitInto', { available: formatNumber(available) })}</span>
        <Form.Item name="name" label={t('bucketName')} rules={rulesFor(Fields, 'name')}>
          <Input autoComplete="off" />
        </Form.Item>
      </div>
      <p className="ph-muted">{t('splitHint')}</p>
    </RecordDrawer>
  );
}
