import { knownServiceStatus } from '@packhouse/console-kit/calls/service-status.ts';
import { isVisible } from '@packhouse/console-kit/session/menu-visibility.ts';
import { nobody, session, setSession } from '@packhouse/console-kit/session/session.ts';
import { currentUser, samlLogoutUrl } from '@packhouse/contract/access/auth-sign-in-routes.ts';
import { highAvailability } from '@packhouse/contract/operations/operations-status-routes.ts';
import type { Route, RouteReply } from '@packhouse/contract/route.ts';
import * as routes from '@packhouse/contract/shell/shell-routes.ts';
import { answers, refuses } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, server } from '@packhouse/testkit/console/render-area.tsx';
import type { HttpHandler } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { useNavigation } from '../navigation/navigation-state.ts';
import { restartUp, startUp, useStartUp } from './start-up.ts';

prepareConsole();

const features = { ...(Object.fromEntries(routes.featureNames.map((name) => [name, false])) as Record<routes.FeatureName, boolean>), navigationSwitch: true };

const ann: RouteReply<typeof currentUser> = {
  kind: 'user',
  name: 'ann',
  realm: 'internal',
  mfaStatus: 'none',
  administrator: false,
  email: '',
  groups: [],
  profileUpdatable: true,
  actions: { repository: ['read'], build: [], releaseBundle: [] },
};
const general: RouteReply<typeof routes.generalConfig> = {
  domainName: 'a.test',
  baseUrl: 'https://a.test',
  licenseType: 'TRIAL',
  flavour: 'OSS',
  lightweight: false,
  cloud: true,
  trial: true,
  dedicated: false,
};

let asked: string[] = [];
const handlers: Record<string, HttpHandler> = {
  currentUser: answers(currentUser, ann),
  footer: answers(routes.footer, { logoUrl: null, userLogo: false, anonymousAccess: false, buildLine: 'Packhouse 1', message: '' }),
  generalConfig: answers(routes.generalConfig, general),
  platformConfig: answers(routes.platformConfig, { serverName: 'a', baseUrl: 'https://a.test', anonymousUiBlocked: false }),
  microservices: answers(routes.microservices, [{ name: 'artifactory', version: '1.0.0' }]),
  entitlements: answers(routes.entitlements, {}),
  analytics: answers(routes.analyticsState, { enabled: false }),
  projects: answers(routes.listProjects, []),
  saml: answers(samlLogoutUrl, { logoutUrl: null }),
  packages: answers(routes.availablePackages, ['npm']),
  repositories: answers(routes.repositoryData, []),
  features: answers(routes.featuresConfig, features),
  onboarding: answers(routes.systemOnboarding, { firstLogin: false, showPersonalization: false }),
  cloud: answers(routes.cloudInfo, { cloud: true, trial: true, dedicated: false }),
  status: answers(routes.systemStatus, { status: 'ok', services: [] }),
  nodes: answers(highAvailability, { services: {} }),
};

beforeEach(() => {
  asked = [];
  setSession(nobody);
  server.use(...Object.values(handlers));
  server.events.removeAllListeners();
  server.events.on('request:start', ({ request }) => asked.push(new URL(request.url).pathname));
});

const when = (route: Route) => asked.indexOf(route.url);

it('SHELL-018 reads user and footer first, services and entitlements after them', async () => {
  await restartUp();
  for (const second of [routes.microservices, routes.entitlements])
    for (const first of [currentUser, routes.footer]) expect(when(second)).toBeGreaterThan(when(first));
});

const signedInLoads = [
  routes.analyticsState,
  routes.listProjects,
  samlLogoutUrl,
  routes.availablePackages,
  routes.repositoryData,
  routes.featuresConfig,
  routes.systemOnboarding,
  routes.cloudInfo,
];

it('SHELL-019 then loads what the signed-in need', async () => {
  await restartUp();
  for (const load of signedInLoads) expect(when(load), load.name).toBeGreaterThan(when(routes.entitlements));
  expect(session()).toMatchObject({ kind: 'user', name: 'ann', services: { artifactory: '1.0.0' }, features: { navigationSwitch: true } });
  expect(useStartUp.getState()).toMatchObject({ loading: false, initialData: true });
});

it('SHELL-023 knows a cloud trial by its instance and licence', async () => {
  for (const [cloud, trial] of [
    [true, false],
    [false, true],
    [true, true],
  ] as const) {
    server.use(answers(routes.generalConfig, { ...general, cloud, trial }));
    await restartUp();
    expect(useStartUp.getState().cloudTrial).toBe(cloud && trial);
  }
});

it('SHELL-021 asks nothing of a scanning service that is not there', async () => {
  await restartUp();
  expect(when(routes.scanPermissions)).toBe(-1);
  server.use(
    answers(routes.microservices, [{ name: 'xray', version: '1.0.0' }]),
    answers(routes.scanPermissions, { available: true, view: true, manage: false }),
    answers(routes.scanIndexStatus, { available: true, indexed: 0, total: 0 }),
  );
  await restartUp();
  expect(when(routes.scanPermissions)).toBeGreaterThan(when(routes.systemStatus));
});

