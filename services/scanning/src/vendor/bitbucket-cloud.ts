import { AppError } from '@packhouse/contract/errors.ts';
import { gitWords } from '@packhouse/contract/scanning/git-words.ts';
import { z } from 'zod';
import { buildStates, cloudPage, markLine, pullStates, putComment } from './bitbucket.ts';
import { reportToCloud } from './bitbucket-insights.ts';
import { dropHook } from './github.ts';
import { hasSum, header, makeDelivery } from './hook-proof.ts';
import type { Page, RemoteRepository, RepositoryRef, Vendor, VendorAccess, VendorHooks } from './vendor.ts';
import { toPage, type VendorApi, type VendorCall } from './vendor-call.ts';

const Repository = z.object({
  uuid: z.string(),
  full_name: z.string().min(3),
  is_private: z.boolean(),
  mainbranch: z.object({ name: z.string() }).nullish(),
  links: z.object({ clone: z.array(z.object({ name: z.string(), href: z.url() })) }),
});
const WorkspaceAccess = z.object({ workspace: z.object({ slug: z.string() }) });
const Hook = z.object({ uuid: z.string(), url: z.string() });
const Comment = z.object({ id: z.number(), deleted: z.boolean().optional(), content: z.object({ raw: z.string() }) });
const End = z.object({ commit: z.object({ hash: z.string() }), branch: z.object({ name: z.string() }) });
const Pull = z.object({
  title: z.string(),
  state: z.string(),
  source: End,
  destination: End,
  links: z.object({ html: z.object({ href: z.string() }).optional() }).optional(),
});
const Commit = z.object({ hash: z.string() });

const place = ({ fullName }: RepositoryRef) => `/repositories/${fullName.split('/').map(encodeURIComponent).join('/')}`;

export function bitbucketCloudApi({ url, userName, token }: VendorAccess): VendorApi {
  const { hostname } = new URL(url);
  const isPublic = /(?:^|\.)bitbucket\.org$/.test(hostname);
  return {
    vendor: 'Bitbucket Cloud',
    base: isPublic ? 'https://api.bitbucket.org/2.0' : `${url.replace(/\/+$/, '').replace(/\/2\.0$/, '')}/2.0`,
    headers: { authorization: authorization(userName, token) },
    scope: 'read:repository:bitbucket',
    // What an app password looks like. https://support.atlassian.com/bitbucket-cloud/docs/api-tokens/
    refusesToken: () =>
      token.startsWith('ATBB') ? new AppError(gitWords.vendor_password_outdated) : new AppError(gitWords.vendor_refuses_token, { host: hostname }),
  };
}

const authorization = (userName: string, token: string) =>
  userName === '' ? `Bearer ${token}` : `Basic ${Buffer.from(`${userName}:${token}`).toString('base64')}`;

function toRepository(one: z.output<typeof Repository>): RemoteRepository[] {
  const clone = one.links.clone.find(({ name }) => name === 'https');
  if (!clone) return [];
  // The link names the user who asked.
  const cloneUrl = new URL(clone.href);
  cloneUrl.username = '';
  return [{ vendorId: one.uuid, fullName: one.full_name, cloneUrl: cloneUrl.href, defaultBranch: one.mainbranch?.name, isPrivate: one.is_private }];
}

const makeListPath = (workspace: string) => `/repositories/${encodeURIComponent(workspace)}?role=member&pagelen=100&sort=full_name`;

/** A list of all that a user sees is no more: workspaces come first, then each one's repositories. The cursor is what is still to be asked. */
async function repositories(call: VendorCall, cursor?: string): Promise<Page<RemoteRepository>> {
  const Waiting = z.array(z.string()).max(10_000);
  let waiting = cursor === undefined ? ['/user/workspaces?pagelen=100'] : Waiting.parse(JSON.parse(cursor));
  const [next, ...rest] = waiting;
  if (next === undefined) return { items: [] };
  const isOfWorkspaces = next.includes('/user/workspaces');
  const page = isOfWorkspaces ? await cloudPage(call, next, WorkspaceAccess) : await cloudPage(call, next, Repository);
  waiting = [...(page.cursor === undefined ? [] : [page.cursor]), ...rest];
  const items: RemoteRepository[] = [];
  for (const one of page.items) {
    if ('workspace' in one) waiting.push(makeListPath(one.workspace.slug));
    else items.push(...toRepository(one));
  }
  return { items, ...(waiting.length === 0 ? {} : { cursor: JSON.stringify(waiting) }) };
}

