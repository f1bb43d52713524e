import { isApiError, mutation, useRefusal } from '@packhouse/console-kit/console-kit.ts';
import { testProxy } from '@packhouse/contract/repositories/proxy-routes.ts';
import { Banner, Button, TextField, words } from '@packhouse/ui/core.ts';
import { Form, FormGroup } from '@packhouse/ui/form/form.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from './proxies-words.ts';
import { bodyOf, newDraft, type ProxyDraft } from './proxy-draft.ts';

/** Asks a server through the proxy as it stands in the form. */
export function ProxyTest({ existingKey }: { existingKey?: string }) {
  const form = Form.useFormInstance<ProxyDraft>();
  const refusal = useRefusal(testProxy);
  const [url, setUrl] = useState('https://');
  const trial = useMutation(mutation(testProxy));
  const run = () => {
    const { key: _, isDefault: _default, noProxy: _direct, ...proxy } = bodyOf({ ...newDraft, ...form.getFieldsValue(true) });
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
