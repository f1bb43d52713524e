import { call, onChanged } from '@packhouse/console-kit/calls/calls.ts';
import { knownServiceStatus } from '@packhouse/console-kit/calls/service-status.ts';
import { nobody, type Session, session, setSession } from '@packhouse/console-kit/session/session.ts';
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
  /** The first data is there. */
  initialData: boolean;
  logoUrl: string | null;
  userLogo: boolean;
  buildLine: string;
  footerMessage: string;
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
  logoUrl: null,
  userLogo: false,
  buildLine: '',
  footerMessage: '',
  formats: [],
  firstLogin: false,
  showPersonalization: false,
  cloudTrial: false,
  quickSetupFirst: false,
  healthy: true,
  projects: [],
  personalized: false,
}));

async function readUser(): Promise<Partial<Session>> {
  try {
    const { mfaStatus: _, ...user } = await call(currentUser, {});
    return user;
  } catch {
    return { ...nobody, kind: 'nobody' };
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
  const [user, footer, general, platform] = await Promise.all([
    readUser(),
    call(routes.footer, {}),
    call(routes.generalConfig, {}),
    call(routes.platformConfig, {}),
  ]);
  setSession({
    ...user,
    anonymousAllowed: footer.anonymousAccess,
    anonymousUiBlocked: platform.anonymousUiBlocked,
    serverName: platform.serverName,
    baseUrl: general.baseUrl,
    licenceType: general.licenseType,
    flavour: general.flavour,
    lightweight: general.lightweight,
    cloud: general.cloud,
    trial: general.trial,
    dedicated: general.dedicated,
  });
  useStartUp.setState({ logoUrl: footer.logoUrl, userLogo: footer.userLogo, buildLine: footer.buildLine, footerMessage: footer.message });
}

async function secondStep(): Promise<void> {
  const [services] = await Promise.all([call(routes.microservices, {}), call(routes.entitlements, {})]);
  setSession({ services: Object.fromEntries(services.map(({ name, version }) => [name, version])), version: services[0]?.version ?? '' });
}

async function readLoadsOfTheSignedIn(): Promise<{ repositories: readonly { key: string }[] }> {
  const [, projects, saml, formats, repositories, features, onboarding] = await Promise.all([
    call(routes.analyticsState, {}),
    call(routes.listProjects, {}),
    call(samlLogoutUrl, {}),
    call(routes.availablePackages, {}),
    call(routes.repositoryData, {}),
    call(routes.featuresConfig, {}),
    call(routes.systemOnboarding, {}),
    call(routes.cloudInfo, {}),
  ]);
  setSession({ features });
  applyProject(projects);
  useLoginState.setState({ samlLogoutUrl: saml.logoutUrl });
  useStartUp.setState({ formats, projects, ...onboarding });
  return { repositories };
}

/** Dresses the interface: whose logo it wears, and whether the questionnaire is due. Menus follow the session by themselves. */
function personalize(version = ''): void {
  const { logoUrl, userLogo } = useStartUp.getState();
  const logo = chooseLogo({ userLogo, logoUrl, licenceType: session().licenceType });
  useNavigation.setState({ logoSource: 'url' in logo ? { url: `${logo.url}${version}` } : logo });
  useStartUp.setState({ personalized: true });
}

async function afterwards({ repositories }: { repositories: readonly { key: string }[] }): Promise<void> {
  const { cloud, trial, services } = session();
  useStartUp.setState({ cloudTrial: cloud && trial });
  useStartUp.setState({ quickSetupFirst: isQuickSetupFirst(session(), { firstLogin: useStartUp.getState().firstLogin, repositories }) });
  const status = await call(routes.systemStatus, {});
  useStartUp.setState({ healthy: status.status === 'ok' });
  if (session().administrator) await knownServiceStatus();
  personalize();
  if ('xray' in services) await Promise.all([call(routes.scanPermissions, {}), call(routes.scanIndexStatus, {})]);
}

async function run(): Promise<void> {
  useStartUp.setState({ loading: true, initialData: false, personalized: false });
  try {
    await firstStep();
    await secondStep();
    const { kind } = session();
    if (kind === 'user' || kind === 'anonymous') {
      await afterwards(await readLoadsOfTheSignedIn());
    } else personalize();
    useStartUp.setState({ loading: false, initialData: true });
  } catch {
    // The shell stands on what it knows; whatever page is open says itself what it cannot load.
    useStartUp.setState({ loading: false, initialData: false });
  }
}

/** Takes up what the user may do now, after an administrator has changed it; whoever is signed out meanwhile is led away by what they ask for next. */
export async function readRightsAgain(): Promise<void> {
  if (session().kind !== 'user') return;
  const [user, projects] = await Promise.all([readUser(), call(routes.listProjects, {}).catch(() => useStartUp.getState().projects)]);
  if (user.kind !== 'user' || session().kind !== 'user') return;
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
