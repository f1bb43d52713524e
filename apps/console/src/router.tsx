import { session, useSession } from '@packhouse/console-kit/session/session.ts';
import { useLanguage } from '@packhouse/console-kit/words/i18n.ts';
import { constants } from '@packhouse/contract/constants.ts';
import { NotificationArea } from '@packhouse/ui/core.ts';
import { lazy, Suspense, useEffect } from 'react';
import { createBrowserRouter, createPath, Navigate, Outlet, type Path, type RouteObject } from 'react-router';
import { AreaFailure, Unmatched } from './areas/area-failure.tsx';
import { findArea } from './areas/area-list.ts';
import { limited, makeRoutes } from './areas/area-routes.tsx';
import { areaLoader } from './areas/loader.ts';
import { allNavItems } from './areas/shell-nav.ts';
import { cancelSwitchedOff, findPath } from './navigation/cancelled.ts';
import { judge } from './navigation/guard.ts';
import { landingPath, paths } from './navigation/landing.ts';
import { pipelinePaths } from './navigation/pipelines-teaser.ts';
import { releaseBundlePaths } from './navigation/release-bundles.ts';
import { securityPaths } from './navigation/security-teaser.ts';
import { accountPages, nameRoute, type SignInPlace } from './sign-in/account-pages.ts';
import { useSessionEnd } from './sign-in/keep-session.ts';
import { useStartUp } from './start-up/start-up.ts';

const basename = constants.pathPrefix.slice(0, -1);

// Comes when it is needed: sessions seldom end under somebody's hands.
const SessionEndDialog = lazy(async () => ({ default: (await import('./sign-in/session-end-dialog.tsx')).SessionEndDialog }));

function Root() {
  const isAsking = useSessionEnd(({ asking }) => asking);
  // Another language means other words everywhere: the whole page is drawn anew.
  return (
    <div key={useLanguage()} style={{ display: 'contents' }}>
      <Outlet />
      <NotificationArea />
      {isAsking && (
        <Suspense fallback={null}>
          <SessionEndDialog />
        </Suspense>
      )}
    </div>
  );
}

function Landing() {
  const current = useSession();
  const isFirst = useStartUp((state) => state.quickSetupFirst);
  // Once is enough: whoever comes back to the start has seen the quick setup.
  useEffect(() => () => useStartUp.setState({ quickSetupFirst: false }), []);
  return <Navigate to={isFirst ? paths.quickSetup : landingPath(current)} replace />;
}

const signInChildren = (place: SignInPlace): RouteObject[] => [
  { id: nameRoute(place, 'login'), index: true, lazy: async () => ({ Component: (await import('./sign-in/login-page.tsx')).LoginPage }) },
  { id: nameRoute(place, 'sso-login'), path: 'sso/:ssoLoginType', lazy: async () => ({ Component: (await import('./sign-in/sso-page.tsx')).SsoPage }) },
  ...accountPages(place),
  {
    id: nameRoute(place, 'cli-registration'),
    path: 'cli-registration',
    lazy: async () => ({ Component: (await import('./sign-in/client-login-page.tsx')).ClientLoginPage }),
  },
  {
    id: nameRoute(place, 'changePassword'),
    path: 'change-password/:userName?',
    lazy: async () => ({ Component: (await import('./sign-in/change-password-page.tsx')).ChangePasswordPage }),
  },
];

/** The console leads there when the server cannot say who is there. */
const troublePages: RouteObject = {
  lazy: async () => ({ Component: (await import('./system-pages/system-page.tsx')).TroublePages }),
  children: [
    { path: '/406/:requestId', lazy: async () => ({ Component: (await import('./system-pages/system-page.tsx')).NotAcceptablePage }) },
    { path: '/500', lazy: async () => ({ Component: (await import('./system-pages/system-page.tsx')).ServerErrorPage }) },
  ],
};

