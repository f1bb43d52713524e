import { Failure, query } from '@packhouse/console-kit/console-kit.ts';
import { RecordDrawer } from '@packhouse/console-kit/forms.ts';
import { inspectPairingToken, listTrustedDeployments, NewTrustedDeployment, pairDeployment } from '@packhouse/contract/access/access-trust-routes.ts';
import { Facts, notify } from '@packhouse/ui/core.ts';
import { Checkbox, Form, Input, rulesFor } from '@packhouse/ui/form/form.ts';
import { useQuery } from '@tanstack/react-query';
import { t } from './trust-words.ts';

interface Draft {
  token: string;
  name: string;
  allowPrivate: boolean;
}

/** No pairing token is shorter. */
const shortest = 100;

/** Shows what a token would pair with as soon as it has been pasted. */
function Preview() {
  const form = Form.useFormInstance<Draft>();
  const token = Form.useWatch('token', form)?.trim() ?? '';
  const { data, error, refetch } = useQuery({ ...query(inspectPairingToken, { body: { token } }), enabled: token.length >= shortest, gcTime: 0 });
  if (token.length < shortest) return null;
  if (error) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  const { name, url, fingerprint, purposes } = data;
  return (
    <div role="status" className="ph-stack">
      <Facts
        title={t('wouldPair')}
        items={[
          [t('name'), <b key="name">{name}</b>],
          [t('url'), <span key="url">{url}</span>],
          [
            t('fingerprint'),
            <span key="fingerprint" className="ph-mono">
              {fingerprint}
            </span>,
          ],
          [t('purposes'), purposes.map((purpose) => t(purpose)).join(', ')],
        ]}
      />
      <p className="ph-muted">{t('compare')}</p>
    </div>
  );
}

/** Takes the token of another deployment. */
export function PairDeployment({ onClose }: { onClose: () => void }) {
  return (
    <RecordDrawer<typeof pairDeployment, Draft>
      title={t('pair')}
      onClose={onClose}
      submitLabel={t('pairAction')}
      save={pairDeployment}
      before={{ token: '', name: '', allowPrivate: false }}
      input={(body) => ({ body })}
      curl={false}
      stale={[listTrustedDeployments]}
      onSaved={({ name }) => {
        notify.good(t('wasPaired', { name }));
        onClose();
      }}
    >
      <Form.Item name="token" label={t('token')} extra={t('tokenHint')} rules={rulesFor(NewTrustedDeployment, 'token')}>
        <Input.TextArea className="ph-mono" autoSize={{ minRows: 4, maxRows: 8 }} spellCheck={false} autoComplete="off" autoFocus />
      </Form.Item>
      <Preview />
      <Form.Item name="name" label={t('ownName')} extra={t('ownNameHint')} rules={rulesFor(NewTrustedDeployment, 'name')} required={false}>
        <Input autoComplete="off" />
      </Form.Item>
      <Form.Item name="allowPrivate" valuePropName="checked" extra={t('allowPrivateHint')}>
        <Checkbox>{t('allowPrivate')}</Checkbox>
      </Form.Item>
    </RecordDrawer>
  );
}
