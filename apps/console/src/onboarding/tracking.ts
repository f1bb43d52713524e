import type { Session } from '@packhouse/console-kit/session/session.ts';
import { create } from 'zustand';

/** The first steps make these, in their order. */
export const onboardingSteps = ['repository', 'user', 'group', 'policy', 'indexResources'] as const;
export type OnboardingStep = (typeof onboardingSteps)[number];

// Signing out removes what stands under this key.
const storageKey = 'packhouse.guide';

interface Tracked {
  /** Steps that were done in this browser. */
  done: readonly OnboardingStep[];
  /** The questionnaire was answered. */
  answered: boolean;
}

/** Calls that make what a step is about. */
const calls: Record<OnboardingStep, readonly string[]> = {
  repository: ['createRepository', 'createQuickRepos'],
  user: ['createUser'],
  group: ['createGroup'],
  policy: ['createPolicy'],
  indexResources: ['updateIndexedResources'],
};

const nothing: Tracked = { done: [], answered: false };

function remembered(): Tracked {
  try {
    const { done, answered } = { ...nothing, ...JSON.parse(localStorage.getItem(storageKey) ?? '{}') };
    return { done: onboardingSteps.filter((step) => Array.isArray(done) && done.includes(step)), answered: answered === true };
  } catch {
    return nothing;
  }
}

/** Remembers what was done of the first steps; nothing of it leaves the browser. */
export const useTracking = create<Tracked>(remembered);

/** Reads again what the browser holds: somebody else may have signed in. */
export function recallTracking(): void {
  useTracking.setState(remembered());
}

function keep(change: Partial<Tracked>): void {
  useTracking.setState(change);
  localStorage.setItem(storageKey, JSON.stringify(useTracking.getState()));
}

export function trackStep(step: OnboardingStep): void {
  const { done } = useTracking.getState();
  if (!done.includes(step)) keep({ done: [...done, step] });
}

/** Notes that the questionnaire was answered. */
export function trackAnswers(): void {
  keep({ answered: true });
}

/** Forgets what was done: at the reader's wish, and when somebody signs out. */
export function resetTracking(): void {
  keep(nothing);
}

/** The step whose object a call has made. */
export function stepOfCall(route: string): OnboardingStep | undefined {
  return onboardingSteps.find((step) => calls[step].includes(route));
}

/** The steps of this installation: those about scans only where something scans and has pages for them. */
export function offeredSteps({ services, features }: Pick<Session, 'services' | 'features'>): readonly OnboardingStep[] {
  return 'xray' in services && features.scanPolicies ? onboardingSteps : onboardingSteps.filter((step) => step !== 'policy' && step !== 'indexResources');
}

/** The next step that is still to be done, after the one given. */
export function nextStep(offered: readonly OnboardingStep[], done: readonly OnboardingStep[], after: OnboardingStep): OnboardingStep | undefined {
  const at = offered.indexOf(after);
  return [...offered.slice(at + 1), ...offered.slice(0, Math.max(at, 0))].find((step) => !done.includes(step));
}

/** Where a step is done; the repository has a dialog of its own. */
export const stepPaths: Record<Exclude<OnboardingStep, 'repository'>, string> = {
  user: '/admin/management/users/new',
  group: '/admin/management/groups/new',
  policy: '/security/policies/new',
  indexResources: '/admin/xray/indexed-resources',
};
