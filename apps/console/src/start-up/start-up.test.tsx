import { nobody, session, setSession } from '@packhouse/console-kit/session.ts';
import { currentUser, samlLogoutUrl } from '@packhouse/contract/auth-sign-in-routes.ts';
import type { Route } from '@packhouse/contract/route.ts';
import * as routes from '@packhouse/contract/shell-routes.ts';
import { answers, refuses } from '@packhouse/testkit/console/answers.ts';
import { server, useConsoleTests } from '@packhouse/testkit/console/render-area.tsx';
import type { HttpHandler } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { restartUp, startUp, useStartUp } from './start-up.ts';

useConsoleTests();

const features = { ...(Object.fromEntries(routes.featureNames.map((name) => [name, false])) as Record<routes.FeatureName, boolean>), navigationSwitch: true };

let asked: string[] = [];
const handlers: Record<string, HttpHandler> = {
  currentUser: answers(currentUser, {
    kind: 'user',
    name: 'ann',
    realm: 'internal',
    mfaStatus: 'none',
    administrator: false,
    email: '',
    groups: [],
    profileUpdatable: true,
    actions: { repository: ['read'], build: [], releaseBundle: [] },
  }),
  footer: answers(routes.footer, { logoUrl: null, userLogo: false, anonymousAccess: false, buildLine: 'Packhouse 1', message: '' }),
  generalConfig: answers(routes.generalConfig, {
    domainName: 'a.test',
    baseUrl: 'https://a.test',
    licenseType: 'TRIAL',
    flavour: 'OSS',
    lightweight: false,
    cloud: true,
    trial: true,
    dedicated: false,
  }),
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

it('SHELL-019 then loads what the signed-in need', async () => {
  await restartUp();
  const loads = [
    routes.analyticsState,
    routes.listProjects,
    samlLogoutUrl,
    routes.availablePackages,
    routes.repositoryData,
    routes.featuresConfig,
    routes.systemOnboarding,
    routes.cloudInfo,
  ];
  for (const load of loads) expect(when(load), load.name).toBeGreaterThan(when(routes.entitlements));
  expect(session()).toMatchObject({ kind: 'user', name: 'ann', services: { artifactory: '1.0.0' }, features: { navigationSwitch: true } });
  expect(useStartUp.getState()).toMatchObject({ loading: false, initialData: true });
});

it('SHELL-023 knows a cloud trial by its instance and licence', async () => {
  await restartUp();
  expect(useStartUp.getState().cloudTrial).toBe(true);
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

it('SHELL-025 makes none of these calls for somebody who may not look around', async () => {
  server.use(refuses(currentUser, 'unauthenticated'));
  await restartUp();
  expect(session().kind).toBe('nobody');
  expect(when(routes.repositoryData)).toBe(-1);
  expect(when(routes.featuresConfig)).toBe(-1);
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
