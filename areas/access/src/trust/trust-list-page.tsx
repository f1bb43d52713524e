import { mutation, notifyFailure, useRefusal } from '@packhouse/console-kit/console-kit.ts';
import { ListPage, useList } from '@packhouse/console-kit/lists.ts';
import {
  checkTrustedDeployment,
  createPairingToken,
  listTrustedDeployments,
  pairDeployment,
  type TrustedDeployment,
} from '@packhouse/contract/access/access-trust-routes.ts';
import { Banner, Button, EmptyState, type MenuEntry, words } from '@packhouse/ui/core.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { DeploymentDrawer } from './deployment-drawer.tsx';
import { ForgetDeployment, RevokeTrust } from './end-trust.tsx';
import { ManagedEntries } from './managed-entries.tsx';
import { NewToken } from './new-token.tsx';
import { ThisDeployment } from './own-deployment.tsx';
import { PairDeployment } from './pair-deployment.tsx';
import { trustColumns } from './trust-columns.tsx';
import { t } from './trust-words.ts';
import './trust.css';

type Open = { what: 'token' | 'pair' } | { what: 'edit' | 'revoke' | 'forget' | 'entries'; deployment: TrustedDeployment };

/** Tries a deployment, and shows what it answered. */
function useCheck() {
  const check = useMutation(mutation(checkTrustedDeployment, { stale: [listTrustedDeployments] }));
  const run = ({ id, name }: TrustedDeployment) => check.mutate({ params: { id } }, { onError: (failure) => notifyFailure(failure, name) });
  const result = check.data && (
    <Banner kind={check.data.reachable ? 'good' : 'bad'}>
      <p>{words().said(check.data)}</p>
      {check.data.version && <p>{t('checkVersion', { version: check.data.version })}</p>}
    </Banner>
  );
  return { run, result, of: check.variables?.params.id };
}

function Buttons({ onOpen }: { onOpen: (open: Open) => void }) {
  const refusal = useRefusal(pairDeployment);
  const tokenRefusal = useRefusal(createPairingToken);
  return (
    <>
      <Button icon="key" refusal={tokenRefusal} onClick={() => onOpen({ what: 'token' })}>
        {t('newToken')}
      </Button>
      <Button kind="primary" icon="plus" refusal={refusal} onClick={() => onOpen({ what: 'pair' })}>
        {t('pair')}
      </Button>
    </>
  );
}

/** The deployments that this one trusts, or has trusted. */
export function TrustListPage() {
  const list = useList(listTrustedDeployments, {}, { rows: ({ items }) => items, live: ['access.peer.', 'access.deployment-key.', 'access.setting.'] });
  const [open, setOpen] = useState<Open>();
  const check = useCheck();
  const close = () => setOpen(undefined);
  const rowActions = (deployment: TrustedDeployment): MenuEntry[] => {
    const end = (what: 'revoke' | 'forget') => ({ icon: 'trash' as const, danger: true, keys: 'Del', onSelect: () => setOpen({ what, deployment }) });
    if (deployment.revokedAt !== null) return [{ label: t('forget'), ...end('forget') }];
    return [
      { label: t('check'), icon: 'network', onSelect: () => check.run(deployment) },
      { label: t('edit'), icon: 'edit', keys: 'e', onSelect: () => setOpen({ what: 'edit', deployment }) },
      ...(deployment.purposes.includes('federation')
        ? [{ label: t('entries'), icon: 'user' as const, onSelect: () => setOpen({ what: 'entries', deployment }) }]
        : []),
      { line: true },
      { label: t('revoke'), ...end('revoke') },
    ];
  };
  const checked = list.rows?.find(({ id }) => id === check.of);
  return (
    <ListPage
      id="trusted-deployments"
      title={t('deployments')}
      subtitle={t('about')}
      actions={<Buttons onOpen={setOpen} />}
      above={
        <>
          {list.answer && <ThisDeployment self={list.answer.self} />}
          {checked && check.result && <section aria-label={checked.name}>{check.result}</section>}
        </>
      }
      list={list}
      columns={trustColumns()}
      rowKey={({ id }) => id}
      rowName={({ name }) => name}
      rowActions={rowActions}
      none={
        <EmptyState icon="link" title={t('none')}>
          {t('noneHelp')}
        </EmptyState>
      }
    >
      {open?.what === 'token' && <NewToken known={list.rows ?? []} onClose={close} />}
      {open?.what === 'pair' && <PairDeployment onClose={close} />}
      {open?.what === 'edit' && <DeploymentDrawer deployment={open.deployment} onClose={close} />}
      {open?.what === 'entries' && <ManagedEntries deployment={open.deployment} onClose={close} />}
      {open?.what === 'revoke' && <RevokeTrust deployment={open.deployment} onClose={close} />}
      {open?.what === 'forget' && <ForgetDeployment deployment={open.deployment} onClose={close} />}
    </ListPage>
  );
}
