import { createHmac } from 'node:crypto';
import { AppError } from '@packhouse/contract/errors.ts';
import { gitWords } from '@packhouse/contract/scanning/git-words.ts';
import { z } from 'zod';
import { dropHook } from './github.ts';
import { header, isSame, makeDelivery } from './hook-proof.ts';
import type { CommitState, IncomingHeaders, PullRequest, RepositoryRef, Vendor, VendorAccess, VendorHooks } from './vendor.ts';
import { isGone, isRefused, toPage, type VendorApi, type VendorCall } from './vendor-call.ts';

const Id = z.number().transform(String);
const Project = z.object({
  id: Id,
  path_with_namespace: z.string().min(3),
  http_url_to_repo: z.url(),
  default_branch: z.string().nullish(),
  visibility: z.enum(['private', 'internal', 'public']),
});
const Hook = z.object({ id: Id, url: z.string() });
const Note = z.object({ id: Id, body: z.string() });
const MergeRequest = z.object({
  title: z.string(),
  state: z.string(),
  web_url: z.string().optional(),
  sha: z.string(),
  diff_refs: z.object({ base_sha: z.string() }).nullish(),
});
const states: Record<CommitState['state'], string> = { pending: 'running', success: 'success', failure: 'failed', error: 'failed' };

/** While it is being merged it is locked. */
const pullStates: Readonly<Record<string, PullRequest['state']>> = { opened: 'open', locked: 'open', merged: 'merged' };

const place = ({ vendorId }: RepositoryRef) => `/projects/${encodeURIComponent(vendorId)}`;
const mostDescription = 255;

export function gitlabApi({ url, token }: VendorAccess): VendorApi {
  return {
    vendor: 'GitLab',
    base: `${url.replace(/\/+$/, '').replace(/\/api\/v4$/, '')}/api/v4`,
    headers: { 'private-token': token },
    scope: 'api',
  };
}

/** Every kind of token tells its own scopes, even one that may do nothing else. */
async function check(call: VendorCall) {
  const own = await call.ask({ path: '/personal_access_tokens/self', isUrgent: true }, z.object({ scopes: z.array(z.string()) })).catch((error: unknown) => {
    if (isGone(error)) return undefined;
    throw error;
  });
  if (own && !own.value.scopes.includes('api')) throw new AppError(gitWords.vendor_lacks_scope, { host: call.host, scope: 'api' });
  return { name: (await call.ask({ path: '/user', isUrgent: true }, z.object({ username: z.string() }))).value.username };
}

async function keepHook(call: VendorCall, at: string, url: string, token: string): Promise<string> {
  const hook = { url, token, push_events: true, tag_push_events: false, merge_requests_events: true, enable_ssl_verification: url.startsWith('https:') };
  const [known] = await call.search(
    (cursor) => call.page(cursor ?? `${at}/hooks?per_page=100`, Hook),
    (one) => (one.url === url ? one.id : undefined),
  );
  const { value } = await call.ask(
    known === undefined ? { method: 'POST', path: `${at}/hooks`, body: hook } : { method: 'PUT', path: `${at}/hooks/${known}`, body: hook },
    Hook,
  );
  return value.id;
}

async function comment(call: VendorCall, at: string, marker: string, text: string): Promise<void> {
  const body = `<!-- ${marker} -->\n${text}`;
  const ours = await call.search(
    (cursor) => call.page(cursor ?? `${at}/notes?per_page=100&sort=asc`, Note),
    (one) => (one.body.startsWith(`<!-- ${marker} -->`) ? one.id : undefined),
  );
  for (const id of ours) {
    try {
      return await call.tell({ method: 'PUT', path: `${at}/notes/${id}`, body: { body } });
    } catch (error) {
      if (!isRefused(error)) throw error;
    }
  }
  await call.tell({ method: 'POST', path: `${at}/notes`, body: { body } });
}

