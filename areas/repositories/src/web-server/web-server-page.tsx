import { call, Failure, getCurl, query, refresh, useLive, useRefusal } from '@packhouse/console-kit/console-kit.ts';
import { readWebServer, updateWebServer, WebServer, webServerConfiguration } from '@packhouse/contract/repositories/web-server-routes.ts';
import { notify, Page, RefusedState, Skeleton } from '@packhouse/ui/core.ts';
import { checked, Form, FormPage } from '@packhouse/ui/form/form.ts';
import { useQuery } from '@tanstack/react-query';
import { Configuration } from './configuration.tsx';
import { WebServerFields } from './web-server-fields.tsx';
import { t } from './web-server-words.ts';
import './web-server.css';

/** Shows what stands in front of the platform. */
export function WebServerPage() {
  const refusal = useRefusal(readWebServer);
  const result = useQuery({ ...query(readWebServer, {}), enabled: refusal === undefined });
  useLive(['web-server.'], readWebServer);
  if (result.data) return <SettingsForm settings={result.data} />;
  return (
    <Page title={t('reverseProxy')} narrow>
      {refusal !== undefined ? (
        <RefusedState message={refusal} />
      ) : result.error ? (
        <Failure error={result.error} onRetry={() => void result.refetch()} />
      ) : (
        <Skeleton lines={12} height={20} />
      )}
    </Page>
  );
}

/** What was emptied is left to the defaults. */
function getBody({ internalPort, ...settings }: WebServer): WebServer {
  return { ...settings, ...(typeof internalPort === 'number' ? { internalPort } : {}) };
}

function SettingsForm({ settings }: { settings: WebServer }) {
  const refusal = useRefusal(updateWebServer);
  const [form] = Form.useForm<WebServer>();
  const whole = (values: Partial<WebServer>) => getBody({ ...settings, ...form.getFieldsValue(true), ...values });
  const submit = async (values: WebServer) => {
    await call(updateWebServer, { body: checked(WebServer, whole(values)) as WebServer });
    await refresh(readWebServer, webServerConfiguration);
    notify.good(t('saved'));
  };
  return (
    <FormPage<WebServer>
      form={form}
      title={t('reverseProxy')}
      subtitle={t('about')}
      initialValues={settings}
      onSubmit={submit}
      submitLabel={t('save')}
      refusal={refusal}
      curl={(values) => getCurl(updateWebServer, { body: whole(values) })}
      cancelTo="/admin/proxies/configuration"
    >
      <WebServerFields />
      <Configuration named={settings.serverName !== ''} />
    </FormPage>
  );
}
