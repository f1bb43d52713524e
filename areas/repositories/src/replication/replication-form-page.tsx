import { LoadedPage, query, useRefusal } from '@packhouse/console-kit/console-kit.ts';
import { RecordForm } from '@packhouse/console-kit/forms.ts';
import { ListTable, useList } from '@packhouse/console-kit/lists.ts';
import { listProxies } from '@packhouse/contract/repositories/proxy-routes.ts';
import {
  createReplication,
  listReplicationRuns,
  listRepositoryReplications,
  type Replication,
  ReplicationInput,
  readReplication,
  updateReplication,
} from '@packhouse/contract/repositories/replication-routes.ts';
import { EmptyState, LinkButton, notify, Section } from '@packhouse/ui/core.ts';
import { Checkbox, Form, FormGroup, Input, NumberInput, rulesFor, Select } from '@packhouse/ui/form/form.ts';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router';
import type { z } from 'zod';
import { replicationsPath } from '../administration/administration-screens.ts';
import { DeleteReplication, makeBreadcrumb } from './replication-list-page.tsx';
import { runColumns } from './replication-runs.tsx';
import { editReplicationPath } from './replication-screens.ts';
import { t } from './replication-words.ts';

/** A replication as the form holds it. */
interface ReplicationDraft extends Omit<Required<ReplicationInput>, 'timeoutMilliseconds'> {
  timeoutMilliseconds: number | null;
}

const newDraft: ReplicationDraft = { ...ReplicationInput.omit({ url: true }).parse({}), url: '', password: '', cron: '0 0 * * * ?' };

function makeDraft(replication: Replication): ReplicationDraft {
  const names = Object.keys(newDraft) as (keyof ReplicationDraft)[];
  return { ...newDraft, ...Object.fromEntries(names.filter((name) => name !== 'password').map((name) => [name, replication[name as keyof Replication]])) };
}

/** Gives what the form sends; an untouched password is left alone. */
function getBody({ password, timeoutMilliseconds, ...draft }: ReplicationDraft): z.input<typeof ReplicationInput> {
  // What is no number at all is named by the server's own rule.
  return { ...draft, url: draft.url.trim(), timeoutMilliseconds: timeoutMilliseconds ?? -1, ...(password === '' ? {} : { password }) };
}

const plain = { autoComplete: 'off', spellCheck: false } as const;

function Flag({
  name,
  hint,
}: {
  name: 'enabled' | 'events' | 'syncDeletes' | 'syncProperties' | 'checkBinaries' | 'disableProxy' | 'allowPrivate';
  hint?: string;
}) {
  return (
    <Form.Item name={name} valuePropName="checked" extra={hint}>
      <Checkbox>{t(name)}</Checkbox>
    </Form.Item>
  );
}

/** Where it goes, and who is sent there. */
function TargetFields({ hasPassword }: { hasPassword: boolean }) {
  return (
    <FormGroup title={t('whereTo')}>
      <Form.Item name="url" label={t('url')} extra={t('urlHint')} rules={rulesFor(ReplicationInput, 'url')}>
        <Input {...plain} className="ph-mono" inputMode="url" />
      </Form.Item>
      <Form.Item name="username" label={t('username')} extra={t('usernameHint')} rules={rulesFor(ReplicationInput, 'username')} required={false}>
        <Input {...plain} />
      </Form.Item>
      <Form.Item name="password" label={t('password')} extra={t(hasPassword ? 'passwordKept' : 'passwordHint')}>
        <Input.Password autoComplete="new-password" />
      </Form.Item>
      <Flag name="enabled" />
    </FormGroup>
  );
}

/** By which way the target is reached. */
function NetworkFields() {
  const refusal = useRefusal(listProxies);
  const { data } = useQuery({ ...query(listProxies, {}), enabled: refusal === undefined });
  const direct = Form.useWatch<boolean>('disableProxy') ?? false;
  const options = [{ value: '', label: t('proxyUsual') }, ...(data?.items ?? []).map(({ key }) => ({ value: key, label: key }))];
  return (
    <FormGroup title={t('network')}>
      <Form.Item name="proxy" label={t('proxy')}>
        <Select options={options} disabled={direct} />
      </Form.Item>
      <Flag name="disableProxy" />
      <Form.Item name="timeoutMilliseconds" label={t('timeout')} rules={rulesFor(ReplicationInput, 'timeoutMilliseconds')} required={false}>
        <NumberInput />
      </Form.Item>
      <Flag name="allowPrivate" />
    </FormGroup>
  );
}

