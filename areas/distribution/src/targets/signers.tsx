import { mutation, notifyFailure, query, useLive } from '@packhouse/console-kit/console-kit.ts';
import { ListTable, useList } from '@packhouse/console-kit/lists.ts';
import { getRefusedSigners, setReleaseBundleSigner } from '@packhouse/contract/distribution/distribution-target-routes.ts';
import { listTrustedKeys, type TrustedKey } from '@packhouse/contract/repositories/key-routes.ts';
import { listSshSigners } from '@packhouse/contract/repositories/ssh-signer-routes.ts';
import { Digest, EmptyState, type MenuEntry, notify, Section, StatusTag } from '@packhouse/ui/core.ts';
import type { Column } from '@packhouse/ui/table/data.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { t } from './targets-words.ts';

interface Signer extends Pick<TrustedKey, 'name' | 'owners' | 'fingerprint'> {
  /** Keys of both kinds may have the same name. */
  id: string;
  maySign: boolean;
}

const trustedKeysPath = '/admin/artifactory/security/trusted_keys';

const columns = (): Column<Signer>[] => [
  { id: 'name', title: t('trustedKey'), card: 'title', width: '22%', render: ({ name }) => <b>{name}</b> },
  { id: 'owner', title: t('owner'), card: 'fact', render: ({ owners }) => owners.join(', ') },
  { id: 'fingerprint', title: t('keyFingerprint'), render: ({ fingerprint }) => <Digest value={fingerprint} length={16} /> },
  {
    id: 'maySign',
    title: t('maySign'),
    card: 'fact',
    render: ({ maySign }) => <StatusTag kind={maySign ? 'good' : 'neutral'}>{t(maySign ? 'maySignYes' : 'maySignNo')}</StatusTag>,
  },
];

/** Which of the trusted keys may sign release bundles that other platforms send. */
export function Signers() {
  const trusted = useList(listTrustedKeys, {}, { rows: ({ items }) => items.filter(({ kind }) => kind === 'openpgp') });
  const ssh = useQuery(query(listSshSigners, {}));
  const refused = useQuery(query(getRefusedSigners, {}));
  const change = useMutation(mutation(setReleaseBundleSigner, { stale: [getRefusedSigners] }));
  useLive(['audit.release-bundle.signer-'], getRefusedSigners);
  const fingerprints = refused.data?.fingerprints;
  const sshKeys = ssh.data?.items.map(({ principals, ...key }) => ({ ...key, id: `${key.name} (SSH)`, owners: principals }));
  const keys = sshKeys && trusted.rows && [...trusted.rows.map((key) => ({ ...key, id: key.name })), ...sshKeys];
  const rows = fingerprints && keys?.map((key): Signer => ({ ...key, maySign: !fingerprints.includes(key.fingerprint) }));
  const set = ({ name, fingerprint }: Signer, maySign: boolean) =>
    change.mutate(
      { params: { fingerprint }, body: { maySign } },
      {
        onSuccess: () => notify.good(t(maySign ? 'signerAllowed' : 'signerRefused', { name })),
        onError: (failure) => notifyFailure(failure, name),
      },
    );
  const actions = (signer: Signer): MenuEntry[] => [
    signer.maySign
      ? { label: t('refuseSigner'), icon: 'bad', onSelect: () => set(signer, false) }
      : { label: t('allowSigner'), icon: 'check', onSelect: () => set(signer, true) },
  ];
  const refetch = () => {
    trusted.refetch();
    void ssh.refetch();
    void refused.refetch();
  };
  return (
    <Section title={t('signers')}>
      <p className="ph-muted">{t('aboutSigners')}</p>
      <ListTable
        id="distribution-signers"
        label={t('signers')}
        list={{ ...trusted, rows, error: trusted.error ?? ssh.error ?? refused.error, refetch }}
        columns={columns()}
        rowKey={({ id }) => id}
        rowActions={actions}
        none={
          <EmptyState icon="shield" title={t('noSigners')} action={<Link to={trustedKeysPath}>{t('manageKeys')}</Link>}>
            {t('noSignersHelp')}
          </EmptyState>
        }
      />
    </Section>
  );
}
