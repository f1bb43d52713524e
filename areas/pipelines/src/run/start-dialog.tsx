import { call, notifyFailure, refresh } from '@packhouse/console-kit/console-kit.ts';
import { type DryRun, dryRunPipeline } from '@packhouse/contract/pipelines/dry-run-routes.ts';
import { listPipelines, listRuns, type Pipeline, runPipeline } from '@packhouse/contract/pipelines/pipeline-routes.ts';
import { Button, Dialog, notify, TextField } from '@packhouse/ui/core.ts';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { DryRunResult } from '../dry-run/dry-run-result.tsx';
import { runPath } from '../pipelines-screens.ts';
import { t } from '../pipelines-words.ts';

/** Asks for the values of a run, and starts it. */
export function StartDialog({ pipeline: { name, variables }, onClose }: { pipeline: Pick<Pipeline, 'name' | 'variables'>; onClose: () => void }) {
  const navigate = useNavigate();
  const [values, setValues] = useState<Record<string, string>>(Object.fromEntries(variables.map((one) => [one.name, one.value])));
  const [busy, setBusy] = useState(false);
  const [found, setFound] = useState<DryRun>();
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
  const tryOut = async () => {
    setBusy(true);
    try {
      setFound(await call(dryRunPipeline, { params: { name }, body: { variables: given } }));
    } catch (error) {
      notifyFailure(error as Error);
    } finally {
      setBusy(false);
    }
  };
  const start = async () => {
    setBusy(true);
    try {
      const { number } = await call(runPipeline, { params: { name }, body: { variables: given } });
      notify.good(t('started', { number }));
      onClose();
      await refresh(listRuns, listPipelines);
      await navigate(runPath(name, number));
    } catch (error) {
      notifyFailure(error as Error);
      setBusy(false);
    }
  };
  const footer = (
    <>
      <Button onClick={onClose}>{t('cancel')}</Button>
      <Button disabled={busy} onClick={() => void tryOut()}>
        {t('dryRunNow')}
      </Button>
      <Button kind="primary" icon="play" loading={busy} onClick={() => void start()}>
        {t('runNow')}
      </Button>
    </>
  );
  return (
    <Dialog title={t('startTitle', { name })} onClose={onClose} footer={footer} width={640}>
      <div className="ph-stack">
        {variables.map((one) => (
          <TextField
            key={one.name}
            id={`value-${one.name}`}
            label={one.name}
            value={values[one.name] ?? ''}
            onChange={(value) => {
              setValues({ ...values, [one.name]: value });
              setFound(undefined);
            }}
          />
        ))}
        <div aria-live="polite">{found ? <DryRunResult found={found} /> : <p className="ph-muted">{t('dryRunHelp')}</p>}</div>
      </div>
    </Dialog>
  );
}
