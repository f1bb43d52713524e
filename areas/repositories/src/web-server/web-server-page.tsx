import { LoadedPage, query, useLive, useRefusal } from '@packhouse/console-kit/console-kit.ts';
import { RecordForm } from '@packhouse/console-kit/forms.ts';
import { readWebServer, updateWebServer, WebServer, webServerConfiguration } from '@packhouse/contract/repositories/web-server-routes.ts';
import { notify } from '@packhouse/ui/core.ts';
import { checked, Form } from '@packhouse/ui/form/form.ts';
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
  return (
    <LoadedPage result={result} refusal={refusal} title={t('reverseProxy')} narrow>
      {(settings) => <SettingsForm settings={settings} />}
    </LoadedPage>
  );
}

/** What was emptied is left to the defaults. */
function getBody({ internalPort, ...settings }: WebServer): WebServer {
  return { ...settings, ...(typeof internalPort === 'number' ? { internalPort } : {}) };
}

function SettingsForm({ settings }: { settings: WebServer }) {
  const [form] = Form.useForm<WebServer>();
  // Ports of repositories that are off the page for another method are kept as they were typed.
  const whole = (values: WebServer) => getBody({ ...values, ...form.getFieldsValue(true) });
  return (
    <RecordForm<typeof updateWebServer, WebServer>
      form={form}
      title={t('reverseProxy')}
      subtitle={t('about')}
      cancelTo="/admin/proxies/configuration"
      save={updateWebServer}
      submitLabel={t('save')}
      before={settings}
      input={(values) => ({ body: whole(values) })}
      check={(values) => checked(WebServer, whole(values))}
      stale={[readWebServer, webServerConfiguration]}
      onSaved={() => notify.good(t('saved'))}
    >
      <WebServerFields />
      <Configuration named={settings.serverName !== ''} />
    </RecordForm>
  );
}
