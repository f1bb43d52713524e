import { LoadedPage, query } from '@packhouse/console-kit/console-kit.ts';
import { RecordForm } from '@packhouse/console-kit/forms.ts';
import { createProxy, listProxies, type NamedProxy, readProxy, updateProxy } from '@packhouse/contract/repositories/proxy-routes.ts';
import { EmptyState, LinkButton, notify } from '@packhouse/ui/core.ts';
import { useQuery } from '@tanstack/react-query';
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
  return (
    <RecordForm<typeof createProxy, ProxyDraft>
      title={t('configuration')}
      breadcrumb={breadcrumb()}
      cancelTo={proxyListPath}
      save={createProxy}
      submitLabel={t('createProxy')}
      before={newDraft}
      input={(values) => ({ body: bodyOf(values) })}
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
    const { key: _, ...body } = bodyOf(values);
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
      before={draftOf(proxy)}
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
