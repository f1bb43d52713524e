import { getCurl } from '@packhouse/console-kit/console-kit.ts';
import { RecordDrawer } from '@packhouse/console-kit/forms.ts';
import { addBucket, listBuckets } from '@packhouse/contract/mission-control/bucket-routes.ts';
import { bucketRules } from '@packhouse/contract/mission-control/bucket-rule-words.ts';
import { BucketKey, BucketName, bucketFileLimit, bucketUrl } from '@packhouse/contract/mission-control/bucket-rules.ts';
import { formatBytes, notify, words } from '@packhouse/ui/core.ts';
import { type FieldAria, Form, Input, Radio, rulesFor } from '@packhouse/ui/form/form.ts';
import { useNavigate } from 'react-router';
import { z } from 'zod';
import { bucketListPath } from './buckets-screens.ts';
import { t } from './buckets-words.ts';

/** A file that was chosen; its text is read where it is not too large. */
interface ChosenFile {
  name: string;
  size: number;
  text: string;
}

interface Draft {
  name: string;
  source: 'file' | 'url';
  file: ChosenFile | undefined;
  url: string;
  key: string;
}

const before: Draft = { name: '', source: 'file', file: undefined, url: '', key: '' };

const Fields = z.object({ name: BucketName, url: bucketUrl, key: BucketKey });

const say = (sentence: { en: string; reason: string }) => words().said({ message: sentence.en, reason: sentence.reason });

/** What is wrong with a file can be seen before it is read. */
function findFileProblem(file: ChosenFile | undefined): string | undefined {
  if (!file) return say(bucketRules.bucket_field_mandatory);
  if (!/\.json$/i.test(file.name)) return say(bucketRules.bucket_file_extension);
  return file.size < bucketFileLimit ? undefined : say(bucketRules.bucket_file_size);
}

const fileRule = {
  required: true,
  validator: async (_: unknown, file: ChosenFile | undefined) => {
    const problem = findFileProblem(file);
    if (problem !== undefined) throw new Error(problem);
  },
};

interface FileControlProps extends FieldAria {
  id?: string;
  value?: ChosenFile | undefined;
  onChange?: (file: ChosenFile | undefined) => void;
}

/** A file to choose. A form control. */
function FileControl({ value, onChange, ...rest }: FileControlProps) {
  const take = async (file: File | undefined) => {
    const isReadable = file !== undefined && file.size < bucketFileLimit;
    onChange?.(file && { name: file.name, size: file.size, text: isReadable ? await file.text() : '' });
  };
  return (
    <>
      <input {...rest} type="file" accept=".json,application/json" onChange={(event) => void take(event.target.files?.[0])} />
      {value && <p className="ph-muted">{t('chosen', { name: value.name, size: formatBytes(value.size) })}</p>}
    </>
  );
}

function toBody({ source, name, file, url, key }: Draft) {
  return source === 'url' ? { source, name, url, key } : { source, name, fileName: file?.name ?? '', file: file?.text ?? '', key };
}

/** What would open the bucket is not shown in a command. */
const withoutSecrets = (draft: Draft): Draft => ({ ...draft, key: '<key>', file: draft.file && { ...draft.file, text: '<file>' } });

/** A new bucket: from a file, or from an address that lets whoever has it read the file. */
export function NewBucketPanel() {
  const navigate = useNavigate();
  const [form] = Form.useForm<Draft>();
  const source = Form.useWatch('source', form) ?? before.source;
  return (
    <RecordDrawer<typeof addBucket, Draft>
      form={form}
      title={t('newBucket')}
      onClose={() => void navigate(bucketListPath)}
      submitLabel={t('add')}
      save={addBucket}
      before={before}
      input={(draft) => ({ body: toBody(draft) })}
      curl={(draft) => getCurl(addBucket, { body: toBody(withoutSecrets({ ...before, ...draft })) })}
      fieldOf={(path) => (path === 'fileName' ? 'file' : path)}
      stale={[listBuckets]}
      onSaved={() => {
        notify.good(t('added'));
        return navigate(bucketListPath);
      }}
    >
      <Form.Item name="name" label={t('name')} rules={rulesFor(Fields, 'name')}>
        <Input autoFocus autoComplete="off" />
      </Form.Item>
      <Form.Item name="source" label={t('source')}>
        <Radio.Group
          options={[
            { value: 'file', label: t('fileUpload') },
            { value: 'url', label: t('signedUrl') },
          ]}
        />
      </Form.Item>
      {source === 'file' ? (
        <Form.Item name="file" label={t('file')} rules={[fileRule]}>
          <FileControl />
        </Form.Item>
      ) : (
        <Form.Item name="url" label={t('url')} extra={t('urlHint')} rules={rulesFor(Fields, 'url')}>
          <Input inputMode="url" autoComplete="off" className="ph-mono" />
        </Form.Item>
      )}
      <Form.Item name="key" label={t('key')} extra={t('keyHint')} rules={rulesFor(Fields, 'key')}>
        <Input.Password autoComplete="off" className="ph-mono" />
      </Form.Item>
    </RecordDrawer>
  );
}
