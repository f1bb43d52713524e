import { Failure, mutation, query, useRefusal } from '@packhouse/console-kit/console-kit.ts';
import { getReleaseBundleSigning, type ReleaseBundleSigning, setReleaseBundleSigning } from '@packhouse/contract/distribution/distribution-target-routes.ts';
import { Banner, Button, CodeBlock, Digest, Icon, notify, Section, Skeleton } from '@packhouse/ui/core.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { KeyField } from '../release-bundle/sign-dialog.tsx';
import { t } from './targets-words.ts';

/** The key that signs release bundles: which one, and its public half for the targets. */
export function SigningKey() {
  const { data, error, refetch } = useQuery(query(getReleaseBundleSigning, {}));
  return (
    <Section title={t('signature')}>
      {error && !data ? <Failure error={error} onRetry={() => void refetch()} /> : data ? <Choice signing={data} /> : <Skeleton lines={4} height={38} />}
    </Section>
  );
}

function Choice({ signing }: { signing: ReleaseBundleSigning }) {
  const refusal = useRefusal(setReleaseBundleSigning);
  const [keyPair, setKeyPair] = useState<string>();
  const change = useMutation(mutation(setReleaseBundleSigning, { stale: [getReleaseBundleSigning] }));
  const chosen = keyPair ?? signing.keyPair;
  const save = () =>
    change.mutate(
      { body: { keyPair: chosen } },
      {
        onSuccess: (saved) => {
          notify.good(t('keyChosen', { name: saved.keyPair }));
          setKeyPair(undefined);
        },
      },
    );
  return (
    <div className="dist-key ph-stack">
      <KeyField present={signing.keyPair} value={chosen} onChange={setKeyPair} />
      {chosen !== signing.keyPair && (
        <span>
          <Button kind="primary" loading={change.isPending} refusal={refusal} onClick={save}>
            {t('useKey')}
          </Button>
        </span>
      )}
      {change.error && <Banner kind="bad">{change.error.message}</Banner>}
      {signing.fingerprint && (
        <p>
          {t('keyFingerprint')}: <Digest value={signing.fingerprint} length={16} />
        </p>
      )}
      {signing.publicKey ? (
        <details className="ph-disclosure">
          <summary>
            <Icon name="chevron-right" size={14} />
            {t('publicKeyForTargets')}
          </summary>
          <CodeBlock label={t('publicKey')} code={signing.publicKey} />
        </details>
      ) : (
        <p className="ph-muted">{t('keyLater')}</p>
      )}
    </div>
  );
}
