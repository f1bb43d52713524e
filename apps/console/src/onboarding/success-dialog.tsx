import { Button, Dialog, Icon } from '@packhouse/ui/core.ts';
import { showOnboarding, useOnboarding } from './onboarding-state.ts';
import { t } from './onboarding-words.ts';
import { nextStep } from './tracking.ts';
import { useSteps } from './use-steps.ts';

/** Says that what a step makes is there, and offers the next one. */
export function SuccessDialog() {
  const step = useOnboarding((state) => state.succeeded);
  const { offered, done, goOn } = useSteps();
  if (!step) return null;
  const close = () => showOnboarding({ succeeded: undefined });
  const next = nextStep(offered, done, step);
  const buttons = (
    <>
      <Button onClick={close}>{t('close')}</Button>
      <Button kind="primary" onClick={() => goOn(step)}>
        {t('next')}
      </Button>
    </>
  );
  return (
    <Dialog title={t(`${step}Success`)} onClose={close} footer={buttons}>
      <div className="onboarding-success">
        <Icon name="good" size={40} />
        <p>{t(`${step}SuccessText`)}</p>
        <p className="ph-muted">{next ? t('nextIs', { step: t(`${next}Step`) }) : t('nextIsEnd')}</p>
      </div>
    </Dialog>
  );
}

/** The first steps are done. */
export function FinishDialog() {
  const close = () => showOnboarding({ finished: false });
  return (
    <Dialog
      title={t('finishTitle')}
      onClose={close}
      footer={
        <Button kind="primary" onClick={close}>
          {t('finish')}
        </Button>
      }
    >
      <div className="onboarding-success">
        <Icon name="star" size={40} />
        <p>{t('finishText')}</p>
      </div>
    </Dialog>
  );
}
