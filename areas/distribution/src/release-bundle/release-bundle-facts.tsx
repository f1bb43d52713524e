import { BillDownloads, call, notifyFailure, query, useSession, Verdict } from '@packhouse/console-kit/console-kit.ts';
import { getReleaseBundleSigning } from '@packhouse/contract/distribution/distribution-target-routes.ts';
import { type ReleaseBundle, readSignedReleaseBundle } from '@packhouse/contract/distribution/release-bundle-routes.ts';
import { exportReleaseBundleBill } from '@packhouse/contract/scanning/bill-routes.ts';
import { readReleaseBundleVerdict } from '@packhouse/contract/scanning/verdict-routes.ts';
import { Button, Bytes, CopyButton, Digest, downloadText, Facts, formatNumber, RelativeTime, Tag } from '@packhouse/ui/core.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { t } from '../distribution-words.ts';

/** Shows what a version is, and what vouches for it. */
export function ReleaseBundleFacts({ bundle }: { bundle: ReleaseBundle }) {
  const { services } = useSession();
  const { name, version, files, bytes, createdAt, createdBy, state, storingRepository, tag } = bundle;
  const isScanned = 'xray' in services;
  const verdict = useQuery({ ...query(readReleaseBundleVerdict, { query: { name, version } }), enabled: isScanned });
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
          isScanned ? [t('vulnerabilities'), <Verdict key="verdict" result={verdict} />] : undefined,
          isScanned
            ? [
                t('bill'),
                <BillDownloads key="bill" file={`${name}-${version}`} get={(format) => call(exportReleaseBundleBill, { query: { name, version, format } })} />,
              ]
            : undefined,
        ]}
      />
      <Signature bundle={bundle} />
    </>
  );
}

/** Hands out what was signed and its signature, so that whoever has the public key can check it without us. */
function SignedDownloads({ bundle: { name, version, type } }: { bundle: ReleaseBundle }) {
  const save = async (part: 'manifest' | 'signature', file: string) => {
    const signed = await call(readSignedReleaseBundle, { params: { name, version }, query: { type } });
    downloadText(file, signed[part]);
  };
  const get = (part: 'manifest' | 'signature', file: string) => void save(part, file).catch((failure: Error) => notifyFailure(failure, file));
  return (
    <span className="dist-signed">
      <Button size="small" icon="download" onClick={() => get('manifest', `${name}-${version}.json`)}>
        {t('downloadManifest')}
      </Button>
      <Button size="small" icon="download" onClick={() => get('signature', `${name}-${version}.json.sig`)}>
        {t('downloadSignature')}
      </Button>
    </span>
  );
}

function Signature({ bundle }: { bundle: ReleaseBundle }) {
  const { state, type, signedAt, signedBy, keyFingerprint, manifestSha256 } = bundle;
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
        [t('checkIt'), <SignedDownloads key="signed" bundle={bundle} />],
      ]}
    />
  );
}