/** gitlab.com and one's own GitLab. https://docs.gitlab.com/api/rest/ */
export function gitlab(call: VendorCall, { token }: VendorAccess): Vendor {
  return {
    code: 2,
    quota: call.limiter.quota,
    gitHeader: () => `Authorization: Basic ${Buffer.from(`oauth2:${token}`).toString('base64')}`,
    check: () => check(call),
    async repositories(cursor) {
      const { items, ...rest } = await call.page(
        cursor ?? '/projects?membership=true&archived=false&pagination=keyset&order_by=id&sort=asc&per_page=100',
        Project,
      );
      const toRepository = (one: (typeof items)[number]) => ({
        vendorId: one.id,
        fullName: one.path_with_namespace,
        cloneUrl: one.http_url_to_repo,
        defaultBranch: one.default_branch ?? undefined,
        isPrivate: one.visibility !== 'public',
      });
      return { items: items.map(toRepository), ...rest };
    },
    ensureHook: (repository, url, secret) => keepHook(call, place(repository), url, secret),
    removeHook: (repository, id) => dropHook(call, `${place(repository)}/hooks/${id}`),
    async pullRequest(repository, number) {
      const { value } = await call.ask({ path: `${place(repository)}/merge_requests/${number}` }, MergeRequest);
      const base = value.diff_refs?.base_sha;
      if (base === undefined) throw new AppError(gitWords.vendor_lacks_it, { host: call.host });
      const { title, state, web_url: page, sha: head } = value;
      return { number, title, state: pullStates[state] ?? 'closed', url: toPage(page), head, headRef: `refs/merge-requests/${number}/head`, base };
    },
    async setStatus(repository, sha, { state, description, url }) {
      const body = { state: states[state], name: 'packhouse/scan', target_url: url, description: description.slice(0, mostDescription) };
      await call.tell({ method: 'POST', path: `${place(repository)}/statuses/${sha}`, body }).catch((error: unknown) => {
        // It refuses to be told the same state again.
        if (!/Cannot transition status/.test(String((error as { detail?: { vendor?: string } }).detail?.vendor))) throw error;
      });
    },
    comment: (repository, number, marker, text) => comment(call, `${place(repository)}/merge_requests/${number}`, marker, text),
  };
}

/** Seconds by which a signed message may be old. */
const oldest = 5 * 60;

/** https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md */
function isSigned(headers: IncomingHeaders, raw: Buffer, secret: string): boolean {
  const [id, at, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => header(headers, name));
  if (id === undefined || at === undefined || signatures === undefined || !(Math.abs(Date.now() / 1000 - Number(at)) <= oldest)) return false;
  const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : Buffer.from(secret);
  const right = `v1,${createHmac('sha256', key).update(`${id}.${at}.`).update(raw).digest('base64')}`;
  return signatures.split(' ').some((one) => isSame(one, right));
}

const Told = z.object({
  project: z.object({ id: Id }),
  object_attributes: z.object({ iid: z.number() }).optional(),
});

/** https://docs.gitlab.com/user/project/integrations/webhooks/ */
export const gitlabHooks: VendorHooks = {
  verify(headers, raw, secret) {
    const token = header(headers, 'x-gitlab-token');
    const isProven =
      secret !== '' && (header(headers, 'webhook-signature') === undefined ? token !== undefined && isSame(token, secret) : isSigned(headers, raw, secret));
    return isProven ? makeDelivery(raw, header(headers, 'x-gitlab-event'), header(headers, 'webhook-id') ?? header(headers, 'x-gitlab-event-uuid')) : undefined;
  },
  read({ event, body }) {
    const told = Told.safeParse(body).data;
    if (!told) return [];
    const vendorId = told.project.id;
    if (event === 'Push Hook' || event === 'Tag Push Hook') return [{ vendorId, kind: 'push' }];
    return event === 'Merge Request Hook' && told.object_attributes ? [{ vendorId, kind: 'pull request', pullRequest: told.object_attributes.iid }] : [];
  },
};
