import { type NamedProxy, NewProxy } from '@packhouse/contract/repositories/proxy-routes.ts';
import { Checkbox, Form, FormGroup, Input, NumberInput, rulesFor } from '@packhouse/ui/form/form.ts';
import { spokenProblem } from '@packhouse/ui/form/spoken-problem.ts';
import { t } from './proxies-words.ts';
import { bodyOf, newDraft, type ProxyDraft } from './proxy-draft.ts';

const plain = { autoComplete: 'off', spellCheck: false } as const;

/** Says of the lines what the contract says of the list. */
const directHosts = {
  validator: async (_: unknown, noProxy: string) => {
    const problem = spokenProblem(NewProxy.shape.noProxy.safeParse(bodyOf({ ...newDraft, noProxy }).noProxy));
    if (problem) throw new Error(problem);
  },
};

/** All fields of a proxy. */
export function ProxyFields({ existing }: { existing?: NamedProxy }) {
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
