import { query } from '@packhouse/console-kit/console-kit.ts';
import { RecordDrawer } from '@packhouse/console-kit/forms.ts';
import {
  createKeyPair,
  GivenKeyPair,
  KeyName,
  type KeyPair,
  listKeyPairs,
  listVaultConfigs,
  type NewKeyPair,
} from '@packhouse/contract/repositories/key-routes.ts';
import { notify } from '@packhouse/ui/core.ts';
import { Form, Radio, rulesFor, Select } from '@packhouse/ui/form/form.ts';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { nameSignedFormats } from '../name-signed-formats.ts';
import { t } from './keys-words.ts';
import { Hidden, Pasted, Word } from './pasted.tsx';

interface Draft {
  name: string;
  kind: KeyPair['kind'];
  from: NewKeyPair['from'];
  privateKey: string;
  publicKey: string;
  passphrase: string;
  vault?: string;
  path: string;
}

const Checked = z.object({
  name: KeyName,
  privateKey: GivenKeyPair.shape.privateKey,
  path: z.string().trim().min(1, 'Give the path of the secret').max(500),
  vault: z.string().min(1, 'Choose a vault'),
});
const listingKinds = () => (['openpgp', 'rsa'] as const).map((value) => ({ value, label: t(`${value}Use`, { formats: nameSignedFormats(value) }) }));

/** Only what belongs to the way it comes. */
function getBody({ name, kind, from, privateKey, publicKey, passphrase, vault = '', path }: Draft): NewKeyPair {
  const shared = { name: name.trim(), kind };
  if (from === 'generated') return { from, ...shared };
  if (from === 'vault') return { from, ...shared, vault, path: path.trim() };
  return { from, ...shared, privateKey, ...(publicKey.trim() ? { publicKey } : {}), ...(passphrase ? { passphrase } : {}) };
}

function Fields({ isSsh }: { isSsh: boolean }) {
  const from = Form.useWatch<Draft['from']>('from') ?? 'generated';
  const { data } = useQuery({ ...query(listVaultConfigs, {}), enabled: from === 'vault' });
  return (
    <>
      <Word name="name" label={t('name')} rules={rulesFor(Checked, 'name')} />
      <Form.Item name="kind" label={t('kind')} required hidden={isSsh}>
        <Select options={isSsh ? [{ value: 'ssh', label: t('ssh') }] : listingKinds()} />
      </Form.Item>
      <Form.Item name="from" label={t('from')} required>
        <Radio.Group options={(['generated', 'imported', 'vault'] as const).map((value) => ({ value, label: t(value) }))} />
      </Form.Item>
      {from === 'imported' && (
        <>
          <Pasted name="privateKey" label={t('privateKey')} hint={isSsh ? t('sshPrivateHint') : undefined} rules={rulesFor(Checked, 'privateKey')} />
          <Pasted name="publicKey" label={t('publicKey')} hint={t('publicKeyHint')} />
          <Hidden name="passphrase" label={t('passphrase')} hint={t('passphraseHint')} />
        </>
      )}
      {from === 'vault' && (
        <>
          <Form.Item name="vault" label={t('vaults')} rules={rulesFor(Checked, 'vault')}>
            <Select options={data?.items.map(({ key }) => ({ value: key, label: key })) ?? []} notFoundContent={t('noVaults')} />
          </Form.Item>
          <Word name="path" label={t('path')} hint={t('pathHint')} rules={rulesFor(Checked, 'path')} />
        </>
      )}
    </>
  );
}

/** A pair of keys: made here, imported, or kept in a vault. */
export function NewKeyPairDrawer({ kind, onClose }: { kind: KeyPair['kind']; onClose: () => void }) {
  return (
    <RecordDrawer<typeof createKeyPair, Draft>
      title={t(kind === 'ssh' ? 'newSsh' : 'newPair')}
      submitLabel={t('add')}
      onClose={onClose}
      save={createKeyPair}
      before={{ name: '', kind, from: kind === 'ssh' ? 'imported' : 'generated', privateKey: '', publicKey: '', passphrase: '', path: '' }}
      input={(values) => ({ body: getBody(values) })}
      stale={[listKeyPairs, listVaultConfigs]}
      onSaved={({ name }) => {
        notify.good(t('added', { name }));
        onClose();
      }}
      curl={false}
    >
      <Fields isSsh={kind === 'ssh'} />
    </RecordDrawer>
  );
}
