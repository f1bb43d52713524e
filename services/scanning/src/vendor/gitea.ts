import { z } from 'zod';
import { commentOnIssue, dropHook, keepHook, openOrNot, readEvents, toState } from './github.ts';
import { hasSum, header, makeDelivery } from './hook-proof.ts';
import type { RepositoryRef, Vendor, VendorAccess, VendorHooks } from './vendor.ts';
import { toPage, type VendorApi, type VendorCall } from './vendor-call.ts';

const Repository = z.object({
  id: z.number().transform(String),
  full_name: z.string().min(3),
  private: z.boolean(),
  clone_url: z.url(),
  default_branch: z.string(),
  empty: z.boolean(),
});
const Pull = z.object({ ...openOrNot, merge_base: z.string(), head: z.object({ sha: z.string() }) });

const place = ({ fullName }: RepositoryRef) => `/repos/${fullName.split('/').map(encodeURIComponent).join('/')}`;

export function giteaApi({ url, token }: VendorAccess): VendorApi {
  return {
    vendor: 'Gitea',
    base: `${url.replace(/\/+$/, '').replace(/\/api\/v1$/, '')}/api/v1`,
    headers: { authorization: `token ${token}` },
    scope: 'write:repository',
  };
}

/** Gitea and Forgejo. https://docs.gitea.com/api/ */
export function gitea(call: VendorCall, { token }: VendorAccess): Vendor {
  return {
    code: 5,
    quota: call.limiter.quota,
    gitHeader: () => `Authorization: token ${token}`,
    check: async () => ({ name: (await call.ask({ path: '/user', isUrgent: true }, z.object({ login: z.string() }))).value.login }),
    async repositories(cursor) {
      const { items, ...rest } = await call.page(cursor ?? '/user/repos?limit=50', Repository);
      const toRepository = (one: (typeof items)[number]) => ({
        vendorId: one.id,
        fullName: one.full_name,
        cloneUrl: one.clone_url,
        defaultBranch: one.empty ? undefined : one.default_branch,
        isPrivate: one.private,
      });
      return { items: items.map(toRepository), ...rest };
    },
    ensureHook: (repository, url, secret) =>
      keepHook(call, place(repository), url, {
        made: { type: 'gitea' },
        hook: { active: true, events: ['push', 'pull_request', 'repository'], config: { url, content_type: 'json', secret } },
        paging: '?limit=50',
      }),
    removeHook: (repository, id) => dropHook(call, `${place(repository)}/hooks/${id}`),
    async pullRequest(repository, number) {
      const { value } = await call.ask({ path: `${place(repository)}/pulls/${number}` }, Pull);
      const { title, html_url: page, head, merge_base: base } = value;
      return { number, title, state: toState(value), url: toPage(page), head: head.sha, headRef: `refs/pull/${number}/head`, base };
    },
    setStatus: (repository, sha, { state, description, url }) =>
      call.tell({ method: 'POST', path: `${place(repository)}/statuses/${sha}`, body: { state, target_url: url, context: 'packhouse/scan', description } }),
    comment: (repository, number, marker, text) => commentOnIssue(call, place(repository), number, marker, text),
  };
}

/** https://docs.gitea.com/usage/webhooks */
export const giteaHooks: VendorHooks = {
  verify: (headers, raw, secret) =>
    hasSum(header(headers, 'x-gitea-signature'), raw, secret)
      ? makeDelivery(raw, header(headers, 'x-gitea-event'), header(headers, 'x-gitea-delivery'))
      : undefined,
  read: readEvents,
};
