import { RecordDrawer } from '@packhouse/console-kit/forms.ts';
import { createPairingToken, NewPairingToken, pairingTokenLifetime, type TrustedDeployment } from '@packhouse/contract/access/access-trust-routes.ts';
import type { RouteReply } from '@packhouse/contract/route.ts';
import type { TrustPurpose } from '@packhouse/contract/trust-purposes.ts';
import { Banner, Button, CopyField, Dialog } from '@packhouse/ui/core.ts';
import { Checkbox, CheckboxGroup, Form, rulesFor } from '@packhouse/ui/form/form.ts';
import { useEffect, useState } from 'react';
import { t } from './trust-words.ts';

/** Something here comes of these. */
const offered = ['mission-control', 'federation'] as const satisfies readonly TrustPurpose[];

interface Draft {
  purposes: TrustPurpose[];
  allowPrivate: boolean;
}

interface NewTokenProps {
  /** Deployments that are known at this moment: one that is new came with the token. */
  known: readonly TrustedDeployment[];
  onClose: () => void;
}

/** Asks what the other deployment will be trusted for, then shows the token this once. */
export function NewToken({ known, onClose }: NewTokenProps) {
  const [made, setMade] = useState<{ token: RouteReply<typeof createPairingToken>; before: ReadonlySet<string> }>();
  if (made) return <MadeToken {...made} known={known} onClose={onClose} />;
  return (
    <RecordDrawer<typeof createPairingToken, Draft>
      title={t('newToken')}
      shape="dialog"
      onClose={onClose}
      submitLabel={t('makeToken')}
      save={createPairingToken}
      before={{ purposes: [], allowPrivate: false }}
      input={(body) => ({ body })}
      curl={false}
      stale={[]}
      onSaved={(token) => setMade({ token, before: new Set(known.map(getMark)) })}
    >
      <Form.Item name="purposes" label={t('purposes')} extra={t('purposesHint')} rules={rulesFor(NewPairingToken, 'purposes')}>
        <CheckboxGroup options={offered.map((value) => ({ value, label: t(value) }))} />
      </Form.Item>
      <Form.Item name="allowPrivate" valuePropName="checked" extra={t('allowPrivateHint')}>
        <Checkbox>{t('allowPrivate')}</Checkbox>
      </Form.Item>
    </RecordDrawer>
  );
}

/** Changes with each pairing of a deployment. */
const getMark = ({ id, pairedAt }: TrustedDeployment) => `${id} ${pairedAt}`;

function MadeToken({ token, before, known, onClose }: { token: RouteReply<typeof createPairingToken>; before: ReadonlySet<string> } & NewTokenProps) {
  const left = useSecondsLeft(pairingTokenLifetime);
  const came = known.find((one) => !before.has(getMark(one)));
  const time = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
  const done = (
    <Button kind="primary" onClick={onClose}>
      {t('done')}
    </Button>
  );
  return (
    <Dialog title={t('tokenMade')} onClose={onClose} footer={done} width={640} sticky>
      <div className="ph-stack">
        {came && (
          <div role="status">
            <Banner kind="good">{t('tokenUsed', { name: came.name })}</Banner>
          </div>
        )}
        {!came && left === 0 && <Banner kind="warning">{t('tokenOver')}</Banner>}
        {!came && left > 0 && (
          <>
            <Banner kind="warning">{t('tokenOnce', { url: token.url })}</Banner>
            <CopyField label={t('token')} value={token.token} />
            <p role="timer">{t('tokenLeft', { time })}</p>
          </>
        )}
        <p>
          {t('fingerprint')}: <b className="ph-mono">{token.fingerprint}</b>
        </p>
        <p className="ph-muted">{t('compare')}</p>
      </div>
    </Dialog>
  );
}

/** Counts from so many seconds down to zero, also through a sleep of the computer. */
function useSecondsLeft(from: number): number {
  const [until] = useState(() => Date.now() + from * 1000);
  const [left, setLeft] = useState(from);
  useEffect(() => {
    const timer = setInterval(() => setLeft(Math.max(0, Math.ceil((until - Date.now()) / 1000))), 1000);
    return () => clearInterval(timer);
  }, [until]);
  return left;
}
