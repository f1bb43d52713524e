import { Port } from '@packhouse/contract/repositories/proxy-routes.ts';
import { dockerMethods, WebServer } from '@packhouse/contract/repositories/web-server-routes.ts';
import { Checkbox, Form, FormGroup, Input, NumberInput, rulesFor, Select } from '@packhouse/ui/form/form.ts';
import { z } from 'zod';
import { RepositoryPorts } from './repository-ports.tsx';
import { t } from './web-server-words.ts';

const plain = { autoComplete: 'off', spellCheck: false, autoCapitalize: 'none' } as const;
type Field = keyof WebServer;

/** Ports that have a usual number, yet cannot be left empty. */
const Needed = z.object({ httpsPort: Port, httpPort: Port });

function Line({ name, label, hint, placeholder }: { name: Field; label: string; hint?: string; placeholder?: string }) {
  return (
    <Form.Item name={name} label={label} extra={hint} rules={rulesFor(WebServer, name)} required={false}>
      <Input {...plain} placeholder={placeholder} className="ph-mono" />
    </Form.Item>
  );
}

function PortLine({
  name,
  label,
  required = false,
  disabled = false,
}: {
  name: 'httpsPort' | 'httpPort' | 'internalPort';
  label: string;
  required?: boolean;
  disabled?: boolean;
}) {
  return (
    <Form.Item name={name} label={label} rules={name !== 'internalPort' && required ? rulesFor(Needed, name) : rulesFor(WebServer, name)} required={required}>
      <NumberInput disabled={disabled} />
    </Form.Item>
  );
}

function Tick({ name, label }: { name: Field; label: string }) {
  return (
    <Form.Item name={name} valuePropName="checked">
      <Checkbox>{label}</Checkbox>
    </Form.Item>
  );
}

/** All settings of the web server in front. */
export function WebServerFields() {
  const name = Form.useWatch<string>('serverName') || 'packages.example.org';
  const method = Form.useWatch<WebServer['dockerReverseProxyMethod']>('dockerReverseProxyMethod');
  const https = Form.useWatch<boolean>('useHttps') ?? true;
  const http = Form.useWatch<boolean>('useHttp') ?? false;
  return (
    <>
      <FormGroup title={t('address')} text={t('addressHelp')}>
        <Line name="serverName" label={t('serverName')} placeholder="packages.example.org" />
        <div className="web-server-scheme">
          <Tick name="useHttps" label={t('useHttps')} />
          <PortLine name="httpsPort" label={t('httpsPort')} required disabled={!https} />
        </div>
        <div className="web-server-scheme">
          <Tick name="useHttp" label={t('useHttp')} />
          <PortLine name="httpPort" label={t('httpPort')} required disabled={!http} />
        </div>
      </FormGroup>
      <FormGroup title={t('containers')} text={t('containersHelp')}>
        <Form.Item name="dockerReverseProxyMethod" label={t('method')} required extra={method === 'SUBDOMAIN' ? t('subdomainHint', { name }) : undefined}>
          <Select options={dockerMethods.map((value) => ({ value, label: t(value) }))} />
        </Form.Item>
        {method === 'PORTPERREPO' && <RepositoryPorts />}
      </FormGroup>
      <FormGroup title={t('files')} text={t('filesHelp')} advanced>
        <Line name="sslCertificate" label={t('certificate')} placeholder="/etc/ssl/certs/packhouse.pem" />
        <Line name="sslKey" label={t('key')} placeholder="/etc/ssl/private/packhouse.key" />
        <Line name="internalHost" label={t('internalHost')} hint={t('internalHostHint')} placeholder="localhost" />
        <PortLine name="internalPort" label={t('internalPort')} />
      </FormGroup>
    </>
  );
}