const systemPages: RouteObject[] = [
  { path: '/404', lazy: async () => ({ Component: (await import('./system-pages/system-page.tsx')).NotFoundPage }) },
  { path: '/authorization', lazy: async () => ({ Component: (await import('./system-pages/authorization-page.tsx')).AuthorizationPage }) },
  { path: securityPaths.teaser, lazy: async () => ({ Component: (await import('./system-pages/security-teaser-page.tsx')).SecurityTeaserPage }) },
  {
    id: 'release-bundles-teaser',
    path: releaseBundlePaths.teaser,
    lazy: async () => ({ Component: (await import('./system-pages/release-bundles-teaser-page.tsx')).ReleaseBundlesTeaserPage }),
  },
  {
    id: 'pipelines-teaser',
    path: pipelinePaths.teaser,
    lazy: async () => ({ Component: (await import('./system-pages/pipelines-teaser-page.tsx')).PipelinesTeaserPage }),
  },
  { path: paths.documentation, lazy: async () => ({ Component: (await import('./system-pages/documentation-page.tsx')).DocumentationPage }) },
  { path: paths.support, lazy: async () => ({ Component: (await import('./system-pages/support-page.tsx')).SupportPage }) },
  { path: paths.cloud, lazy: async () => ({ Component: (await import('./system-pages/cloud-page.tsx')).CloudPage }) },
];

const ownPages: RouteObject[] = [
  { path: '/', Component: Landing },
  { path: '/home', Component: Landing },
  { path: '/overview', lazy: async () => ({ Component: (await import('./overview/overview-page.tsx')).OverviewPage }) },
  { path: '/admin', element: <Navigate to={paths.users} replace /> },
  { path: paths.adminMenu, lazy: async () => ({ Component: (await import('./administration/admin-menu-page.tsx')).AdminMenuPage }) },
  { path: paths.profile, lazy: async () => ({ Component: (await import('./profile/edit-profile-page.tsx')).EditProfilePage }) },
];

export const routes: RouteObject[] = [
  {
    id: 'root',
    Component: Root,
    ErrorBoundary: AreaFailure,
    HydrateFallback: () => null,
    children: [
      { path: '/login', children: signInChildren('login') },
      { path: '/auth', children: signInChildren('auth') },
      troublePages,
      { id: 'logout', path: '/logout', lazy: async () => ({ Component: (await import('./sign-in/logout-page.tsx')).LogoutPage }) },
      {
        id: 'frame',
        lazy: async () => ({ Component: (await import('./frame/frame.tsx')).Frame }),
        children: [{ id: 'pages', ErrorBoundary: AreaFailure, children: [...ownPages, ...systemPages, { path: '*', Component: Unmatched }] }],
      },
    ].map(limited),
  },
];

/** A console that stays open for weeks is loaded anew when it enters an area that was fetched too long ago: a router keeps the routes it was given. */
function renewOldAreas(router: ReturnType<typeof createBrowserRouter>): typeof router {
  const { navigate } = router;
  const renewing = async (...going: never[]) => {
    const to = going[0] as unknown;
    const path = findPath(to);
    const area = path === undefined ? undefined : findArea(path);
    if (area && areaLoader.isOld(area.id)) return window.location.assign(basename + (typeof to === 'string' ? to : createPath(to as Partial<Path>)));
    await (navigate as (...going: never[]) => Promise<void>)(...going);
  };
  return Object.assign(router, { navigate: renewing });
}

const mounted = new Set<unknown>();

/** The console's router. Areas bring their routes when one of their paths is first entered, and only to those who may enter it. */
export function createRouter() {
  const router = createBrowserRouter(routes, {
    basename,
    patchRoutesOnNavigation: async ({ path, patch }) => {
      const own = path.startsWith(basename) ? path.slice(basename.length) || '/' : path;
      const listed = findArea(own);
      if (!listed || !judge(own, session(), allNavItems()).enter) return;
      const area = await areaLoader.load(listed);
      if (!area || mounted.has(area)) return;
      mounted.add(area);
      patch('pages', [makeRoutes(area)]);
    },
  });
  return cancelSwitchedOff(renewOldAreas(router), session);
}
