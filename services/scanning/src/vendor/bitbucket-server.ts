import { AppError } from '@packhouse/contract/errors.ts';
import { gitWords } from '@packhouse/contract/scanning/git-words.ts';
import { z } from 'zod';
import { buildStates, markLine, pullStates, putComment, serverPage } from './bitbucket.ts';
import { reportToServer } from './bitbucket-insights.ts';
import { dropHook } from './github.ts';
import { hasSum, header, makeDelivery } from './hook-proof.ts';
import type { RemoteRepository, RepositoryRef, Vendor, VendorAccess, VendorHooks } from './vendor.ts';
import { toPage, type VendorApi, type VendorCall } from './vendor-call.ts';

const Id = z.number().transform(String);
const Repository = z.object({
  id: Id,
  slug: z.string().min(1),
  project: z.object({ key: z.string().min(1) }),
  public: z.boolean().optional(),
  links: z.object({ clone: z.array(z.object({ name: z.string(), href: z.url() })) }),
});
const Hook = z.object({ id: Id, url: z.string() });
const Activity = z.object({ action: z.string(), comment: z.object({ id: z.number(), version: z.number(), text: z.string() }).optional() });
const End = z.object({ latestCommit: z.string() });
const Pull = z.object({
  title: z.string(),
  state: z.string(),
  fromRef: End,
  toRef: End,
  links: z.object({ self: z.array(z.object({ href: z.string() })) }).optional(),
});

/** Their names are a project's key and a slug. */
function place({ fullName }: RepositoryRef): string {
  const [project = '', slug = ''] = fullName.split('/');
  return `/projects/${encodeURIComponent(project)}/repos/${encodeURIComponent(slug)}`;
}

const api = '/api/latest';
const insights = '/insights/latest';

export function bitbucketServerApi({ url, token }: VendorAccess): VendorApi {
  return {
    vendor: 'Bitbucket Server',
    base: `${url.replace(/\/+$/, '').replace(/\/rest\/api\/(?:1\.0|latest)$/, '')}/rest`,
    headers: { authorization: `Bearer ${token}`, 'x-atlassian-token': 'no-check' },
    scope: 'REPO_READ',
  };
}

/** A token that is not known makes a visitor of us, who may see something all the same: only the name in the answer's head tells. */
async function check(call: VendorCall) {
  const { headers } = await call.ask({ path: `${api}/projects?limit=1`, isUrgent: true }, z.object({ values: z.array(z.unknown()) }));
  const name = headers['x-ausername'];
  if (!name) throw new AppError(gitWords.vendor_without_user, { host: call.host });
  return { name: decodeURIComponent(name) };
}

function toRepository(one: z.output<typeof Repository>): RemoteRepository[] {
  const clone = one.links.clone.find(({ name }) => name === 'http');
  if (!clone) return [];
  const cloneUrl = new URL(clone.href);
  cloneUrl.username = '';
  const fullName = `${one.project.key}/${one.slug}`;
  // Which branch is the default one, only each repository itself says; `HEAD` of git is the same.
  return [{ vendorId: one.id, fullName, cloneUrl: cloneUrl.href, defaultBranch: undefined, isPrivate: one.public !== true }];
}

async function keepHook(call: VendorCall, at: string, url: string, secret: string): Promise<string> {
  const hook = {
    name: 'Packhouse',
    url,
    active: true,
    events: ['repo:refs_changed', 'repo:modified', 'pr:opened', 'pr:from_ref_updated'],
    configuration: { secret },
  };
  const [known] = await call.search(
    (cursor) => serverPage(call, `${at}/webhooks`, Hook, cursor),
    (one) => (one.url === url ? one.id : undefined),
  );
  const { value } = await call.ask(
    known === undefined ? { method: 'POST', path: `${at}/webhooks`, body: hook } : { method: 'PUT', path: `${at}/webhooks/${known}`, body: hook },
    Hook,
  );
  return value.id;
}

/** Bitbucket Data Center and Server. https://developer.atlassian.com/server/bitbucket/rest/ */
export function bitbucketServer(call: VendorCall, { token }: VendorAccess): Vendor {
  return {
    code: 4,
    quota: call.limiter.quota,
    gitHeader: () => `Authorization: Bearer ${token}`,
    check: () => check(call),
    async repositories(cursor) {
      const { items, ...rest } = await serverPage(call, `${api}/repos?permission=REPO_READ`, Repository, cursor);
      return { items: items.flatMap(toRepository), ...rest };
    },
    ensureHook: (repository, url, secret) => keepHook(call, `${api}${place(repository)}`, url, secret),
    removeHook: (repository, id) => dropHook(call, `${api}${place(repository)}/webhooks/${id}`),
    async pullRequest(repository, number) {
      const { value } = await call.ask({ path: `${api}${place(repository)}/pull-requests/${number}` }, Pull);
      const [head, onto] = [value.fromRef.latestCommit, value.toRef.latestCommit];
      const { value: common } = await call.ask(
        { path: `${api}${place(repository)}/commits/${head}/merge-base?otherCommitId=${onto}` },
        z.object({ id: z.string() }),
      );
      const { title, state, links } = value;
      const url = toPage(links?.self[0]?.href);
      return { number, title, state: pullStates[state] ?? 'closed', url, head, headRef: `refs/pull-requests/${number}/from`, base: common.id };
    },
    setStatus: (repository, sha, { state, description, url }) =>
      call.tell({
        method: 'POST',
        path: `${api}${place(repository)}/commits/${sha}/builds`,
        body: { key: 'packhouse-scan', name: 'packhouse/scan', state: buildStates[state], url, description },
      }),
    report: (repository, sha, report) => reportToServer(call, `${insights}${place(repository)}/commits/${sha}`, report),
    async comment(repository, number, marker, text) {
      const at = `${api}${place(repository)}/pull-requests/${number}`;
      const ours = await call.search(
        (cursor) => serverPage(call, `${at}/activities`, Activity, cursor),
        ({ action, comment }) => (action === 'COMMENTED' && comment?.text.includes(markLine(marker)) ? comment : undefined),
      );
      const written = `${text}\n\n${markLine(marker)}`;
      await putComment(call, ours, ({ id, version }) => ({ method: 'PUT', path: `${at}/comments/${id}`, body: { text: written, version } }), {
        method: 'POST',
        path: `${at}/comments`,
        body: { text: written },
      });
    },
  };
}

const Told = z.object({
  repository: z.object({ id: Id }).optional(),
  new: z.object({ id: Id }).optional(),
  pullRequest: z.object({ id: z.number(), toRef: z.object({ repository: z.object({ id: Id }) }) }).optional(),
});

/** https://confluence.atlassian.com/bitbucketserver/event-payload-938025882.html */
export const bitbucketServerHooks: VendorHooks = {
  verify: (headers, raw, secret) =>
    hasSum(header(headers, 'x-hub-signature'), raw, secret) ? makeDelivery(raw, header(headers, 'x-event-key'), header(headers, 'x-request-id')) : undefined,
  read({ event, body }) {
    const told = Told.safeParse(body).data;
    if (told?.pullRequest) return [{ vendorId: told.pullRequest.toRef.repository.id, kind: 'pull request', pullRequest: told.pullRequest.id }];
    const vendorId = told?.repository?.id ?? told?.new?.id;
    if (vendorId === undefined) return [];
    if (event === 'repo:refs_changed') return [{ vendorId, kind: 'push' }];
    return event === 'repo:modified' ? [{ vendorId, kind: 'repository' }] : [];
  },
};
