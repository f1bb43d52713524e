import { call } from '@packhouse/console-kit/calls/calls.ts';
import { useSession } from '@packhouse/console-kit/session/session.ts';
import { reposStates } from '@packhouse/contract/repositories/onboarding-routes.ts';
import { updateUserCustomData } from '@packhouse/contract/shell/onboarding-user-routes.ts';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { useLocation, useNavigate, useNavigation } from 'react-router';
import { landingPath } from '../navigation/landing.ts';
import { useStartUp } from '../start-up/start-up.ts';
import { CreateRepository } from './create-repository.tsx';
import { useEducation } from './education/education-state.ts';
import { closeOnboarding, openQuickSetup, showOnboarding, useOnboarding } from './onboarding-state.ts';
import { QuickSetupPanel } from './quick-setup-panel.tsx';
import { FinishDialog, SuccessDialog } from './success-dialog.tsx';
import { recallTracking } from './tracking.ts';
import { useStepWatch } from './use-steps.ts';
import { WalkPopup } from './walk-popup.tsx';
import './onboarding.css';

const warn = (error: Error) => console.warn('INITIALIZE:', error.message);
// They come when they are opened.
const Questionnaire = lazy(async () => ({ default: (await import('./questionnaire/questionnaire.tsx')).Questionnaire }));
const EducationPanel = lazy(async () => ({ default: (await import('./education/education-panel.tsx')).EducationPanel }));

/** Holds for one stay of one user: what others did or left open is not shown. */
function useOneStay(): void {
  useEffect(() => {
    recallTracking();
    return () => {
      closeOnboarding();
      useEducation.setState(useEducation.getInitialState(), true);
    };
  }, []);
}

/** Asks a user who is still to be asked. */
function useQuestionnaireAtStart(): void {
  const asks = useStartUp((state) => state.initialData && state.showPersonalization);
  const { kind } = useSession();
  useEffect(() => {
    if (asks && kind === 'user') showOnboarding({ personalizing: true });
  }, [asks, kind]);
}

/** Notes that somebody has been greeted. */
function useGreeting(): void {
  const { firstLogin, initialData } = useStartUp();
  const { kind } = useSession();
  const isDue = initialData && firstLogin && kind === 'user';
  useEffect(() => {
    if (isDue) call(updateUserCustomData, { body: { firstLogin: false } }).catch(warn);
  }, [isDue]);
}

/** Starts the quick start by itself: for the administrator of a rented trial who has come for nothing else, while there are only default repositories. */
function useQuickStartByItself(): void {
  const session = useSession();
  const { cloudTrial, initialData } = useStartUp();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const isDue = initialData && cloudTrial && session.administrator && pathname === landingPath(session);
  const { state } = useNavigation();
  const leaves = useRef(false);
  useEffect(() => {
    leaves.current = state !== 'idle';
  }, [state]);
  useEffect(() => {
    if (!isDue) return;
    let stays = true;
    const start = async () => {
      const { onlyDefaultRepositories } = await call(reposStates, {});
      // Whoever has chosen another page meanwhile is left alone.
      if (onlyDefaultRepositories && stays && !leaves.current) void navigate('/quick-setup', { replace: true });
    };
    start().catch(warn);
    return () => {
      stays = false;
    };
  }, [isDue, navigate]);
}

/** Opens the quick setup when it is asked for. */
function useAskedQuickSetup(): void {
  const asked = useOnboarding((state) => state.quickSetupAsked);
  const { features } = useSession();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (!asked) return;
    showOnboarding({ quickSetupAsked: false });
    openQuickSetup({ path: pathname, landingPage: features.quickDeployLandingPage === true, navigate: (path) => void navigate(path) });
  }, [asked, features, pathname, navigate]);
}

/** Everything of the first steps that stands over the pages. */
export function OnboardingLayer() {
  const { quickSetupVisible, creatingRepository, finished, personalizing, walking } = useOnboarding();
  const learning = useEducation((state) => state.open);
  useOneStay();
  useStepWatch();
  useQuestionnaireAtStart();
  useGreeting();
  useQuickStartByItself();
  useAskedQuickSetup();
  return (
    <Suspense fallback={null}>
      {quickSetupVisible && <QuickSetupPanel />}
      {creatingRepository && <CreateRepository />}
      <SuccessDialog />
      {finished && <FinishDialog />}
      {learning && <EducationPanel />}
      {personalizing && <Questionnaire />}
      {walking && <WalkPopup />}
    </Suspense>
  );
}
