import { create } from 'zustand';
import { type OnboardingStep, resetTracking } from './tracking.ts';

interface OnboardingState {
  /** Somebody wants the quick setup; it opens where the reader is known to be. */
  quickSetupAsked: boolean;
  /** The quick-setup panel is open. */
  quickSetupVisible: boolean;
  creatingRepository: boolean;
  /** The step that was begun from here; when what it makes is there, its success is shown. */
  begun: OnboardingStep | undefined;
  succeeded: OnboardingStep | undefined;
  finished: boolean;
  personalizing: boolean;
  /** The walk through the console is on. */
  walking: boolean;
}

/** Knows what of the first steps is on screen. */
export const useOnboarding = create<OnboardingState>(() => ({
  quickSetupAsked: false,
  quickSetupVisible: false,
  creatingRepository: false,
  begun: undefined,
  succeeded: undefined,
  finished: false,
  personalizing: false,
  walking: false,
}));

/** Changes what is on screen. */
export const showOnboarding = (change: Partial<OnboardingState>): void => useOnboarding.setState(change);

/** Closes everything: whoever signs in next begins with an empty screen. */
export const closeOnboarding = (): void => useOnboarding.setState(useOnboarding.getInitialState(), true);

/** Wants the quick setup. */
export const askQuickSetup = (): void => showOnboarding({ quickSetupAsked: true });

/** Opens the dialog that creates a repository. */
export const openCreateRepository = (): void => showOnboarding({ creatingRepository: true, begun: 'repository' });

interface QuickSetupOrder {
  /** Where the reader is, without `/ui`. */
  path: string;
  /** The landing page of the quick setup is switched on. */
  landingPage: boolean;
  navigate: (path: string) => void;
  /** Begin again with the tracking of the first steps. */
  reset?: boolean;
}

/** Opens the quick setup: its page where the installation has it and the reader is elsewhere, otherwise the panel. */
export function openQuickSetup({ path, landingPage, navigate, reset = false }: QuickSetupOrder): void {
  if (landingPage && !isUnderQuickSetup(path)) {
    navigate('/quick-setup');
    return;
  }
  if (reset) resetTracking();
  showOnboarding({ quickSetupVisible: true });
}

function isUnderQuickSetup(path: string): boolean {
  return path === '/quick-setup' || path.startsWith('/quick-setup/');
}
