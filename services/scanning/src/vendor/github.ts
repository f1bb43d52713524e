import { AppError } from '@packhouse/contract/errors.ts';
import { gitWords } from '@packhouse/contract/scanning/git-words.ts';
import { z } from 'zod';
import { hasSum, header, makeDelivery } from './hook-proof.ts';
import type { GitEvent, PullRequest, RemoteRepository, RepositoryRef, Vendor, VendorAccess, VendorHooks } from './vendor.ts';
import { isGone, isRefused, toPage, type VendorApi, type VendorCall } from './vendor-call.ts';

const Id = z.number().transform(String);
/** What it and Gitea tell alike of a pull request. */
export const openOrNot = { title: z.string(), state: z.string(), merged: z.boolean().nullish(), html_url: z.string().optional() };
const Repository = z.object({
  id: Id,
  full_name: z.string().min(3),
  private: z.boolean(),
  clone_url: z.url(),
  default_branch: z.string().nullish(),
});
const Hook = z.object({ id: Id, config: z.object({ url: z.string().optional() }) });
const Comment = z.object({ id: Id, body: z.string().nullish() });
const Pull = z.object({
  ...openOrNot,
  head: z.object({ sha: z.string() }),
  base: z.object({ sha: z.string() }),
});
const Comparison = z.object({ merge_base_commit: z.object({ sha: z.string() }) });

/** What it and Gitea tell alike of whether a pull request is open. */
export const toState = ({ state, merged }: { state: string; merged?: boolean | null | undefined }): PullRequest['state'] =>
  state === 'open' ? 'open' : merged ? 'merged' : 'closed';

const toRepository = (one: z.output<typeof Repository>): RemoteRepository => ({
  vendorId: one.id,
  fullName: one.full_name,
  cloneUrl: one.clone_url,
  defaultBranch: one.default_branch ?? undefined,
  isPrivate: one.private,
});

/** The API of github.com is a server of its own; an own GitHub has it below a path. */
export function githubApi({ url, token }: VendorAccess): VendorApi {
  const { hostname, origin, pathname } = new URL(url);
  const isPublic = ['github.com', 'www.github.com', 'api.github.com'].includes(hostname);
  return {
    vendor: 'GitHub',
    base: isPublic ? 'https://api.github.com' : `${origin}${pathname.replace(/\/(?:api\/v3\/?)?$/, '')}/api/v3`,
    headers: { authorization: `Bearer ${token}`, accept: 'application/vnd.github+json', 'x-github-api-version': '2022-11-28' },
    scope: 'repo',
  };
}

const place = ({ fullName }: RepositoryRef) => `/repos/${fullName.split('/').map(encodeURIComponent).join('/')}`;
const hide = (marker: string, text: string) => `<!-- ${marker} -->\n${text}`;
const mostDescription = 140;

/** A comment with our marker, edited; or a new one where there is none that may be edited. The API of issues is one and the same in Gitea. */
export async function commentOnIssue(call: VendorCall, at: string, number: number, marker: string, text: string, paging = ''): Promise<void> {
  const body = hide(marker, text);
  const ours = await call.search(
    (cursor) => call.page(cursor ?? `${at}/issues/${number}/comments${paging}`, Comment),
    (one) => (one.body?.startsWith(`<!-- ${marker} -->`) ? one.id : undefined),
  );
  for (const id of ours) {
    try {
      return await call.tell({ method: 'PATCH', path: `${at}/issues/comments/${id}`, body: { body } });
    } catch (error) {
      // Somebody else may have written the marker.
      if (!isRefused(error)) throw error;
    }
  }
  await call.tell({ method: 'POST', path: `${at}/issues/${number}/comments`, body: { body } });
}

/** Parameters of lists, as GitHub calls them. */
const paging = '?per_page=100';

interface WantedHook {
  /** Said only when it is made. */
  made: object;
  /** Said when it is made and when it is mended. */
  hook: object;
  paging: string;
}