it('SHELL-020 then sets the trial flag, decides about the quick setup, asks how the platform is, dresses the interface and asks for scans, in this order', async () => {
  const order: string[] = [];
  const stops = [
    useStartUp.subscribe((now, before) => {
      for (const key of ['cloudTrial', 'quickSetupFirst', 'healthy', 'personalized'] as const) if (now[key] !== before[key]) order.push(key);
    }),
  ];
  useStartUp.setState({ cloudTrial: false, quickSetupFirst: false, healthy: false, personalized: false });
  order.length = 0;
  server.events.on('request:start', ({ request }) => {
    const { pathname } = new URL(request.url);
    if (pathname === routes.systemStatus.url || pathname === routes.scanPermissions.url) order.push(pathname);
  });
  server.use(
    answers(currentUser, { ...ann, administrator: true }),
    answers(routes.generalConfig, { ...general, licenseType: 'OSS' }),
    answers(routes.featuresConfig, { ...features, quickDeployLandingPage: true }),
    answers(routes.systemOnboarding, { firstLogin: true, showPersonalization: true }),
    answers(routes.microservices, [{ name: 'xray', version: '1.0.0' }]),
    answers(routes.scanPermissions, { available: true, view: true, manage: false }),
    answers(routes.scanIndexStatus, { available: true, indexed: 0, total: 0 }),
  );
  await restartUp();
  for (const stop of stops) stop();
  expect(order).toEqual(['cloudTrial', 'quickSetupFirst', routes.systemStatus.url, 'healthy', 'personalized', routes.scanPermissions.url]);
});

it('STAT-014 asks once which nodes are there, for administrators, before the interface is dressed', async () => {
  await restartUp();
  expect(when(highAvailability)).toBe(-1);
  server.use(answers(currentUser, { ...ann, administrator: true }));
  await restartUp();
  expect(when(highAvailability)).toBeGreaterThan(when(routes.systemStatus));
  expect(await knownServiceStatus()).toEqual({ services: {} });
  expect(asked.filter((path) => path === highAvailability.url)).toHaveLength(1);
});

it('SHELL-022 dresses the interface with logo and flavour and knows when the questionnaire is due', async () => {
  server.use(
    answers(routes.footer, { logoUrl: 'https://logo.test/a.svg', userLogo: false, anonymousAccess: false, buildLine: '', message: '' }),
    answers(routes.generalConfig, { ...general, flavour: 'JCR' }),
    answers(routes.systemOnboarding, { firstLogin: false, showPersonalization: true }),
  );
  await restartUp();
  expect(useNavigation.getState().logoSource).toEqual({ url: 'https://logo.test/a.svg' });
  expect(isVisible({ beyondContainers: true }, session())).toBe(false);
  expect(useStartUp.getState()).toMatchObject({ personalized: true, showPersonalization: true });
});

it('SHELL-033 SHELL-004 takes up the project chosen last, and knows whether it is the user’s to administer', async () => {
  localStorage.setItem('packhouse.project', 'red');
  server.use(answers(routes.listProjects, [{ key: 'red', name: 'Red', description: '', administrator: true }]));
  await restartUp();
  expect(session()).toMatchObject({ projectKey: 'red', managesProject: true });
  server.use(answers(routes.listProjects, []));
  await restartUp();
  expect(session()).toMatchObject({ projectKey: undefined, managesProject: false });
});

it('SHELL-025 makes none of these calls for somebody who may not look around', async () => {
  server.use(refuses(currentUser, 'unauthenticated'));
  await restartUp();
  expect(session().kind).toBe('nobody');
  expect(when(currentUser)).toBeGreaterThan(-1);
  for (const load of signedInLoads) expect(when(load), load.name).toBe(-1);
});

const startUpCalls = [
  routes.footer,
  routes.generalConfig,
  routes.platformConfig,
  routes.microservices,
  routes.entitlements,
  ...signedInLoads,
  routes.systemStatus,
];

it('SHELL-026 each call that fails costs only its own part', async () => {
  for (const route of startUpCalls) {
    server.use(...Object.values(handlers), refuses(route, 'internal'));
    setSession(nobody);
    await restartUp();
    expect(session(), route.name).toMatchObject({ kind: 'user', name: 'ann' });
    expect(useStartUp.getState(), route.name).toMatchObject({ loading: false, personalized: true });
    if (route !== routes.featuresConfig) expect(session().features, route.name).toMatchObject({ navigationSwitch: true });
    if (route !== routes.microservices) expect(session().services, route.name).toEqual({ artifactory: '1.0.0' });
  }
});

it('does not take a server that fails for one that knows nobody', async () => {
  server.use(refuses(currentUser, 'internal'));
  setSession({ ...nobody, kind: 'user', name: 'ann' });
  await restartUp();
  expect(session()).toMatchObject({ kind: 'user', name: 'ann' });
  expect(useStartUp.getState()).toMatchObject({ initialData: false, trouble: expect.objectContaining({ status: 500 }) });
});

it('SHELL-026 ends quietly when a call fails', async () => {
  server.use(refuses(routes.listProjects, 'internal'));
  await restartUp();
  expect(useStartUp.getState()).toMatchObject({ loading: false, initialData: false });
  expect(document.body.textContent).toBe('');
});

it('SHELL-017 runs once, however often it is asked for', async () => {
  await restartUp();
  asked = [];
  await Promise.all([startUp(), startUp()]);
  expect(asked).toEqual([]);
});
