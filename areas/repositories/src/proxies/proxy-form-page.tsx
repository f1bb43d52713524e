import { isApiError, LoadedPage, mutation, query, useRefusal } from '@packhouse/console-kit/console-kit.ts';
import { RecordForm } from '@packhouse/console-kit/forms.ts';
import { createProxy, listProxies, type NamedProxy, NewProxy, readProxy, testProxy, updateProxy } from '@packhouse/contract/repositories/proxy-routes.ts';
import { Banner, Button, EmptyState, LinkButton, notify, TextField, words } from '@packhouse/ui/core.ts';
import { Checkbox, Form, FormGroup, Input, NumberInput, rulesFor } from '@packhouse/ui/form/form.ts';
import { spokenProblem } from '@packhouse/ui/form/spoken-problem.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import type { z } from 'zod';
import { editProxyPath, proxyListPath } from './proxies-screens.ts';
import { t } from './proxies-words.ts';
import { DeleteProxy } from './proxy-list-page.tsx';

/** A proxy as the form holds it. */
interface ProxyDraft {
  key: string;
  host: string;
  port: number | null;
  tls: boolean;
  username: string;
  password: string;
  forgetPassword: boolean;
  isDefault: boolean;
  /** One host a line. */
  noProxy: string;
}

const newDraft: ProxyDraft = {
  key: '',
  host: '',
  port: 3128,
  tls: false,
  username: '',
  password: '',
  forgetPassword: false,
  isDefault: false,
  noProxy: '',
};

function makeDraft({ usedBy: _users, hasPassword: _has, noProxy, ...proxy }: NamedProxy): ProxyDraft {
  return { ...proxy, noProxy: noProxy.join('\n'), password: '', forgetPassword: false };
}

/** Gives what the form sends; an untouched password is left alone. */
function getBody({ noProxy, password, forgetPassword, port, ...draft }: ProxyDraft): z.input<typeof NewProxy> {
  const lines = noProxy.split('\n').map((line) => line.trim());
  return {
    ...draft,
    host: draft.host.trim(),
    // What is no number at all is named by the server's own rule.
    port: port ?? 0,
    noProxy: lines.filter(Boolean),
    ...(forgetPassword ? { password: '' } : password === '' ? {} : { password }),
  };
}

const plain = { autoComplete: 'off', spellCheck: false } as const;

/** Says of the lines what the contract says of the list. */
const directHosts = {
  validator: async (_: unknown, noProxy: string) => {
    const problem = spokenProblem(NewProxy.shape.noProxy.safeParse(getBody({ ...newDraft, noProxy }).noProxy));
    if (problem) throw new Error(problem);
  },
};

/** All fields of a proxy. */
function ProxyFields({ existing }: { existing?: NamedProxy }) {
  const hasPassword = existing?.hasPassword === true;
  const forgetting = Form.useWatch<ProxyDraft['forgetPassword']>('forgetPassword') ?? false;
  return (
    <>
      <FormGroup title={t('server')}>
        {!existing && (
          <Form.Item name="key" label={t('key')} extra={t('keyHint')} rules={rulesFor(NewProxy, 'key')}>
            <Input {...plain} className="ph-mono" />
          </Form.Item>
        )}
        <Form.Item name="host" label={t('host')} rules={rulesFor(NewProxy, 'host')}>
          <Input {...plain} className="ph-mono" placeholder="proxy.example.org" />
        </Form.Item>
        <Form.Item name="port" label={t('port')} rules={rulesFor(NewProxy, 'port')}>
          <NumberInput />
        </Form.Item>
        <Form.Item name="tls" valuePropName="checked">
          <Checkbox>{t('tls')}</Checkbox>
        </Form.Item>
        <Form.Item name="username" label={t('username')} extra={t('usernameHint')} rules={rulesFor(NewProxy, 'username')} required={false}>
          <Input {...plain} />
        </Form.Item>
        <Form.Item name="password" label={t('password')} extra={hasPassword ? t('passwordKept') : t('passwordHint')}>
          <Input.Password autoComplete="new-password" disabled={forgetting} />
        </Form.Item>
        {hasPassword && (
          <Form.Item name="forgetPassword" valuePropName="checked">
            <Checkbox>{t('forgetPassword')}</Checkbox>
          </Form.Item>
        )}
      </FormGroup>
      <FormGroup title={t('use')} text={t('useHelp')}>
        <Form.Item name="isDefault" valuePropName="checked" extra={t('isDefaultHint')}>
          <Checkbox>{t('isDefault')}</Checkbox>
        </Form.Item>
        <Form.Item name="noProxy" label={t('noProxy')} extra={t('noProxyHint')} rules={[directHosts]}>
          <Input.TextArea autoSize={{ minRows: 2, maxRows: 10 }} spellCheck={false} className="ph-mono" />
        </Form.Item>
      </FormGroup>
    </>
  );
}

