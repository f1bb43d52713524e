import { call, query, refresh, useSession } from '@packhouse/console-kit/console-kit.ts';
import { getReleaseBundleSigning, setReleaseBundleSigning } from '@packhouse/contract/distribution/distribution-target-routes.ts';
import { getReleaseBundle, listReleaseBundles, type ReleaseBundle, signReleaseBundle } from '@packhouse/contract/distribution/release-bundle-routes.ts';
import { listKeyPairs } from '@packhouse/contract/repositories/key-routes.ts';
import { listRepositoryInfo } from '@packhouse/contract/repositories/repository-info-routes.ts';
import { Banner, Button, Dialog, Digest, Field, notify } from '@packhouse/ui/core.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { t } from '../distribution-words.ts';

/** The pair that is made by itself; '' stands for it where another one is chosen. */
const usualKeyPair = 'release-bundles';

/** Signs a version: with which key, and where its files are kept from then on. */
export function SignDialog({ bundle: { name, version, storingRepository }, onClose }: { bundle: ReleaseBundle; onClose: () => void }) {
  const { administrator } = useSession();
  const signing = useQuery(query(getReleaseBundleSigning, {}));
  const [keyPair, setKeyPair] = useState<string>();
  const [repository, setRepository] = useState(storingRepository);
  const present = signing.data?.keyPair ?? '';
  const work = useMutation({
    mutationFn: async () => {
      if (keyPair !== undefined && keyPair !== present) await call(setReleaseBundleSigning, { body: { keyPair } });
      return call(signReleaseBundle, { params: { name, version }, body: { storingRepository: repository } });
    },
    onSuccess: async () => {
      await refresh(getReleaseBundle, listReleaseBundles, getReleaseBundleSigning);
      notify.good(t('wasSigned', { name: `${name} ${version}` }));
      onClose();
    },
  });
  return (
    <Dialog
      title={t('signTitle', { name: `${name} ${version}` })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button kind="primary" icon="key" onClick={() => work.mutate()} loading={work.isPending}>
            {t('sign')}
          </Button>
        </>
      }
    >
      <div className="ph-stack">
        <p>{t('signText')}</p>
        {administrator ? (
          <KeyField present={present} value={keyPair ?? present} onChange={setKeyPair} />
        ) : (
          <p>
            {t('signingKey')}: <span className="ph-mono">{present}</span>
          </p>
        )}
        {signing.data?.fingerprint !== undefined && (keyPair ?? present) === present && <Digest value={signing.data.fingerprint} length={16} />}
        <RepositoryField value={repository} onChange={setRepository} />
        {work.error && <Banner kind="bad">{work.error.message}</Banner>}
      </div>
    </Dialog>
  );
}

interface ChoiceProps {
  value: string;
  onChange: (value: string) => void;
}

/** Choice among the OpenPGP and SSH key pairs; for administrators, whom the list is for. */
export function KeyField({ present, value, onChange }: ChoiceProps & { present: string }) {
  const id = useId();
  const pairs = useQuery(query(listKeyPairs, {}));
  const names = (pairs.data?.items ?? []).filter(({ kind }) => kind !== 'rsa').map((pair) => pair.name);
  const all = [...new Set([...(present === '' ? [] : [present]), ...names])];
  return (
    <Field id={id} label={t('signingKey')} hint={t('signingKeyHint')}>
      <select id={id} className="ph-input" value={value} onChange={(event) => onChange(event.target.value)} aria-describedby={`${id}-hint`}>
        {present !== usualKeyPair && <option value="">{t('usualKey')}</option>}
        {all.map((key) => (
          <option key={key}>{key}</option>
        ))}
      </select>
    </Field>
  );
}

/** Choice among the distribution repositories; the usual one unless said. */
function RepositoryField({ value, onChange }: ChoiceProps) {
  const id = useId();
  const { data = [] } = useQuery(query(listRepositoryInfo, { query: { type: 'distribution' } }));
  if (data.length === 0) return null;
  return (
    <Field id={id} label={t('keptIn')} hint={t('keptInHint')}>
      <select id={id} className="ph-input" value={value} onChange={(event) => onChange(event.target.value)} aria-describedby={`${id}-hint`}>
        <option value="">{t('usualRepository')}</option>
        {data.map(({ repoKey }) => (
          <option key={repoKey}>{repoKey}</option>
        ))}
      </select>
    </Field>
  );
}
