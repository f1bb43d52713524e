import { mutation, notifyFailure, useSession } from '@packhouse/console-kit/console-kit.ts';
import { userIdentifyToken } from '@packhouse/contract/access/auth-profile-routes.ts';
import { Button, notify, useCopy } from '@packhouse/ui/core.ts';
import { useMutation } from '@tanstack/react-query';
import { t } from './quick-start-words.ts';

interface IdentityTokenButtonProps {
  token: string | undefined;
  onToken: (token: string) => void;
}

/** Copies the reader's identity token, making one at the first click. */
export function IdentityTokenButton({ token, onToken }: IdentityTokenButtonProps) {
  const { name } = useSession();
  const { copied, copy } = useCopy();
  const generate = useMutation(mutation(userIdentifyToken));
  const give = async () => {
    if (token !== undefined) return copy(token);
    try {
      const { reference_token: made } = await generate.mutateAsync({ params: { name }, body: { description: 'Quick start', includeReferenceToken: true } });
      if (made === undefined) return;
      onToken(made);
      notify.good(t('tokenGenerated'));
      await copy(made);
    } catch (error) {
      notifyFailure(error as Error, t('tokenFailed'));
    }
  };
  return (
    <Button icon={copied ? 'check' : 'copy'} loading={generate.isPending} onClick={() => void give()}>
      {copied ? t('copied') : t('identityToken')}
    </Button>
  );
}
