import type { AdvisorySource, ImportRun } from '@packhouse/contract/scanning/scanning-source-routes.ts';
import { Banner, Button, Dialog, Facts, formatNumber, RelativeTime, type StatusKind, StatusTag, words } from '@packhouse/ui/core.ts';
import { t } from '../scanning-words.ts';

const kinds: Record<ImportRun['status'], StatusKind> = { waiting: 'neutral', running: 'running', finished: 'good', failed: 'bad', unchanged: 'neutral' };

/** How far a run is. */
export function RunStatus({ run }: { run: ImportRun }) {
  return <StatusTag kind={kinds[run.status]}>{t(run.status)}</StatusTag>;
}

/** A run with its figures, and what was rejected and why. */
export function RunDialog({ source, run, onClose }: { source: AdvisorySource; run: ImportRun; onClose: () => void }) {
  return (
    <Dialog title={t('runOf', { name: source.name })} onClose={onClose} width={640} footer={<Button onClick={onClose}>{t('close')}</Button>}>
      {run.message && <Banner kind={run.status === 'failed' ? 'bad' : 'warning'}>{words().said(run.said ?? { message: run.message })}</Banner>}
      <Facts
        items={[
          [t('status'), <RunStatus key="status" run={run} />],
          [t('by'), run.requestedBy === 'schedule' ? t('schedule') : run.requestedBy],
          [t('when'), <RelativeTime key="when" at={run.startedAt} />],
          [t('records'), formatNumber(run.records)],
          [t('changed'), formatNumber(run.changed)],
          [t('withdrawn'), formatNumber(run.withdrawn)],
          [t('rejected'), formatNumber(run.rejected)],
        ]}
      />
      {run.rejects.length > 0 && (
        <section className="scan-rejects" aria-label={t('rejects')}>
          <table>
            <thead>
              <tr>
                <th scope="col">{t('record')}</th>
                <th scope="col">{t('reason')}</th>
              </tr>
            </thead>
            <tbody>
              {run.rejects.map(({ record, reason, said }) => (
                <tr key={`${record} ${reason}`}>
                  <th scope="row">
                    <code>{record}</code>
                  </th>
                  <td>{words().said(said ?? { message: reason })}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </Dialog>
  );
}
