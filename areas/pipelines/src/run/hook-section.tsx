import { call, notifyFailure, refresh, useSession } from '@packhouse/console-kit/console-kit.ts';
import { hookHeaders, type Pipeline, readPipeline, renewHookSecret } from '@packhouse/contract/pipelines/pipeline-routes.ts';
import { Button, CopyField, Section } from '@packhouse/ui/core.ts';
import { useState } from 'react';
import { t } from '../pipelines-words.ts';

/** How calls from outside start a pipeline. */
export function HookSection({ pipeline: { name, hook, mayChange } }: { pipeline: Pipeline }) {
  const { baseUrl } = useSession();
  const [secret, setSecret] = useState<string>();
  const renew = async () => {
    try {
      const made = await call(renewHookSecret, { params: { name } });
      setSecret(made.secret);
      await refresh(readPipeline);
    } catch (error) {
      notifyFailure(error as Error);
    }
  };
  return (
    <Section title={t('hookTitle')} lead={t('hookText', { header: hookHeaders.secret })}>
      <CopyField label={t('hookTitle')} value={`${baseUrl}${hook.path}`} />
      {secret === undefined ? null : <CopyField label={t('hookSecret')} value={secret} />}
      {mayChange && (
        <p>
          <Button onClick={() => void renew()}>{t('hookRenew')}</Button> {hook.hasSecret && <span className="ph-muted">{t('hookReplaces')}</span>}
        </p>
      )}
    </Section>
  );
}
