import { createHash } from 'node:crypto';
import { explainDecision } from '@packhouse/contract/access/access-permission-routes.ts';
import { createProject, setProjectMember } from '@packhouse/contract/access/access-project-routes.ts';
import { createUser, listUsers, updateUser } from '@packhouse/contract/access/access-user-routes.ts';
import { prefixes } from '@packhouse/contract/prefixes.ts';
import { createRepository } from '@packhouse/contract/repositories/repository-routes.ts';
import type { RegisteredRoute } from '@packhouse/kernel/http/http.ts';
import { startTestPlatform, type TestPlatform } from '@packhouse/testkit/start-test-platform.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registerConsole } from './console/register-console.ts';
import { configuredServices } from './services.ts';

/** Calls that answer before anybody has signed in. Whoever adds one says here why it may. */
const publicCalls: Record<string, string> = {
  receiveGitHook: 'takes only messages that prove by a secret that they come from the vendor, and tells of no integration',
  callPipelineHook: 'starts a pipeline by its secret alone; whoever has none learns nothing',
  takeRunnerWork: 'runners prove by their token who they are; whoever has none learns nothing',
  holdRunnerStep: 'runners prove by their token who they are; whoever has none learns nothing',
  tellRunnerOutput: 'runners prove by their token who they are; whoever has none learns nothing',
  endRunnerStep: 'runners prove by their token who they are; whoever has none learns nothing',
  ping: 'load balancers ask it',
  openConsole: 'leads to the console',
  enterConsole: 'the console’s page, which signs people in',
  readConsoleFile: 'the console’s page and files',
  readApiDescription: 'describes the calls, holds no data',
  readApiPage: 'describes the calls, holds no data',
  discoverTerraform: 'clients ask it before they sign in; a constant',
  pingRepositories: 'load balancers ask it',
  askReadiness: 'load balancers ask it',
  askLiveness: 'supervisors ask it',
  readRepositoriesVersion: 'clients ask it before they sign in',
  readRepositoriesStatus: 'load balancers ask it',
  readUploadSettings: 'clients ask it before they sign in; a constant',
  pingXray: 'load balancers ask it',
  pingDistribution: 'load balancers ask it',
  generalConfig: 'the console starts with it, before sign-in',
  footer: 'the console starts with it, before sign-in',
  platformConfig: 'the console starts with it, before sign-in',
  readLogo: 'the sign-in page shows it',
  featuresConfig: 'the console starts with it, before sign-in',
  entitlements: 'the console starts with it, before sign-in',
  microservices: 'the console starts with it, before sign-in',
  consoleAreas: 'the console starts with it, before sign-in',
  accessPing: 'load balancers ask it',
  accessVersion: 'clients ask it before they sign in',
  login: 'signing in',
  accessLogin: 'signing in',
  logout: 'works without a session too',
  changePassword: 'proves the old password itself',
  changeSecurityPassword: 'proves the old password itself',
  forgotPassword: 'tells nothing; the mail goes to the user only',
  validateToken: 'the mailed key itself is the proof',
  resetPassword: 'the mailed key itself is the proof',
  mfaEnroll: 'the cookie of a proved password is the proof',
  accessMfaEnroll: 'the cookie of a proved password is the proof',
  mfaVerify: 'the cookie of a proved password and the code are the proof',
  accessMfaVerify: 'the cookie of a proved password and the code are the proof',
  loginRelatedData: 'the sign-in screen',
  accessLoginRelatedData: 'the sign-in screen',
  loginPageVisualMode: 'the sign-in screen',
  oauthProviders: 'the sign-in screen',
  exchangeOidcToken: 'the token of a trusted issuer is the proof',
  samlMetadata: 'identity providers read it; holds addresses only',
  startSamlSignIn: 'leads to a provider that signs people in',
  consumeSamlAssertion: 'the signed assertion is the proof',
  finishSamlSignIn: 'ticket and cookie are the proof',
  startOauthSignIn: 'leads to a provider that signs people in',
  finishOauthSignIn: 'the provider’s answer is the proof',
  crowdSsoLogin: 'the cookie of the Crowd server is the proof',
  httpSsoLogin: 'the header of a trusted proxy is the proof',
  autoRedirect: 'the sign-in screen',
  samlLogoutUrl: 'after signing out',
  redirectTarget: 'the sign-in screen',
  verifyToken: 'the token itself is the proof',
  setInvitedPassword: 'the mailed token itself is the proof',
  exchangeToken: 'a refresh token itself is the proof; anything else asks who it is',
  requestClientLogin: 'a command line asks for a login; nothing is given before a user has agreed',
  collectClientToken: 'the session that only the command line and its user know is the proof',
  createPlatformToken: 'a refresh token itself is the proof; anything else asks who it is',
  acceptPairing: 'the pairing token of an administrator here is the proof',
  readAuthorizationServer: 'libraries of applications ask it; holds addresses only',
  requestApplicationToken: 'the application’s secret, its code and its refresh token are the proof',
};

