import { call, isApiError, onChanged } from '@packhouse/console-kit/calls/calls.ts';
import { knownServiceStatus } from '@packhouse/console-kit/calls/service-status.ts';
import { type Session, session, setSession, stranger } from '@packhouse/console-kit/session/session.ts';
import { removeLogo, updateGeneralSettings, uploadLogo } from '@packhouse/contract/access/access-general-routes.ts';
import { currentUser, samlLogoutUrl } from '@packhouse/contract/access/auth-sign-in-routes.ts';
import * as routes from '@packhouse/contract/shell/shell-routes.ts';
import { create } from 'zustand';
import { isQuickSetupFirst } from '../navigation/landing.ts';
import { chooseLogo } from '../navigation/logo-choice.ts';
import { useNavigation } from '../navigation/navigation-state.ts';
import { applyProject, type KnownProject } from '../navigation/project-choice.ts';
import { useLoginState } from './login-state.ts';

/** The start of the console has found this out besides who is there. */
export interface StartUpState {
  /** Start-up is under way. */
  loading: boolean;
  /** The first data is there, all of it. */
  initialData: boolean;
  /** Why nobody could say who is there; undefined when that is known. */
  trouble: Error | undefined;
  logoUrl: string | null;
  userLogo: boolean;
  buildLine: string;
  footerMessage: string;
  /** When the licence ends; null where it does not, or nobody is told. */
  licenceEndsAt: string | null;
  /** Formats that repositories can have. */
  formats: readonly string[];
  firstLogin: boolean;
  showPersonalization: boolean;
  cloudTrial: boolean;
  /** The first sign-in of an administrator leads to the quick setup. */
  quickSetupFirst: boolean;
  healthy: boolean;
  projects: readonly KnownProject[];
  /** The interface wears what the installation and the user chose. */
  personalized: boolean;
}

export const useStartUp = create<StartUpState>(() => ({
  loading: false,
  initialData: false,
  trouble: undefined,
  logoUrl: null,
  userLogo: false,
  buildLine: '',
  footerMessage: '',
  licenceEndsAt: null,
  formats: [],
  firstLogin: false,
  showPersonalization: false,
  cloudTrial: false,
  quickSetupFirst: false,
  healthy: true,
  projects: [],
  personalized: false,
}));

let isWhole = true;

/** Takes what one call answers. One that fails costs only its own part, without a word. */
async function part<Reply>(asked: Promise<Reply>, take: (reply: Reply) => void = () => undefined): Promise<void> {
  try {
    take(await asked);
  } catch {
    isWhole = false;
  }
}

/** Finds out who is there. A refusal is an answer too; where there is none, nothing is known that was not known before. */
async function readUser(): Promise<Partial<Session> | undefined> {
  try {
    const { mfaStatus: _, ...user } = await call(currentUser, {});
    useStartUp.setState({ trouble: undefined });
    return user;
  } catch (error) {
    const isRefused = isApiError(error) && (error.status === 401 || error.status === 403);
    useStartUp.setState({ trouble: isRefused ? undefined : (error as Error) });
    return isRefused ? stranger : undefined;
  }
}

/** Name, logo and footer have been changed in this console: the new ones count at once. */
async function renewFace(): Promise<void> {
  const [footer, platform] = await Promise.all([call(routes.footer, {}), call(routes.platformConfig, {})]);
  setSession({ serverName: platform.serverName, baseUrl: platform.baseUrl });
  useStartUp.setState({ logoUrl: footer.logoUrl, userLogo: footer.userLogo, footerMessage: footer.message });
  personalize(footer.userLogo ? `?changed=${Date.now()}` : '');
}

const faceRoutes: readonly string[] = [updateGeneralSettings.name, uploadLogo.name, removeLogo.name];
onChanged((route) => {
  if (faceRoutes.includes(route)) renewFace().catch((error: Error) => console.warn('Name and logo cannot be read:', error.message));
});

