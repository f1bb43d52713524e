import { call, isApiError, useRefusal } from '@packhouse/console-kit/console-kit.ts';
import { type DryRun, dryRunDocument } from '@packhouse/contract/pipelines/dry-run-routes.ts';
import { Banner, Button, Section } from '@packhouse/ui/core.ts';
import { useState } from 'react';
import { t } from '../pipelines-words.ts';
import { DryRunResult } from './dry-run-result.tsx';

interface DryRunSectionProps {
  document: string;
  onGo: (place: { line: number; column: number }) => void;
}

/** Tries a document out as it stands in the editor, in the name of whoever edits it. */
export function DryRunSection({ document, onGo }: DryRunSectionProps) {
  const refusal = useRefusal(dryRunDocument);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [found, setFound] = useState<{ of: string; result: DryRun }>();
  const run = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      setFound({ of: document, result: await call(dryRunDocument, { body: { document, variables: {} } }) });
    } catch (error) {
      setFailure(isApiError(error) ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Section title={t('dryRun')} lead={t('dryRunHelp')}>
      <p>
        <Button icon="play" loading={busy} disabled={refusal !== undefined} onClick={() => void run()}>
          {t('dryRunNow')}
        </Button>
      </p>
      <div aria-live="polite">
        {failure && <Banner kind="bad">{failure}</Banner>}
        {found && found.of !== document && <p className="ph-muted">{t('dryRunOld')}</p>}
        {found && found.result.steps.length > 0 && <DryRunResult found={found.result} onGo={onGo} />}
      </div>
    </Section>
  );
}