async function keepHook(call: VendorCall, at: string, url: string, secret: string): Promise<string> {
  const hook = { description: 'Packhouse', url, secret, active: true, events: ['repo:push', 'repo:updated', 'pullrequest:created', 'pullrequest:updated'] };
  const [known] = await call.search(
    (cursor) => cloudPage(call, cursor ?? `${at}/hooks?pagelen=100`, Hook),
    (one) => (one.url === url ? one.uuid : undefined),
  );
  const { value } = await call.ask(
    known === undefined ? { method: 'POST', path: `${at}/hooks`, body: hook } : { method: 'PUT', path: `${at}/hooks/${encodeURIComponent(known)}`, body: hook },
    Hook,
  );
  return value.uuid;
}

/** https://developer.atlassian.com/cloud/bitbucket/rest/ */
export function bitbucketCloud(call: VendorCall, { userName, token }: VendorAccess): Vendor {
  return {
    code: 3,
    quota: call.limiter.quota,
    gitHeader: () => `Authorization: ${userName === '' ? authorization('', token) : authorization('x-bitbucket-api-token-auth', token)}`,
    check: async () => ({ name: (await call.ask({ path: '/user', isUrgent: true }, z.object({ display_name: z.string() }))).value.display_name }),
    repositories: (cursor) => repositories(call, cursor),
    ensureHook: (repository, url, secret) => keepHook(call, place(repository), url, secret),
    removeHook: (repository, id) => dropHook(call, `${place(repository)}/hooks/${encodeURIComponent(id)}`),
    async pullRequest(repository, number) {
      const { value } = await call.ask({ path: `${place(repository)}/pullrequests/${number}` }, Pull);
      const [head, onto] = [value.source.commit.hash, value.destination.commit.hash];
      const { value: common } = await call.ask({ path: `${place(repository)}/merge-base/${head}..${onto}` }, Commit);
      const { value: whole } = await call.ask({ path: `${place(repository)}/commit/${head}` }, Commit);
      const { title, state, links } = value;
      const url = toPage(links?.html?.href);
      return {
        number,
        title,
        state: pullStates[state] ?? 'closed',
        url,
        head: whole.hash,
        headRef: `refs/heads/${value.source.branch.name}`,
        base: common.hash,
      };
    },
    setStatus: (repository, sha, { state, description, url }) =>
      call.tell({
        method: 'POST',
        path: `${place(repository)}/commit/${sha}/statuses/build`,
        body: { key: 'packhouse-scan', name: 'packhouse/scan', state: buildStates[state], url, description },
      }),
    report: (repository, sha, report) => reportToCloud(call, `${place(repository)}/commit/${sha}`, report),
    async comment(repository, number, marker, text) {
      const at = `${place(repository)}/pullrequests/${number}/comments`;
      const ours = await call.search(
        (cursor) => cloudPage(call, cursor ?? `${at}?pagelen=100`, Comment),
        (one) => (one.deleted !== true && one.content.raw.includes(markLine(marker)) ? one.id : undefined),
      );
      const body = { content: { raw: `${text}\n\n${markLine(marker)}` } };
      await putComment(call, ours, (id) => ({ method: 'PUT', path: `${at}/${id}`, body }), { method: 'POST', path: at, body });
    },
  };
}

const Told = z.object({ repository: z.object({ uuid: z.string() }), pullrequest: z.object({ id: z.number() }).optional() });

/** https://support.atlassian.com/bitbucket-cloud/docs/manage-webhooks/ */
export const bitbucketCloudHooks: VendorHooks = {
  verify: (headers, raw, secret) =>
    hasSum(header(headers, 'x-hub-signature'), raw, secret) ? makeDelivery(raw, header(headers, 'x-event-key'), header(headers, 'x-request-uuid')) : undefined,
  read({ event, body }) {
    const told = Told.safeParse(body).data;
    if (!told) return [];
    const vendorId = told.repository.uuid;
    if (event === 'repo:push') return [{ vendorId, kind: 'push' }];
    if (event.startsWith('pullrequest:') && told.pullrequest) return [{ vendorId, kind: 'pull request', pullRequest: told.pullrequest.id }];
    return event.startsWith('repo:') ? [{ vendorId, kind: 'repository' }] : [];
  },
};
