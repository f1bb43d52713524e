import { query } from '@packhouse/console-kit/console-kit.ts';
import { getReleaseBundleSigning } from '@packhouse/contract/distribution/distribution-target-routes.ts';
import type { ReleaseBundle } from '@packhouse/contract/distribution/release-bundle-routes.ts';
import { Bytes, CopyButton, Digest, Facts, formatNumber, RelativeTime, Tag } from '@packhouse/ui/core.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { t } from '../distribution-words.ts';

/** Shows what a version is, and what vouches for it. */
export function ReleaseBundleFacts({ bundle }: { bundle: ReleaseBundle }) {
  const { files, bytes, createdAt, createdBy, state, storingRepository, tag } = bundle;
  return (
    <>
      <Facts
        title={t('details')}
        items={[
          [t('created'), <RelativeTime key="created" at={createdAt} />],
          [t('createdBy'), createdBy],
          tag === undefined ? undefined : [t('tag'), <Tag key="tag">{tag}</Tag>],
          [t('files'), formatNumber(files)],
          [t('size'), <Bytes key="size" value={bytes} />],
          state === 'SIGNED' && storingRepository
            ? [
                t('keptIn'),
                <Link key="kept" to={`/repos/tree/${encodeURIComponent(storingRepository)}`} className="ph-mono">
                  {storingRepository}
                </Link>,
              ]
            : undefined,
        ]}
      />
      <Signature bundle={bundle} />
    </>
  );
}

function Signature({ bundle: { state, type, signedAt, signedBy, keyFingerprint, manifestSha256 } }: { bundle: ReleaseBundle }) {
  const ownKey = useQuery({ ...query(getReleaseBundleSigning, {}), enabled: type === 'source' && keyFingerprint !== undefined });
  if (state === 'OPEN')
    return (
      <section className="ph-facts" aria-label={t('signature')}>
        <h2>{t('signature')}</h2>
        <p className="ph-muted">{t('notSigned')}</p>
      </section>
    );
  const publicKey = ownKey.data?.fingerprint === keyFingerprint ? ownKey.data?.publicKey : undefined;
  return (
    <Facts
      title={t('signature')}
      items={[
        [t('signed'), <RelativeTime key="signed" at={signedAt} />],
        signedBy ? [t('signedBy'), signedBy] : undefined,
        keyFingerprint ? [t('keyFingerprint'), <Digest key="key" value={keyFingerprint} length={16} />] : undefined,
        publicKey ? [t('publicKey'), <CopyButton key="public" wide value={publicKey} label={t('copyPublicKey')} />] : undefined,
        manifestSha256 ? [t('manifest'), <Digest key="manifest" value={manifestSha256} />] : undefined,
      ]}
    />
  );
}