/** Makes or mends a hook in an API that lists hooks below a repository. */
export async function keepHook(call: VendorCall, at: string, url: string, wanted: WantedHook): Promise<string> {
  const [known] = await call.search(
    (cursor) => call.page(cursor ?? `${at}/hooks${wanted.paging}`, Hook),
    (one) => (one.config.url === url ? one.id : undefined),
  );
  const { value } = await call.ask(
    known === undefined
      ? { method: 'POST', path: `${at}/hooks`, body: { ...wanted.made, ...wanted.hook } }
      : { method: 'PATCH', path: `${at}/hooks/${known}`, body: wanted.hook },
    Hook,
  );
  return value.id;
}

export async function dropHook(call: VendorCall, path: string): Promise<void> {
  await call.tell({ method: 'DELETE', path }).catch((error: unknown) => {
    if (!isGone(error)) throw error;
  });
}

async function check(call: VendorCall, token: string) {
  const { value, headers } = await call.ask({ path: '/user', isUrgent: true }, z.object({ login: z.string() }));
  // Only tokens of the old kind have scopes.
  const scopes = /^(?:github_pat_|ghs_)/.test(token) ? undefined : headers['x-oauth-scopes']?.split(',').map((one) => one.trim());
  if (scopes && !scopes.includes('repo')) throw new AppError(gitWords.vendor_lacks_scope, { host: call.host, scope: 'repo' });
  return { name: value.login };
}

/** GitHub, and an own GitHub Enterprise. https://docs.github.com/en/rest */
export function github(call: VendorCall, { token }: VendorAccess): Vendor {
  return {
    code: 1,
    quota: call.limiter.quota,
    gitHeader: () => `Authorization: Basic ${Buffer.from(`x-access-token:${token}`).toString('base64')}`,
    check: () => check(call, token),
    async repositories(cursor) {
      const { items, ...rest } = await call.page(cursor ?? `/user/repos${paging}&sort=full_name`, Repository);
      return { items: items.map(toRepository), ...rest };
    },
    ensureHook: (repository, url, secret) =>
      keepHook(call, place(repository), url, {
        made: { name: 'web' },
        hook: { active: true, events: ['push', 'pull_request', 'repository'], config: { url, content_type: 'json', secret, insecure_ssl: '0' } },
        paging,
      }),
    removeHook: (repository, id) => dropHook(call, `${place(repository)}/hooks/${id}`),
    async pullRequest(repository, number) {
      const { value } = await call.ask({ path: `${place(repository)}/pulls/${number}` }, Pull);
      const { value: both } = await call.ask({ path: `${place(repository)}/compare/${value.base.sha}...${value.head.sha}?per_page=1` }, Comparison);
      const { title, html_url: page } = value;
      return {
        number,
        title,
        state: toState(value),
        url: toPage(page),
        head: value.head.sha,
        headRef: `refs/pull/${number}/head`,
        base: both.merge_base_commit.sha,
      };
    },
    setStatus: (repository, sha, { state, description, url }) =>
      call.tell({
        method: 'POST',
        path: `${place(repository)}/statuses/${sha}`,
        body: { state, target_url: url, context: 'packhouse/scan', description: description.slice(0, mostDescription) },
      }),
    comment: (repository, number, marker, text) => commentOnIssue(call, place(repository), number, marker, text, paging),
  };
}

const Told = z.object({ repository: z.object({ id: Id }), pull_request: z.object({ number: z.number() }).optional() });

export function readEvents({ event, body }: { event: string; body: unknown }): GitEvent[] {
  const told = Told.safeParse(body).data;
  if (!told) return [];
  const vendorId = told.repository.id;
  if (event === 'push' || event === 'create' || event === 'delete') return [{ vendorId, kind: 'push' }];
  if (event.startsWith('pull_request') && told.pull_request) return [{ vendorId, kind: 'pull request', pullRequest: told.pull_request.number }];
  return event === 'repository' ? [{ vendorId, kind: 'repository' }] : [];
}

/** https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries */
export const githubHooks: VendorHooks = {
  verify: (headers, raw, secret) =>
    hasSum(header(headers, 'x-hub-signature-256'), raw, secret)
      ? makeDelivery(raw, header(headers, 'x-github-event'), header(headers, 'x-github-delivery'))
      : undefined,
  read: readEvents,
};
