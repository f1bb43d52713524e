import { Button, Dialog } from '@packhouse/ui/core.ts';
import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { t } from '../pipelines-words.ts';

/** Asks before what was typed is lost, whichever way somebody leaves. */
export function LeaveQuestion({ isDirty }: { isDirty: boolean }) {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => isDirty && currentLocation.pathname !== nextLocation.pathname);
  useEffect(() => {
    if (!isDirty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isDirty]);
  if (blocker.state !== 'blocked') return null;
  const stay = () => blocker.reset();
  const footer = (
    <>
      <Button onClick={stay}>{t('stay')}</Button>
      <Button kind="danger" onClick={() => blocker.proceed()}>
        {t('leave')}
      </Button>
    </>
  );
  return (
    <Dialog title={t('leaveTitle')} onClose={stay} footer={footer}>
      <p>{t('leaveText')}</p>
    </Dialog>
  );
}
