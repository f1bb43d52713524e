import { call, curlOf, LoadedPage, query, refresh, useRefusal } from '@packhouse/console-kit/console-kit.ts';
import { createProxy, listProxies, type NamedProxy, readProxy, updateProxy } from '@packhouse/contract/repositories/proxy-routes.ts';
import { Button, EmptyState, LinkButton, notify } from '@packhouse/ui/core.ts';
import { FormPage } from '@packhouse/ui/form/form.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { DeleteProxy } from './delete-proxy.tsx';
import { t } from './proxies-words.ts';
import { bodyOf, draftOf, newDraft, type ProxyDraft } from './proxy-draft.ts';
import { ProxyFields } from './proxy-fields.tsx';
import { editProxyPath, proxyListPath } from './proxy-paths.ts';
import { ProxyTest } from './proxy-test.tsx';

const breadcrumb = () => [{ label: t('proxies'), to: proxyListPath }];

/** A new proxy. */
export function NewProxyPage() {
  const navigate = useNavigate();
  const refusal = useRefusal(createProxy);
  const whole = (values: Partial<ProxyDraft>) => bodyOf({ ...newDraft, ...values });
  const submit = async (values: ProxyDraft) => {
    const { key } = await call(createProxy, { body: whole(values) });
    await refresh(listProxies);
    notify.good(t('created', { key }));
    await navigate(editProxyPath(key), { replace: true });
  };
  return (
    <FormPage<ProxyDraft>
      title={t('configuration')}
      breadcrumb={breadcrumb()}
      initialValues={newDraft}
      onSubmit={submit}
      submitLabel={t('createProxy')}
      refusal={refusal}
      curl={(values) => curlOf(createProxy, { body: whole(values) })}
      cancelTo={proxyListPath}
    >
      <ProxyFields />
      <ProxyTest />
    </FormPage>
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
  const [removing, setRemoving] = useState(false);
  const navigate = useNavigate();
  const refusal = useRefusal(updateProxy);
  const { key } = proxy;
  const before = draftOf(proxy);
  const whole = (values: Partial<ProxyDraft>) => {
    const { key: _, ...body } = bodyOf({ ...before, ...values });
    return body;
  };
  const submit = async (values: ProxyDraft) => {
    await call(updateProxy, { params: { key }, body: whole(values) });
    await refresh(listProxies, readProxy);
    notify.good(t('saved', { key }));
  };
  return (
    <>
      <FormPage<ProxyDraft>
        title={t('configuration')}
        subtitle={<code>{key}</code>}
        breadcrumb={breadcrumb()}
        actions={
          <Button kind="ghost" icon="trash" refusal={refusal} onClick={() => setRemoving(true)}>
            {t('remove')}
          </Button>
        }
        initialValues={before}
        onSubmit={submit}
        submitLabel={t('save')}
        refusal={refusal}
        curl={(values) => curlOf(updateProxy, { params: { key }, body: whole(values) })}
        cancelTo={proxyListPath}
      >
        <ProxyFields existing={proxy} />
        <ProxyTest existingKey={key} />
      </FormPage>
      {removing && <DeleteProxy proxyKey={key} onClose={() => setRemoving(false)} onDeleted={() => void navigate(proxyListPath)} />}
    </>
  );
}