/** Calls that never look at a session, so that nobody's can be misused. */
const sessionless: Record<string, string> = {
  consumeSamlAssertion: 'identity providers send people here with a form; the assertion alone counts',
  exchangeOidcToken: 'build servers call it; the token alone counts',
  callPipelineHook: 'build servers and others call it; the secret of the pipeline alone counts',
  takeRunnerWork: 'runners call it; their token alone counts',
  holdRunnerStep: 'runners call it; their token alone counts',
  tellRunnerOutput: 'runners call it; their token alone counts',
  endRunnerStep: 'runners call it; their token alone counts',
  requestApplicationToken: 'applications call it; secret and code alone count',
  acceptPairing: 'other deployments call it; the pairing token alone counts',
};

/** Lists that visitors without rights get empty. */
const emptyLists = new Set(['/artifactory/api/repositories']);

const secret = 'treasure-6f1d';
const fileName = 'map-9a7c.txt';
const password = 'Secret-pass-1';
const values: Record<string, string> = {
  key: 'guarded',
  repoKey: 'guarded',
  name: 'admin',
  id: 'x',
  sha256: createHash('sha256').update(secret).digest('hex'),
};

/** What belongs to one user only: no right opens it to others, and the refusal says all there is to say. */
const ownThings: Record<string, string> = {
  readApiKey: 'an API key',
  createApiKey: 'an API key',
  listUserIntegrations: 'what somebody allowed applications',
  deleteUserIntegration: 'what somebody allowed applications',
  mfaEnroll: 'a second factor, after the password',
  accessMfaEnroll: 'a second factor, after the password',
};

let test: TestPlatform;
let routes: readonly RegisteredRoute[];
const stranger = { user: 'stranger', password };
/** Administers a project of their own, and nothing else. */
const chief = { user: 'chief', password };

beforeAll(async () => {
  test = await startTestPlatform({
    services: configuredServices({ services: ['access', 'repositories', 'scanning', 'distribution', 'events', 'mission-control', 'insight', 'pipelines'] }),
    jobs: false,
    extend: (app, platform, peers) => registerConsole(app, platform, peers),
  });
  routes = test.app.registeredRoutes.filter(({ method }) => method !== 'OPTIONS');
  await test.call(createUser, { body: { name: stranger.user, password } });
  await test.call(updateUser, { params: { name: stranger.user }, body: { groups: [] } });
  await test.call(createRepository, { body: { class: 'local', format: 'generic', key: 'guarded' } });
  await test.call(createUser, { body: { name: chief.user, password } });
  await test.call(updateUser, { params: { name: chief.user }, body: { groups: [] } });
  for (const key of ['guarded', 'own']) await test.call(createProject, { body: { key, name: key } });
  await test.call(setProjectMember, { params: { key: 'own', kind: 'user', name: chief.user }, body: { roles: ['Project Admin'] } });
  const deployed = await fetch(`${test.baseUrl}/artifactory/guarded/cave/${fileName}`, { method: 'PUT', headers: test.headersOf('admin'), body: secret });
  if (!deployed.ok) throw new Error(`The file that must stay hidden could not be deployed: ${deployed.status}`);
});
afterAll(() => test.stop());

const readSecret = async (headers: Record<string, string>) => {
  const answer = await fetch(`${test.baseUrl}/artifactory/guarded/cave/${fileName}`, { headers });
  return { status: answer.status, text: await answer.text() };
};

function getUrl({ url }: RegisteredRoute): string {
  const rest = url.startsWith('/v2') || url.includes('/v2/') ? 'guarded/cave/manifests/latest' : `cave/${fileName}`;
  return url
    .replace(':kind', url.startsWith('/access/') ? 'users' : 'user')
    .replace(/:(\w+)/g, (_, name: string) => values[name] ?? 'x')
    .replace('*', url.includes('restore') || url.includes('clean') ? `guarded/${rest}` : rest);
}

async function ask(route: RegisteredRoute, headers: Record<string, string>) {
  const hasBody = ['POST', 'PUT', 'PATCH'].includes(route.method);
  const response = await fetch(`${test.baseUrl}${getUrl(route)}`, {
    method: route.method,
    redirect: 'manual',
    headers: { ...headers, ...(hasBody ? { 'content-type': route.protocol ? 'application/octet-stream' : 'application/json' } : {}) },
    ...(hasBody ? { body: '{}' } : {}),
  });
  const streams = response.headers.get('content-type')?.includes('event-stream');
  if (streams) await response.body?.cancel();
  return { status: response.status, text: streams ? '' : await response.text() };
}

const label = ({ method, url }: RegisteredRoute) => `${method} ${url}`;
const isOpen = ({ route }: RegisteredRoute) => route.access === 'public';
/** No user makes it; a signature over the whole call is asked for, never a session. */
const isForPeers = ({ route }: RegisteredRoute) => route.access === 'peer';
/** It refuses in its own way. */
const decidesAlone = ({ route }: RegisteredRoute) => route.access === 'handler';
// A container client asks the bare `/v2` only whether it is signed in.
const concernsRepository = ({ url }: RegisteredRoute) => !url.endsWith('/v2') && /:(key|repoKey)\b|^\/v2\/\*|restore\/\*|clean\/\*/.test(url);

