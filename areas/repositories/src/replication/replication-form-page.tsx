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
import { editReplicationPath, type ReplicatedPlace, useReplicatedPlace } from './replication-screens.ts';
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

/** Gives what the form sends; an untouched password is left alone. Where the upstream is, and who is sent there, a remote repository says itself. */
function getBody({ url, password, timeoutMilliseconds, ...draft }: ReplicationDraft, isPull: boolean): z.input<typeof ReplicationInput> {
  // What is no number at all is named by the server's own rule.
  const body = { ...draft, timeoutMilliseconds: timeoutMilliseconds ?? -1 };
  return isPull ? body : { ...body, url: url.trim(), ...(password === '' ? {} : { password }) };
}

const plain = { autoComplete: 'off', spellCheck: false } as const;

type FlagName = 'enabled' | 'events' | 'syncDeletes' | 'syncProperties' | 'checkBinaries' | 'disableProxy' | 'allowPrivate';

function Flag({ name, label = t(name), hint, disabled = false }: { name: FlagName; label?: string; hint?: string; disabled?: boolean }) {
  return (
    <Form.Item name={name} valuePropName="checked" extra={hint}>
      <Checkbox disabled={disabled}>{label}</Checkbox>
    </Form.Item>
  );
}

/** Where it goes, and who is sent there. */
function TargetFields({ hasPassword }: { hasPassword: boolean }) {
  return (
    <FormGroup title={t('whereTo')}>
      <Form.Item name="url" label={t('url')} extra={t('urlHint')} rules={rulesFor(ReplicationInput, 'url')} required>
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

/** By which way the other side is reached. Proxies and private addresses are for administrators to choose. */
function NetworkFields({ isPull }: { isPull: boolean }) {
  const refusal = useRefusal(listProxies);
  const { data } = useQuery({ ...query(listProxies, {}), enabled: refusal === undefined });
  const direct = Form.useWatch<boolean>('disableProxy') ?? false;
  const isPrivate = Form.useWatch<boolean>('allowPrivate') ?? false;
  const options = [{ value: '', label: t('proxyUsual') }, ...(data?.items ?? []).map(({ key }) => ({ value: key, label: key }))];
  return (
    <FormGroup title={t(isPull ? 'networkPull' : 'network')}>
      <Form.Item name="proxy" label={t('proxy')}>
        <Select options={options} disabled={direct || refusal !== undefined} />
      </Form.Item>
      <Flag name="disableProxy" disabled={refusal !== undefined} />
      <Form.Item name="timeoutMilliseconds" label={t('timeout')} rules={rulesFor(ReplicationInput, 'timeoutMilliseconds')} required={false}>
        <NumberInput />
      </Form.Item>
      {!isPull && <Flag name="allowPrivate" disabled={refusal !== undefined && !isPrivate} />}
    </FormGroup>
  );
}

function ReplicationFields({ isPull, hasPassword = false }: { isPull: boolean; hasPassword?: boolean }) {
  return (
    <>
      {isPull ? <Flag name="enabled" /> : <TargetFields hasPassword={hasPassword} />}
      <FormGroup title={t('when')}>
        <Form.Item name="cron" label={t('cron')} extra={t('cronHint')} rules={rulesFor(ReplicationInput, 'cron')} required={false}>
          <Input {...plain} className="ph-mono" />
        </Form.Item>
        {!isPull && <Flag name="events" />}
      </FormGroup>
      <FormGroup title={t(isPull ? 'whatPull' : 'what')}>
        <Flag name="syncProperties" />
        <Flag name="syncDeletes" label={t(isPull ? 'syncDeletesPull' : 'syncDeletes')} hint={t(isPull ? 'syncDeletesPullHint' : 'syncDeletesHint')} />
        {!isPull && <Flag name="checkBinaries" />}
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
      <NetworkFields isPull={isPull} />
    </>
  );
}

const makeCrumbs = (place: ReplicatedPlace) => [...makeBreadcrumb(place), { label: t('replications'), to: replicationsPath(place) }];

const manages = { on: 'repository', action: 'manage' } as const;

/** A new target, or a remote repository that is to be kept in step. */
export function NewReplicationPage() {
  const place = useReplicatedPlace();
  const { key } = place;
  const isPull = place.class === 'remote';
  const navigate = useNavigate();
  return (
    <RecordForm<typeof createReplication, ReplicationDraft>
      title={t(isPull ? 'newPull' : 'newTarget')}
      breadcrumb={makeCrumbs(place)}
      cancelTo={replicationsPath(place)}
      save={createReplication}
      submitLabel={t(isPull ? 'createPull' : 'createTarget')}
      refusal={useRefusal(createReplication, manages)}
      before={newDraft}
      input={(values) => ({ params: { key }, body: getBody(values, isPull) })}
      stale={[listRepositoryReplications]}
      onSaved={({ id }) => {
        notify.good(t(isPull ? 'pullCreated' : 'created'));
        return navigate(editReplicationPath(place, id), { replace: true });
      }}
    >
      <ReplicationFields isPull={isPull} />
    </RecordForm>
  );
}

/** One target, and its runs. */
export function EditReplicationPage() {
  const place = useReplicatedPlace();
  const { replicationId = '' } = useParams();
  const result = useQuery(query(readReplication, { params: { key: place.key, id: Number(replicationId) } }));
  const missing = <EmptyState icon="network" title={t('noSuch')} action={<LinkButton to={replicationsPath(place)}>{t('all')}</LinkButton>} />;
  const title = t(place.class === 'remote' ? 'upstream' : 'target');
  return (
    <LoadedPage result={result} missing={missing} title={title} breadcrumb={makeCrumbs(place)} narrow lines={10}>
      {(replication) => (
        <>
          <EditForm key={replication.id} replication={replication} place={place} />
          <Runs replication={replication} />
        </>
      )}
    </LoadedPage>
  );
}

function EditForm({ replication, place }: { replication: Replication; place: ReplicatedPlace }) {
  const navigate = useNavigate();
  const { id, repository: key, direction } = replication;
  const isPull = direction === 'pull';
  return (
    <RecordForm<typeof updateReplication, ReplicationDraft>
      title={t(isPull ? 'upstream' : 'target')}
      subtitle={<code>{replication.url}</code>}
      breadcrumb={makeCrumbs(place)}
      cancelTo={replicationsPath(place)}
      save={updateReplication}
      refusal={useRefusal(updateReplication, manages)}
      submitLabel={t('save')}
      before={makeDraft(replication)}
      cleared={{ password: '' }}
      input={(values) => ({ params: { key, id }, body: getBody(values, isPull) })}
      stale={[listRepositoryReplications, readReplication]}
      onSaved={() => notify.good(t(isPull ? 'pullSaved' : 'saved'))}
      removal={{
        label: t('remove'),
        question: (onClose) => <DeleteReplication replication={replication} onClose={onClose} onDeleted={() => void navigate(replicationsPath(place))} />,
      }}
    >
      <ReplicationFields isPull={isPull} hasPassword={replication.hasPassword} />
    </RecordForm>
  );
}

function Runs({ replication: { id, repository: key, direction } }: { replication: Replication }) {
  const list = useList(listReplicationRuns, { params: { key, id } }, { rows: ({ items }) => items, live: ['replication.'] });
  return (
    <Section title={t('runs')}>
      <ListTable
        id="replication-runs"
        label={t('runs')}
        list={list}
        columns={runColumns(direction === 'pull')}
        rowKey={({ id: run }) => String(run)}
        none={<EmptyState icon="clock" title={t('noRuns')} />}
      />
    </Section>
  );
}
