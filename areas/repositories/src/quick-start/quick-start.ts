import type { Session } from '@packhouse/console-kit/console-kit.ts';
import { constants } from '@packhouse/contract/constants.ts';
import { getCard } from '@packhouse/contract/repositories/format-ids.ts';
import { formatOfType, type OnboardingType, onboardingTypes, type RepositoryLayout } from '@packhouse/contract/repositories/onboarding-routes.ts';

/** Kinds of repositories that nobody chooses when starting. */
export const excludedTypes: readonly string[] = ['buildinfo', 'support', 'pipeinfo', 'undefined', 'supportbundle', 'p2', 'vcs'];

/** Steps of the container wizard, in order. */
export const stages = ['login', 'pull', 'push'] as const;
export type Stage = 0 | 1 | 2;

/** How often a step asks whether the image has arrived. */
export const pollInterval = constants.quickStartPolling;

export interface CreatedRepositories {
  local: string;
  /** Undefined when nobody said where packages come from. */
  remote: string | undefined;
  virtual: string;
}

export interface QuickStart {
  fetching: boolean;
  visible: boolean;
  packageTypes: readonly OnboardingType[];
  activeType: OnboardingType | undefined;
  stage: Stage;
  repoPrefix: string;
  repoLayouts: readonly RepositoryLayout[];
  domainName: string;
  userToken: string | undefined;
  password: string;
  /** Which steps have seen their image. */
  polling: Readonly<Record<'pull' | 'push', 'waiting' | 'found'>>;
  created: CreatedRepositories;
  /** Repositories of this type were created and the steps that follow are on screen. */
  running: boolean;
}

const getSteps = (type: OnboardingType) => getCard(formatOfType(type)).quickStart?.steps;

const guidedType = onboardingTypes.find((type) => getSteps(type))!;
/** The commands of the steps that follow when the repositories of that type are there. */
const steps = getSteps(guidedType)!;
const guidedKey = guidedType.toLowerCase();

export const initialQuickStart: QuickStart = {
  fetching: false,
  visible: false,
  packageTypes: onboardingTypes.filter((type) => !excludedTypes.includes(type.toLowerCase())),
  activeType: undefined,
  stage: 0,
  repoPrefix: '',
  repoLayouts: [],
  domainName: '',
  userToken: undefined,
  password: '',
  polling: { pull: 'waiting', push: 'waiting' },
  created: { local: `${guidedKey}-local`, remote: `${guidedKey}-remote`, virtual: guidedKey },
  running: false,
};

export type QuickStartAction =
  | { type: 'started' }
  | { type: 'loaded'; repoLayouts: readonly RepositoryLayout[]; domainName: string }
  | { type: 'layouts'; repoLayouts: readonly RepositoryLayout[] }
  | { type: 'toggled'; packageType: OnboardingType }
  | { type: 'prefixed'; repoPrefix: string }
  | { type: 'created'; localRepos: readonly string[]; remoteRepos: readonly string[]; virtualRepos: readonly string[]; withoutUpstream: boolean }
  | { type: 'remoteMade'; remote: string }
  | { type: 'moved'; by: 1 | -1 }
  | { type: 'found'; stage: 'pull' | 'push' }
  | { type: 'password'; password: string }
  | { type: 'token'; token: string };

function moved(stage: Stage, by: 1 | -1): Stage {
  return Math.min(2, Math.max(0, stage + by)) as Stage;
}

/** Says what happens to the quick start, step by step. */
export function quickStart(state: QuickStart, action: QuickStartAction): QuickStart {
  switch (action.type) {
    case 'started':
      return { ...state, fetching: true, visible: true };
    case 'loaded':
      return { ...state, fetching: false, repoLayouts: action.repoLayouts, domainName: action.domainName };
    case 'layouts':
      return { ...state, repoLayouts: action.repoLayouts };
    case 'toggled':
      return { ...state, activeType: state.activeType === action.packageType ? undefined : action.packageType };
    case 'prefixed':
      return { ...state, repoPrefix: action.repoPrefix };
    case 'created': {
      const usual = initialQuickStart.created;
      const remote = action.withoutUpstream ? undefined : (action.remoteRepos[0] ?? usual.remote);
      return {
        ...state,
        running: true,
        stage: 0,
        created: { local: action.localRepos[0] ?? usual.local, remote, virtual: action.virtualRepos[0] ?? usual.virtual },
      };
    }
    case 'remoteMade':
      return { ...state, created: { ...state.created, remote: action.remote } };
    case 'moved':
      return { ...state, stage: moved(state.stage, action.by) };
    case 'found':
      return { ...state, polling: { ...state.polling, [action.stage]: 'found' } };
    case 'password':
      return { ...state, password: action.password };
    case 'token':
      return { ...state, userToken: action.token, password: '' };
  }
}

/** Types whose name has the text in it, whatever its case. */
export function matchingTypes(types: readonly OnboardingType[], text: string): readonly OnboardingType[] {
  const wanted = text.trim().toLowerCase();
  return types.filter((type) => type.toLowerCase().includes(wanted));
}

/** Some types have steps that follow the creation of their repositories. */
export function hasSteps(type: OnboardingType): boolean {
  return getSteps(type) !== undefined;
}

/** Does the quick start come up by itself? */
export function startsByItself(session: Pick<Session, 'administrator' | 'cloud' | 'trial'>, onlyDefaultRepositories: boolean): boolean {
  return session.administrator && session.cloud && session.trial && onlyDefaultRepositories;
}

/** The commands of the container wizard. */
export function containerCommands({ domainName, created }: Pick<QuickStart, 'domainName' | 'created'>, user: string) {
  const { name, pulledTag, pushedTag } = constants.sampleImage;
  const values = { user, host: domainName, image: `${domainName}/${created.virtual}/${name}`, pulled: pulledTag, pushed: pushedTag };
  const fill = (command: string) => command.replace(/\{(user|host|image|pulled|pushed)\}/g, (_, part: keyof typeof values) => values[part]);
  return { login: fill(steps.login), pull: fill(steps.pull), tag: fill(steps.tag), push: fill(steps.push) };
}

/** Where each step looks for its image. */
export function checkedFile(stage: 'pull' | 'push', created: CreatedRepositories): { repoKey: string; path: string; type: 'file' } {
  return stage === 'pull'
    ? { repoKey: `${created.remote ?? initialQuickStart.created.remote}${constants.cacheSuffix}`, path: constants.pullCheckPath, type: 'file' }
    : { repoKey: created.local, path: constants.pushCheckPath, type: 'file' };
}
