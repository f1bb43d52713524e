import { call, notifyFailure, refresh } from '@packhouse/console-kit/console-kit.ts';
import { listPipelines, listRuns, type Pipeline, runPipeline } from '@packhouse/contract/pipelines/pipeline-routes.ts';
import { Button, Dialog, notify, TextField } from '@packhouse/ui/core.ts';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { runPath } from '../pipelines-screens.ts';
import { t } from '../pipelines-words.ts';

/** Asks for the values of a run, and starts it. */
export function StartDialog({ pipeline: { name, variables }, onClose }: { pipeline: Pick<Pipeline, 'name' | 'variables'>; onClose: () => void }) {
  const navigate = useNavigate();
  const [values, setValues] = useState<Record<string, string>>(Object.fromEntries(variables.map((one) => [one.name, one.value])));
  const [busy, setBusy] = useState(false);
  const start = async () => {
    setBusy(true);
    try {
      const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
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
      <Button kind="primary" icon="play" loading={busy} onClick={() => void start()}>
        {t('runNow')}
      </Button>
    </>
  );
  return (
    <Dialog title={t('startTitle', { name })} onClose={onClose} footer={footer}>
      <div className="ph-stack">
        {variables.map((one) => (
          <TextField
            key={one.name}
            id={`value-${one.name}`}
            label={one.name}
            value={values[one.name] ?? ''}
            onChange={(value) => setValues({ ...values, [one.name]: value })}
          />
        ))}
      </div>
    </Dialog>
  );
}
