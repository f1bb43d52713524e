import { mutation } from '@packhouse/console-kit/console-kit.ts';
import { testRepositoryConnection } from '@packhouse/contract/repositories/repository-routes.ts';
import { Banner, Button, words } from '@packhouse/ui/core.ts';
import { Form } from '@packhouse/ui/form/form.ts';
import { useMutation } from '@tanstack/react-query';
import { t } from './administration-words.ts';
import type { RepositoryDraft } from './repository-draft.ts';

/** Asks the source with what stands in the form, before anything is saved. */
export function ConnectionTest({ existingKey }: { existingKey: string | undefined }) {
  const form = Form.useFormInstance<RepositoryDraft>();
  const test = useMutation(mutation(testRepositoryConnection));
  const run = () => {
    const { format, url, username, password, allowPrivate, proxy, disableProxy, clientTlsCertificate, timeoutSeconds } = form.getFieldsValue(
      true,
    ) as RepositoryDraft;
    test.mutate({
      body: {
        format,
        url: url.trim(),
        username,
        allowPrivate,
        proxy,
        disableProxy,
        clientTlsCertificate,
        timeoutSeconds: Number(timeoutSeconds) || 15,
        ...(existingKey ? { key: existingKey } : {}),
        ...(password ? { password } : {}),
      },
    });
  };
  return (
    <div className="ph-stack">
      <span>
        <Button icon="network" loading={test.isPending} onClick={run}>
          {t('test')}
        </Button>
      </span>
      {test.data && <Banner kind={test.data.reached ? 'good' : 'bad'}>{words().said(test.data)}</Banner>}
      {test.error && <Banner kind="bad">{test.error.message}</Banner>}
    </div>
  );
}