/** Asks a server through the proxy as it stands in the form. */
function ProxyTest({ existingKey }: { existingKey?: string }) {
  const form = Form.useFormInstance<ProxyDraft>();
  const refusal = useRefusal(testProxy);
  const [url, setUrl] = useState('https://');
  const trial = useMutation(mutation(testProxy));
  const run = () => {
    const { key: _, isDefault: _default, noProxy: _direct, ...proxy } = getBody({ ...newDraft, ...form.getFieldsValue(true) });
    trial.mutate({ body: { ...proxy, url: url.trim(), ...(existingKey === undefined ? {} : { key: existingKey }) } });
  };
  const fields = isApiError(trial.error) ? trial.error.fields : [];
  const own = fields.find(({ path }) => path === 'url')?.message;
  const others = fields.filter(({ path }) => path !== 'url').map(({ message }) => message);
  return (
    <FormGroup title={t('tryOut')} text={t('tryOutHelp')}>
      <TextField label={t('address')} hint={t('addressHint')} value={url} onChange={setUrl} problem={own} autoComplete="off" inputMode="url" />
      <span>
        <Button icon="network" loading={trial.isPending} refusal={refusal} onClick={run}>
          {t('test')}
        </Button>
      </span>
      {trial.data && <Banner kind={trial.data.reached ? 'good' : 'bad'}>{words().said(trial.data)}</Banner>}
      {trial.error && own === undefined && <Banner kind="bad">{others.length > 0 ? others.join(' ') : trial.error.message}</Banner>}
    </FormGroup>
  );
}

const breadcrumb = () => [{ label: t('proxies'), to: proxyListPath }];

/** A new proxy. */
export function NewProxyPage() {
  const navigate = useNavigate();
  return (
    <RecordForm<typeof createProxy, ProxyDraft>
      title={t('configuration')}
      breadcrumb={breadcrumb()}
      cancelTo={proxyListPath}
      save={createProxy}
      submitLabel={t('createProxy')}
      before={newDraft}
      input={(values) => ({ body: getBody(values) })}
      stale={[listProxies]}
      onSaved={({ key }) => {
        notify.good(t('created', { key }));
        return navigate(editProxyPath(key), { replace: true });
      }}
    >
      <ProxyFields />
      <ProxyTest />
    </RecordForm>
  );
}

/** One proxy. */
export function EditProxyPage() {
  const { proxyName: key = '' } = useParams();
  const result = useQuery(query(readProxy, { params: { key } }));
  const missing = <EmptyState icon="network" title={t('noSuch', { key })} action={<LinkButton to={proxyListPath}>{t('all')}</LinkButton>} />;
  return (
    <LoadedPage result={result} missing={missing} title={t('configuration')} breadcrumb={breadcrumb()} narrow lines={10}>
      {(proxy) => <EditForm key={proxy.key} proxy={proxy} />}
    </LoadedPage>
  );
}

function EditForm({ proxy }: { proxy: NamedProxy }) {
  const navigate = useNavigate();
  const { key } = proxy;
  const input = (values: ProxyDraft) => {
    const { key: _, ...body } = getBody(values);
    return { params: { key }, body };
  };
  return (
    <RecordForm<typeof updateProxy, ProxyDraft>
      title={t('configuration')}
      subtitle={<code>{key}</code>}
      breadcrumb={breadcrumb()}
      cancelTo={proxyListPath}
      save={updateProxy}
      submitLabel={t('save')}
      before={makeDraft(proxy)}
      input={input}
      stale={[listProxies, readProxy]}
      onSaved={() => notify.good(t('saved', { key }))}
      removal={{
        label: t('remove'),
        question: (onClose) => <DeleteProxy proxyKey={key} onClose={onClose} onDeleted={() => void navigate(proxyListPath)} />,
      }}
    >
      <ProxyFields existing={proxy} />
      <ProxyTest existingKey={key} />
    </RecordForm>
  );
}
