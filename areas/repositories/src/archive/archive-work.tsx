import { Banner, Button, Dialog, notify, words } from '@packhouse/ui/core.ts';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { treePath } from '../tree/tree-path.ts';
import { type ArchiveAction, type Progress, type Wanted, workThrough } from './archive-actions.ts';
import { t } from './archive-words.ts';

/** So many files are done at once, and nobody has to be shown how far it has come. */
const few = 25;
/** Reasons that are shown; there may be thousands. */
const mostShown = 100;

interface Work extends Progress {
  action: ArchiveAction;
  wanted: Wanted;
  state: 'running' | 'stopping' | 'stopped' | 'broken' | 'ended';
  /** Why it broke off. */
  failure?: string;
}

interface ArchiveWork {
  work: Work | undefined;
  start(action: ArchiveAction, wanted: Wanted): void;
  stop(): void;
  close(): void;
}

/** Brings files back or deletes them, one piece of work at a time, and says how far it has come. */
export function useArchiveWork(): ArchiveWork {
  const navigate = useNavigate();
  const [work, setWork] = useState<Work>();
  const aborting = useRef<AbortController>(undefined);

  function praise({ action, files }: Work, wanted: Wanted): void {
    const first = 'files' in wanted ? wanted.files[0] : undefined;
    const show = first && action === 'restore' ? { action: { label: t('show'), run: () => void navigate(treePath(first)) } } : {};
    notify.good(t(action === 'restore' ? 'restored' : 'deleted', { count: files }), show);
  }

  async function run(action: ArchiveAction, wanted: Wanted): Promise<void> {
    const abort = new AbortController();
    const { signal } = abort;
    aborting.current = abort;
    let now: Work = { action, wanted, state: 'running', done: 0, files: 0, failures: [] };
    setWork(now);
    const tell = (more: Partial<Work>) => {
      now = { ...now, ...more };
      setWork(now);
    };
    try {
      await workThrough(action, wanted, signal, (progress) => tell({ ...progress, state: signal.aborted ? 'stopping' : 'running' }));
    } catch (error) {
      return tell({ state: 'broken', failure: (error as Error).message });
    }
    if (signal.aborted) return tell({ state: 'stopped' });
    if (now.failures.length > 0) return tell({ state: 'ended' });
    praise(now, wanted);
    setWork(undefined);
  }

  return {
    work,
    start: (action, wanted) => void run(action, wanted),
    stop() {
      aborting.current?.abort();
      setWork((before) => before && { ...before, state: 'stopping' });
    },
    close: () => setWork(undefined),
  };
}

function Failures({ work: { failures } }: { work: Work }) {
  return (
    <>
      <h3>{t('stayed', { count: failures.length })}</h3>
      <ul className="archive-failures">
        {failures.slice(0, mostShown).map(({ file: { id, repoKey, path }, said }) => (
          <li key={id}>
            <code>
              {repoKey}/{path}
            </code>
            <span className="ph-muted">{words().said(said)}</span>
          </li>
        ))}
      </ul>
      {failures.length > mostShown && <p className="ph-muted">{t('moreStayed', { count: failures.length - mostShown })}</p>}
    </>
  );
}

function Running({ work: { done, wanted } }: { work: Work }) {
  const total = 'files' in wanted ? wanted.files.length : undefined;
  return (
    <>
      <p role="status">{total === undefined ? t('doneOfMany', { count: done }) : t('doneOf', { done, total })}</p>
      <progress className="archive-progress" aria-label={t('progress')} {...(total === undefined ? {} : { max: total, value: done })} />
    </>
  );
}

/** What came of it, where that is more than a word. */
function Result({ work }: { work: Work }) {
  const { action, state, files, failures, failure } = work;
  return (
    <>
      {state === 'broken' && <Banner kind="bad">{failure}</Banner>}
      <p role="status">
        {t(action === 'restore' ? 'restored' : 'deleted', { count: files })}
        {state === 'stopped' && ` · ${t('stoppedText')}`}
      </p>
      {failures.length > 0 && <Failures work={work} />}
    </>
  );
}

/** How far work on many files has come, with a way to stop it; and what stayed, with the reasons. */
export function ArchiveWorkDialog({ work, start, stop, close }: ArchiveWork) {
  if (!work) return null;
  const { action, wanted, state, failures } = work;
  const isOn = state === 'running' || state === 'stopping';
  if (isOn && 'files' in wanted && wanted.files.length <= few) return null;
  const again = () => start(action, { files: failures.map(({ file }) => file) });
  return (
    <Dialog
      title={t(action === 'restore' ? 'restoring' : 'deleting')}
      onClose={isOn ? stop : close}
      sticky
      width={560}
      footer={
        isOn ? (
          <Button onClick={stop} loading={state === 'stopping'}>
            {t('stop')}
          </Button>
        ) : (
          <>
            {failures.length > 0 && <Button onClick={again}>{t('again')}</Button>}
            <Button kind="primary" onClick={close}>
              {t('close')}
            </Button>
          </>
        )
      }
    >
      {isOn ? <Running work={work} /> : <Result work={work} />}
    </Dialog>
  );
}
