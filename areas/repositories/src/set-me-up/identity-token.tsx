import { mutation, notifyFailure, useRefusal, useSession } from '@packhouse/console-kit/console-kit.ts';
import { userIdentifyToken } from '@packhouse/contract/access/auth-profile-routes.ts';
import { Button, CopyField, notify } from '@packhouse/ui/core.ts';
import { useMutation } from '@tanstack/react-query';
import { t } from './set-me-up-words.ts';

/** Makes a token for the reader, here, where it is needed. */
export function IdentityToken({ description }: { description: string }) {
  const { name } = useSession();
  const refusal = useRefusal(userIdentifyToken);
  const token = useMutation(mutation(userIdentifyToken));
  const generate = () =>
    token.mutate(
      { params: { name }, body: { description, includeReferenceToken: true } },
      { onSuccess: () => notify.good(t('generated')), onError: (error) => notifyFailure(error, t('tokenFailed')) },
    );
  return (
    <section className="setup-token" aria-label={t('token')}>
      <div>
        <h3>{t('token')}</h3>
        <p className="ph-muted">{t('tokenHelp')}</p>
      </div>
      {token.data?.reference_token ? (
        <CopyField label={t('token')} value={token.data.reference_token} secret />
      ) : (
        <Button icon="key" onClick={generate} loading={token.isPending} refusal={refusal}>
          {t('generate')}
        </Button>
      )}
    </section>
  );
}
