import { onChanged } from '@packhouse/console-kit/calls/calls.ts';
import { useSession } from '@packhouse/console-kit/session/session.ts';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { showOnboarding, useOnboarding } from './onboarding-state.ts';
import { nextStep, type OnboardingStep, offeredSteps, stepOfCall, stepPaths, trackStep, useTracking } from './tracking.ts';

/** Sees what the console makes: the step counts as done, and its success is shown when it was begun here. */
export function useStepWatch(): void {
  useEffect(
    () =>
      onChanged((route) => {
        const step = stepOfCall(route);
        if (!step) return;
        trackStep(step);
        // The quick setup's own page goes on with steps of its own.
        if (useOnboarding.getState().begun === step && route !== 'createQuickRepos')
          showOnboarding({ begun: undefined, creatingRepository: false, succeeded: step });
      }),
    [],
  );
}

/** Begins a step, and goes from one to the next. */
export function useSteps() {
  const session = useSession();
  const navigate = useNavigate();
  const offered = offeredSteps(session);
  const done = useTracking((state) => state.done);
  const begin = (step: OnboardingStep) => {
    showOnboarding({ begun: step, creatingRepository: step === 'repository', quickSetupVisible: false, succeeded: undefined });
    if (step !== 'repository') void navigate(stepPaths[step]);
  };
  const goOn = (from: OnboardingStep) => {
    const next = nextStep(offered, done, from);
    if (next) begin(next);
    else showOnboarding({ succeeded: undefined, finished: true });
  };
  return { offered, done, begin, goOn };
}
