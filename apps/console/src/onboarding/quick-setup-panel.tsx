import { useSession } from '@packhouse/console-kit/session/session.ts';
import { Button, Dialog, Icon, Section } from '@packhouse/ui/core.ts';
import { useNavigate } from 'react-router';
import { openEducation } from './education/education-state.ts';
import { showOnboarding } from './onboarding-state.ts';
import { t } from './onboarding-words.ts';
import { resetTracking } from './tracking.ts';
import { useSteps } from './use-steps.ts';

/** The welcome: what the first steps are, which of them are done, and where to learn more. */
export function QuickSetupPanel() {
  const { features } = useSession();
  const { offered, done, begin } = useSteps();
  const navigate = useNavigate();
  const close = () => showOnboarding({ quickSetupVisible: false });
  const leaveFor = (action: () => void) => () => {
    close();
    action();
  };
  return (
    <Dialog title={t('quickSetup')} onClose={close} shape="drawer" width={480}>
      <div className="onboarding-panel">
        <div className="onboarding-welcome">
          <h3>{t('welcome')}</h3>
          <p>{t('welcomeText')}</p>
          <Button kind="primary" icon="play" onClick={leaveFor(() => void navigate('/quick-setup'))}>
            {t('start')}
          </Button>
        </div>
        <Section title={t('firstSteps')}>
          <ul className="onboarding-steps">
            {offered.map((step) => {
              const isDone = done.includes(step);
              return (
                <li key={step} data-done={isDone || undefined}>
                  <Icon name={isDone ? 'good' : 'circle'} size={20} label={isDone ? t('stepDone') : t('stepOpen')} />
                  <span>
                    <b>{t(`${step}Step`)}</b>
                    <span className="ph-muted">{t(`${step}Text`)}</span>
                  </span>
                  <Button size="small" onClick={() => begin(step)}>
                    {t(`${step}Action`)}
                  </Button>
                </li>
              );
            })}
          </ul>
          {done.length > 0 && (
            <Button kind="ghost" size="small" icon="refresh" onClick={resetTracking}>
              {t('startOver')}
            </Button>
          )}
        </Section>
        <Section title={t('learnMore')}>
          <div className="onboarding-more">
            <Button icon="bolt" onClick={leaveFor(() => void navigate('/set-me-up'))}>
              {t('setUpClient')}
            </Button>
            {features.educationCenter && (
              <Button icon="command" onClick={leaveFor(openEducation)}>
                {t('educationCenter')}
              </Button>
            )}
            <Button icon="link" onClick={leaveFor(() => showOnboarding({ walking: true }))}>
              {t('walk')}
            </Button>
            <Button icon="user" onClick={leaveFor(() => showOnboarding({ personalizing: true }))}>
              {t('personalize')}
            </Button>
          </div>
        </Section>
      </div>
    </Dialog>
  );
}