function ReplicationFields({ hasPassword = false }: { hasPassword?: boolean }) {
  return (
    <>
      <TargetFields hasPassword={hasPassword} />
      <FormGroup title={t('when')}>
        <Form.Item name="cron" label={t('cron')} extra={t('cronHint')} rules={rulesFor(ReplicationInput, 'cron')} required={false}>
          <Input {...plain} className="ph-mono" />
        </Form.Item>
        <Flag name="events" />
      </FormGroup>
      <FormGroup title={t('what')}>
        <Flag name="syncProperties" />
        <Flag name="syncDeletes" hint={t('syncDeletesHint')} />
        <Flag name="checkBinaries" />
        <Form.Item name="includePrefix" label={t('includePrefix')} extra={t('prefixHint')} rules={rulesFor(ReplicationInput, 'includePrefix')} required={false}>
          <Input {...plain} className="ph-mono" />
        </Form.Item>
        <Form.Item
          name="excludePrefix"
          label={t('excludePrefix')}
          extra={t('excludeHint')}
          rules={rulesFor(ReplicationInput, 'excludePrefix')}
          required={false}
        >
          <Input {...plain} className="ph-mono" />
        </Form.Item>
      </FormGroup>
      <NetworkFields />
    </>
  );
}

const makeCrumbs = (key: string) => [...makeBreadcrumb(key), { label: t('replications'), to: replicationsPath(key) }];

/** A new target. */
export function NewReplicationPage() {
  const { key = '' } = useParams();
  const navigate = useNavigate();
  return (
    <RecordForm<typeof createReplication, ReplicationDraft>
      title={t('newTarget')}
      breadcrumb={makeCrumbs(key)}
      cancelTo={replicationsPath(key)}
      save={createReplication}
      submitLabel={t('createTarget')}
      before={newDraft}
      input={(values) => ({ params: { key }, body: getBody(values) })}
      stale={[listRepositoryReplications]}
      onSaved={({ id }) => {
        notify.good(t('created'));
        return navigate(editReplicationPath(key, id), { replace: true });
      }}
    >
      <ReplicationFields />
    </RecordForm>
  );
}

/** One target, and its runs. */
export function EditReplicationPage() {
  const { key = '', replicationId = '' } = useParams();
  const result = useQuery(query(readReplication, { params: { key, id: Number(replicationId) } }));
  const missing = <EmptyState icon="network" title={t('noSuch')} action={<LinkButton to={replicationsPath(key)}>{t('all')}</LinkButton>} />;
  return (
    <LoadedPage result={result} missing={missing} title={t('target')} breadcrumb={makeCrumbs(key)} narrow lines={10}>
      {(replication) => (
        <>
          <EditForm key={replication.id} replication={replication} />
          <Runs replication={replication} />
        </>
      )}
    </LoadedPage>
  );
}

function EditForm({ replication }: { replication: Replication }) {
  const navigate = useNavigate();
  const { id, repository: key } = replication;
  return (
    <RecordForm<typeof updateReplication, ReplicationDraft>
      title={t('target')}
      subtitle={<code>{replication.url}</code>}
      breadcrumb={makeCrumbs(key)}
      cancelTo={replicationsPath(key)}
      save={updateReplication}
      submitLabel={t('save')}
      before={makeDraft(replication)}
      cleared={{ password: '' }}
      input={(values) => ({ params: { key, id }, body: getBody(values) })}
      stale={[listRepositoryReplications, readReplication]}
      onSaved={() => notify.good(t('saved'))}
      removal={{
        label: t('remove'),
        question: (onClose) => <DeleteReplication replication={replication} onClose={onClose} onDeleted={() => void navigate(replicationsPath(key))} />,
      }}
    >
      <ReplicationFields hasPassword={replication.hasPassword} />
    </RecordForm>
  );
}

function Runs({ replication: { id, repository: key } }: { replication: Replication }) {
  const list = useList(listReplicationRuns, { params: { key, id } }, { rows: ({ items }) => items, live: ['replication.'] });
  return (
    <Section title={t('runs')}>
      <ListTable
        id="replication-runs"
        label={t('runs')}
        list={list}
        columns={runColumns()}
        rowKey={({ id: run }) => String(run)}
        none={<EmptyState icon="clock" title={t('noRuns')} />}
      />
    </Section>
  );
}
