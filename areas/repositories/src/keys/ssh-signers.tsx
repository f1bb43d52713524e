import { call, refresh } from '@packhouse/console-kit/console-kit.ts';
import { useList } from '@packhouse/console-kit/lists.ts';
import { deleteSshSigner, listSshSigners, type SshSigner, writeAllowedSigner } from '@packhouse/contract/repositories/ssh-signer-routes.ts';
import { Button, Digest, downloadText, EmptyState, type MenuEntry, RelativeTime } from '@packhouse/ui/core.ts';
import type { Column } from '@packhouse/ui/table/data.ts';
import { lazy, Suspense, useState } from 'react';
import { KeySection } from './key-section.tsx';
import { t } from './keys-words.ts';

const NewSshSignerDrawer = lazy(async () => ({ default: (await import('./new-ssh-signer.tsx')).NewSshSignerDrawer }));
const VerifySignatureDrawer = lazy(async () => ({ default: (await import('./verify-signature.tsx')).VerifySignatureDrawer }));

function columns(): Column<SshSigner>[] {
  return [
    { id: 'name', title: t('name'), card: 'title', width: '20%', render: ({ name }) => <b>{name}</b> },
    { id: 'principals', title: t('principals'), card: 'fact', render: ({ principals }) => principals.join(', ') },
    { id: 'fingerprint', title: t('fingerprint'), render: ({ fingerprint }) => <Digest value={fingerprint} length={20} /> },
    { id: 'created', title: t('created'), width: '130px', optional: true, render: ({ createdAt }) => <RelativeTime at={createdAt} /> },
  ];
}

/** SSH keys of others, whose signatures are taken. */
export function SshSigners() {
  const [open, setOpen] = useState<'new' | 'verify'>();
  const list = useList(listSshSigners, {}, { rows: ({ items }) => items, live: ['key.'] });
  const rowActions = (signer: SshSigner): MenuEntry[] => [
    { label: t('download'), icon: 'download', onSelect: () => downloadText(`${signer.name}.pub`, `${signer.publicKey}\n`) },
    { label: t('downloadLine'), icon: 'download', onSelect: () => downloadText('allowed_signers', writeAllowedSigner(signer)) },
  ];
  const close = () => setOpen(undefined);
  const actions = (
    <>
      <Button icon="check" onClick={() => setOpen('verify')}>
        {t('verifySignature')}
      </Button>
      <Button kind="primary" icon="plus" onClick={() => setOpen('new')}>
        {t('newSigner')}
      </Button>
    </>
  );
  return (
    <KeySection
      id="ssh-signers"
      title={t('signers')}
      about={t('signersAbout')}
      list={list}
      columns={columns()}
      rowActions={rowActions}
      remove={async (name) => {
        await call(deleteSshSigner, { params: { name } });
        await refresh(listSshSigners);
      }}
      none={
        <EmptyState icon="shield" title={t('noSigners')}>
          {t('noSignersHelp')}
        </EmptyState>
      }
      actions={actions}
    >
      <Suspense>
        {open === 'new' && <NewSshSignerDrawer onClose={close} />}
        {open === 'verify' && <VerifySignatureDrawer onClose={close} />}
      </Suspense>
    </KeySection>
  );
}