const concernsProject = ({ url }: RegisteredRoute) => /\/projects\/:key\b/.test(url);

/** Collects what is wrong with every route, so that one run names all of them. */
async function faults(chosen: readonly RegisteredRoute[], check: (route: RegisteredRoute) => Promise<string | undefined>): Promise<string[]> {
  const found: string[] = [];
  for (const route of chosen) {
    const fault = await check(route);
    if (fault) found.push(`${label(route)}: ${fault}`);
  }
  return found;
}

function leak(route: RegisteredRoute, { status, text }: { status: number; text: string }): string | undefined {
  if (status >= 500) return `answered ${status} ${text.slice(0, 200)}`;
  if (text.includes(secret)) return 'showed the content';
  if (!route.url.includes('*') && text.includes(fileName)) return 'showed the name of a file';
  return undefined;
}

describe('ACC-006 every route', () => {
  it('has its place in the list of public calls when it is one', () => {
    const found = routes.filter(isOpen).map(({ route }) => route.name);
    expect(found.filter((name) => !(name in publicCalls))).toEqual([]);
  });

  it('refuses visitors while anonymous access is off', async () => {
    const answers = await faults(routes, async (one) => {
      const answer = await ask(one, {});
      if (isOpen(one)) return leak(one, answer);
      if (!decidesAlone(one)) return answer.status === 401 ? undefined : `answered ${answer.status} instead of 401`;
      if (emptyLists.has(one.url) && answer.text === '[]') return undefined;
      return leak(one, answer) ?? (answer.status < 400 ? `answered ${answer.status}` : undefined);
    });
    expect(answers).toEqual([]);
  });

  it('refuses wrong credentials, also where nobody would need any', async () => {
    const asked = routes.filter((one) => !isOpen(one));
    const answers = await faults(asked, async (one) => {
      const answer = await ask(one, { authorization: `Bearer ${'x'.repeat(64)}` });
      return answer.status >= 400 && answer.status < 500 ? leak(one, answer) : `answered ${answer.status}`;
    });
    expect(answers).toEqual([]);
  });

  it.each([
    ['a user without permissions', stranger],
    ['an administrator of another project', chief],
  ])('refuses %s what is for administrators, and shows nothing of what others keep', async (_, caller) => {
    const headers = test.headersOf(caller);
    const answers = await faults(routes, async (one) => {
      const answer = await ask(one, headers);
      // Whoever comes unsigned too often from one address is held off for a while.
      if (isForPeers(one)) return [401, 429].includes(answer.status) ? undefined : `answered ${answer.status} instead of 401`;
      if (one.route.access === 'administrator') return answer.status === 403 ? undefined : `answered ${answer.status} instead of 403`;
      // What comes in is looked at first: an empty body is no right answer for anybody.
      if (concernsProject(one)) return answer.status === 403 || (answer.status === 400 && one.route.body) ? undefined : `answered ${answer.status}`;
      if (concernsRepository(one) && decidesAlone(one) && answer.status < 400) return `answered ${answer.status}`;
      return leak(one, answer);
    });
    expect(answers).toEqual([]);
  });

  it('LEAD-001 of the console says of what it refuses a user for want of a right which question explains it', async () => {
    const refused = await faults(
      routes.filter(({ url }) => url.startsWith(prefixes.consoleApi)),
      async (one) => {
        const { status, text } = await ask(one, test.headersOf(stranger));
        if (status !== 403) return undefined;
        const { action, resource } = JSON.parse(text).errors[0].detail ?? {};
        if (one.route.name in ownThings) return undefined;
        if (action === undefined || resource?.type === undefined) return `gives no question: ${text}`;
        // Where the right is needed on any of a kind, the question waits for one of them.
        if (resource.name === undefined) return undefined;
        const { allowed, considered } = await test.call(explainDecision, { body: { action, resource } }, { as: stranger });
        if (allowed) return 'is allowed by its explanation';
        return resource.type === 'platform' && considered.length === 0 ? 'is not explained' : undefined;
      },
    );
    expect(refused).toEqual([]);
  });

  it('refuses changes that come with a session but not from the console', async () => {
    const signedIn = await fetch(`${test.baseUrl}/ui/api/v1/ui/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ user: 'admin', password: test.adminPassword }),
    });
    const cookie = signedIn.headers.get('set-cookie')!.split(';')[0]!;
    const changing = routes.filter((one) => !['GET', 'HEAD'].includes(one.method) && !(one.route.name in sessionless) && !isForPeers(one));
    const answers = await faults(changing, async (one) => {
      const { status, text } = await ask(one, { cookie });
      return status === 403 ? undefined : `answered ${status} ${text.slice(0, 100)}`;
    });
    expect(answers).toEqual([]);
  });

  it('left everything as it was', async () => {
    expect(await readSecret(test.headersOf('admin'))).toEqual({ status: 200, text: secret });
    expect((await readSecret(test.headersOf(stranger))).status).toBe(403);
    expect((await readSecret({})).status).toBe(401);
    expect((await test.call(listUsers, { query: {} })).items.map(({ name }) => name)).toEqual(['admin', 'chief', 'stranger']);
  });
});
