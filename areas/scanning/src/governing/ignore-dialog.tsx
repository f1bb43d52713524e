import { call, refresh } from '@packhouse/console-kit/console-kit.ts';
import { ignoreAllViolations, listViolations, readViolation, type ViolationFilter } from '@packhouse/contract/scanning/violation-routes.ts';
import { Button, CheckField, Dialog, notify, TextAreaField, TextField, words } from '@packhouse/ui/core.ts';
import { useEffect, useRef, useState } from 'react';
import { ClaimField, readClaim } from './claim-field.tsx';
import { t } from './violation-words.ts';

/** Violations by their ids, or all the active ones that fit a filter. */
export type ChosenToIgnore = { ids: readonly string[] } | { filter: Partial<ViolationFilter>; count: number };

interface Why {
  notes: string;
  until: string;
  once: boolean;
  /** What documents of VEX tell; nothing without. */
  claim: string;
}

/** Ignores in as many calls as it takes; `onDone` hears how many there are so far, and whether to go on is its to say. */
async function ignoreChosen(chosen: ChosenToIgnore, { notes, until, once, claim }: Why, onDone: (done: number) => boolean): Promise<number> {
  const query = { ignore_once: once ? ('true' as const) : ('false' as const) };
  const why = { notes, ...(once ? {} : readClaim(claim)), ...(until === '' ? {} : { expires_at: new Date(until).toISOString() }) };
  const asked = 'ids' in chosen ? { ids: [...chosen.ids] } : { filter: chosen.filter };
  let done = 0;
  let after: string | null | undefined;
  do {
    const { ignored, next } = await call(ignoreAllViolations, { query, body: { ...why, ...asked, ...(after ? { after } : {}) } });
    done += ignored;
    after = next;
  } while (onDone(done) && after !== null);
  return done;
}

interface IgnoreDialogProps {
  chosen: ChosenToIgnore;
  onClose: () => void;
  onDone?: () => void;
}

/** Asks why violations are to be ignored, and how long. Closing it stops what has not been done by then. */
export function IgnoreDialog({ chosen, onClose, onDone }: IgnoreDialogProps) {
  const [why, setWhy] = useState<Why>({ notes: '', until: '', once: false, claim: '' });
  const [busy, setBusy] = useState(false);
  const [done, setDone] = useState(0);
  const [problem, setProblem] = useState<string>();
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  const count = 'ids' in chosen ? chosen.ids.length : chosen.count;
  const ignore = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      const ignored = await ignoreChosen(chosen, why, (sofar) => {
        setDone(sofar);
        return isOpen.current;
      });
      notify.good(t('didIgnore', { count: ignored }));
      onDone?.();
      if (isOpen.current) onClose();
    } catch (error) {
      setProblem((error as Error).message);
    } finally {
      setBusy(false);
      await Promise.all([refresh(listViolations), refresh(readViolation)]);
    }
  };
  const buttons = (
    <>
      <Button onClick={onClose}>{words().cancel}</Button>
      <Button kind="primary" loading={busy} disabled={why.notes.trim() === ''} onClick={() => void ignore()}>
        {t('ignore')}
      </Button>
    </>
  );
  return (
    <Dialog title={t('ignoreTitle')} onClose={onClose} footer={buttons} width={480}>
      <div className="ph-stack">
        <p>{t('ignoreText', { count })}</p>
        <TextAreaField label={t('reason')} value={why.notes} onChange={(notes) => setWhy({ ...why, notes })} problem={problem} />
        <TextField type="datetime-local" label={t('until')} hint={t('untilHint')} value={why.until} onChange={(until) => setWhy({ ...why, until })} />
        <CheckField label={t('once')} checked={why.once} onChange={(once) => setWhy({ ...why, once })} />
        {!why.once && <ClaimField value={why.claim} onChange={(claim) => setWhy({ ...why, claim })} />}
        <p role="status" className="ph-muted">
          {busy && done > 0 && t('ignoredSoFar', { done, count })}
        </p>
      </div>
    </Dialog>
  );
}
