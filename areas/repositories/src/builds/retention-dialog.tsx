import { query, useSession } from '@packhouse/console-kit/console-kit.ts';
import { RecordDrawer } from '@packhouse/console-kit/forms.ts';
import { type BuildRetention, changeBuildRetention, listBuildRuns, listBuilds, readBuildRetention } from '@packhouse/contract/repositories/build-routes.ts';
import type { RouteReply } from '@packhouse/contract/route.ts';
import { Banner, Button, Dialog, notify, Skeleton } from '@packhouse/ui/core.ts';
import { Checkbox, Form, NumberInput } from '@packhouse/ui/form/form.ts';
import { useQuery } from '@tanstack/react-query';
import { t } from './builds-words.ts';

interface RetentionProps {
  name: string;
  repository: string;
  onClose: () => void;
}

/** Which runs of the build stay. */
export function RetentionDialog({ name, repository, onClose }: RetentionProps) {
  const result = useQuery(query(readBuildRetention, { query: { name, repository } }));
  if (result.data) return <RetentionForm name={name} repository={repository} onClose={onClose} rule={result.data} />;
  return (
    <Dialog title={t('retention')} onClose={onClose} footer={<Button onClick={onClose}>{t('cancel')}</Button>}>
      {result.error ? <Banner kind="bad">{result.error.message}</Banner> : <Skeleton lines={3} height={20} />}
    </Dialog>
  );
}

const countLimit = 36_500;

/** A whole number, or nothing. */
const count = {
  validator: async (_: unknown, value: unknown) => {
    if (value === null || value === undefined) return;
    if (!Number.isInteger(value) || Number(value) < 1 || Number(value) > countLimit) throw new Error(t('countProblem'));
  },
};

function RetentionForm({ name, repository, onClose, rule }: RetentionProps & { rule: RouteReply<typeof readBuildRetention> }) {
  const { administrator } = useSession();
  const { keepRuns, keepDays, artifacts } = rule;
  return (
    <RecordDrawer<typeof changeBuildRetention, BuildRetention>
      shape="dialog"
      title={t('retention')}
      submitLabel={t('save')}
      refusal={rule.allowed ? undefined : t('needDelete')}
      onClose={onClose}
      save={changeBuildRetention}
      before={{ keepRuns, keepDays, artifacts }}
      input={(values) => ({ body: { name, repository, ...values } })}
      stale={[readBuildRetention, listBuildRuns, listBuilds]}
      onSaved={({ deleted }) => {
        notify.good(deleted > 0 ? t('runsDeleted', { count: deleted }) : t('retentionSaved'));
        onClose();
      }}
      curl={false}
    >
      <p>{t('retentionText')}</p>
      <Form.Item name="keepRuns" label={t('keepRuns')} extra={t('noLimit')} rules={[count]}>
        <NumberInput />
      </Form.Item>
      <Form.Item name="keepDays" label={t('keepDays')} extra={t('noLimit')} rules={[count]}>
        <NumberInput />
      </Form.Item>
      {(administrator || rule.artifacts) && (
        <Form.Item name="artifacts" valuePropName="checked">
          <Checkbox>{t('withArtifacts')}</Checkbox>
        </Form.Item>
      )}
    </RecordDrawer>
  );
}