async function firstStep(): Promise<void> {
  await Promise.all([
    part(readUser(), (user) => setSession(user ?? {})),
    part(call(routes.footer, {}), (footer) => {
      setSession({ anonymousAllowed: footer.anonymousAccess });
      useStartUp.setState({ logoUrl: footer.logoUrl, userLogo: footer.userLogo, buildLine: footer.buildLine, footerMessage: footer.message });
    }),
    part(call(routes.generalConfig, {}), ({ baseUrl, licenseType: licenceType, licenseEndsAt, flavour, lightweight, cloud, trial, dedicated }) => {
      setSession({ baseUrl, licenceType, flavour, lightweight, cloud, trial, dedicated });
      useStartUp.setState({ licenceEndsAt: licenseEndsAt ?? null });
    }),
    part(call(routes.platformConfig, {}), ({ anonymousUiBlocked, serverName }) => setSession({ anonymousUiBlocked, serverName })),
  ]);
}

async function secondStep(): Promise<void> {
  await Promise.all([
    part(call(routes.microservices, {}), (services) =>
      setSession({ services: Object.fromEntries(services.map(({ name, version }) => [name, version])), version: services[0]?.version ?? '' }),
    ),
    part(call(routes.entitlements, {})),
  ]);
}

/** Reads what the signed-in need; the repositories are undefined where they cannot be read. */
async function readLoadsOfTheSignedIn(): Promise<readonly { key: string }[] | undefined> {
  let found: readonly { key: string }[] | undefined;
  await Promise.all([
    part(call(routes.analyticsState, {})),
    part(call(routes.listProjects, {}), (projects) => {
      applyProject(projects);
      useStartUp.setState({ projects });
    }),
    part(call(samlLogoutUrl, {}), ({ logoutUrl }) => useLoginState.setState({ samlLogoutUrl: logoutUrl })),
    part(call(routes.availablePackages, {}), (formats) => useStartUp.setState({ formats })),
    part(call(routes.repositoryData, {}), (repositories) => {
      found = repositories;
    }),
    part(call(routes.featuresConfig, {}), (features) => setSession({ features })),
    part(call(routes.systemOnboarding, {}), (onboarding) => useStartUp.setState(onboarding)),
    part(call(routes.cloudInfo, {})),
  ]);
  return found;
}

/** Dresses the interface: whose logo it wears, and whether the questionnaire is due. Menus follow the session by themselves. */
function personalize(version = ''): void {
  const { logoUrl, userLogo } = useStartUp.getState();
  const logo = chooseLogo({ userLogo, logoUrl, licenceType: session().licenceType });
  useNavigation.setState({ logoSource: 'url' in logo ? { url: `${logo.url}${version}` } : logo });
  useStartUp.setState({ personalized: true });
}

async function afterwards(repositories: readonly { key: string }[] | undefined): Promise<void> {
  const { cloud, trial, services } = session();
  useStartUp.setState({ cloudTrial: cloud && trial });
  const { firstLogin } = useStartUp.getState();
  useStartUp.setState({ quickSetupFirst: repositories !== undefined && isQuickSetupFirst(session(), { firstLogin, repositories }) });
  await part(call(routes.systemStatus, {}), ({ status }) => useStartUp.setState({ healthy: status === 'ok' }));
  if (session().administrator) await part(knownServiceStatus());
  personalize();
  if ('xray' in services) await Promise.all([part(call(routes.scanPermissions, {})), part(call(routes.scanIndexStatus, {}))]);
}

/** Every step is gone whatever the others cost: the shell stands on what it knows, and a page says itself what it cannot load. */
async function run(): Promise<void> {
  isWhole = true;
  useStartUp.setState({ loading: true, initialData: false, personalized: false });
  await firstStep();
  await secondStep();
  const { kind } = session();
  if (kind === 'user' || kind === 'anonymous') await afterwards(await readLoadsOfTheSignedIn());
  else personalize();
  useStartUp.setState(({ trouble }) => ({ loading: false, initialData: isWhole && !trouble }));
}

/** Takes up what the user may do now, after an administrator has changed it; whoever is signed out meanwhile is led away by what they ask for next. */
export async function readRightsAgain(): Promise<void> {
  if (session().kind !== 'user') return;
  const [user, projects] = await Promise.all([readUser(), call(routes.listProjects, {}).catch(() => useStartUp.getState().projects)]);
  if (user?.kind !== 'user' || session().kind !== 'user') return;
  setSession(user);
  applyProject(projects);
  useStartUp.setState({ projects });
}

let started: Promise<void> | undefined;

/** Finds out who is there and what this installation is; once, however often it is asked for. */
export function startUp(): Promise<void> {
  started ??= run();
  return started;
}

/** Starts again: somebody has signed in or out. */
export function restartUp(): Promise<void> {
  started = run();
  return started;
}
