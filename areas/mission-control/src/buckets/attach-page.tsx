import { isApiError, LoadedPage, labelText, query, useLive } from '@packhouse/console-kit/console-kit.ts';
import { FormRefusal, RecordForm } from '@packhouse/console-kit/forms.ts';
import { attachLicenses, type BucketStatus, listBuckets, readBucketStatus } from '@packhouse/contract/mission-control/bucket-routes.ts';
import { bucketRules } from '@packhouse/contract/mission-control/bucket-rule-words.ts';
import { deploymentStatusNames } from '@packhouse/contract/mission-control/deployment-statuses.ts';
import { Banner, EmptyState, LinkButton, Tag } from '@packhouse/ui/core.ts';
import { Form, NumberInput } from '@packhouse/ui/form/form.ts';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { bucketListPath, reportPath } from './buckets-screens.ts';
import { t } from './buckets-words.ts';
import { countRule, sayRule, type Typed } from './count-rule.ts';
import { NoSuchBucket } from './no-such-bucket.tsx';
import { UpdateOutput } from './update-output.tsx';
import './buckets.css';

/** Numbers by the ids of deployments. */
interface Draft {
  counts: Record<string, Typed>;
}

type Target = BucketStatus['targets'][number];

const breadcrumb = () => [{ label: t('buckets'), to: bucketListPath }];
const isEmpty = (typed: Typed) => typed === null || typed === undefined || typed === '';

/** Deployments that get some, in their order. */
const findChosen = (targets: readonly Target[], { counts }: Draft) => targets.filter(({ id }) => !isEmpty(counts[id]));

function refuseAt(id: string, message: string): never {
  throw Object.assign(new Error(message), { fields: [{ path: `counts.${id}`, message }] });
}

/** What no field can know by itself: that one of them must say a number, and what all ask for together. */
function checkTogether({ bucket, targets }: BucketStatus, draft: Draft): void {
  const chosen = findChosen(targets, draft);
  const [first] = targets;
  if (first && chosen.length === 0) refuseAt(first.id, sayRule(bucketRules.bucket_field_mandatory.en));
  const sum = chosen.reduce((all, { id }) => all + Number(draft.counts[id]), 0);
  if (sum > bucket.available) refuseAt(chosen.at(-1)?.id ?? '', sayRule(bucketRules.licences_not_available.en));
}

/** Says a refusal of the server at the deployment that it is about. */
function inForm(error: Error, chosen: readonly Target[]): Error {
  if (!isApiError(error) || error.fields.length === 0) return error;
  const getField = (path: string) => {
    const [, at] = /^dto\.(\d+)\./.exec(path) ?? [];
    const target = at === undefined ? undefined : chosen[Number(at)];
    return target ? `counts.${target.id}` : path;
  };
  return new FormRefusal(
    error.message,
    error.fields.map(({ path, message }) => ({ path: getField(path), message })),
  );
}

/** Attaches licences of a bucket to deployments. */
export function AttachPage() {
  const { licenseBucketId: id = '' } = useParams();
  const result = useQuery(query(readBucketStatus, { params: { id } }));
  useLive(['bucket.'], readBucketStatus);
  return (
    <LoadedPage result={result} missing={<NoSuchBucket />} title={t('attach')} breadcrumb={breadcrumb()}>
      {(status) => <AttachForm status={status} />}
    </LoadedPage>
  );
}

function TargetField({ target, status: { bucket, targets } }: { target: Target; status: BucketStatus }) {
  const { id, name, home, status, nodes, attached, reserved } = target;
  const rule = countRule(bucket);
  // Where there is a choice, whoever gets none is left empty.
  const validator = async (_: unknown, typed: Typed) => (targets.length > 1 && isEmpty(typed) ? undefined : rule.validator(_, typed));
  return (
    <li>
      <Form.Item
        name={['counts', id]}
        label={t('countAt', { name })}
        rules={[{ required: targets.length === 1, validator }]}
        extra={
          <>
            {labelText(deploymentStatusNames[status].label)} {home && <Tag>{t('home')}</Tag>} · {t('has', { count: attached + reserved })}
            {nodes !== null && <> · {t('nodesRun', { count: nodes })}</>}
          </>
        }
      >
        <NumberInput />
      </Form.Item>
    </li>
  );
}

function AttachForm({ status }: { status: BucketStatus }) {
  const { bucket, targets, orders } = status;
  const before: Draft = { counts: {} };
  return (
    <RecordForm<typeof attachLicenses, Draft>
      wide
      title={t('attach')}
      breadcrumb={breadcrumb()}
      actions={<LinkButton to={reportPath(bucket.id)}>{t('report')}</LinkButton>}
      cancelTo={reportPath(bucket.id)}
      save={attachLicenses}
      submitLabel={t('attach')}
      before={before}
      cleared={{ counts: Object.fromEntries(targets.map(({ id }) => [id, null])) }}
      check={(draft) => checkTogether(status, draft)}
      input={(draft) => ({
        params: { id: bucket.id },
        body: {
          bucketIdentifier: bucket.identifier,
          dto: findChosen(targets, draft).map(({ id }) => ({ deployment: id, licenses: Number(draft.counts[id]) })),
        },
      })}
      refuse={(error, draft) => inForm(error, findChosen(targets, draft))}
      stale={[readBucketStatus, listBuckets]}
      onSaved={() => undefined}
    >
      <h2 className="mc-bucket-name">
        {t('bucketNamed')} {bucket.name}
      </h2>
      <Banner kind="info">{t('onlyListed')}</Banner>
      <p>{t('availableNow', { count: bucket.available })}</p>
      {targets.length === 0 ? (
        <EmptyState icon="network" title={t('noTargets')} />
      ) : (
        <ul className="mc-targets">
          {targets.map((target) => (
            <TargetField key={target.id} target={target} status={status} />
          ))}
        </ul>
      )}
      <UpdateOutput orders={orders} />
    </RecordForm>
  );
}
