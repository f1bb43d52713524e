import { z } from 'zod';
import { bitbucketCloudCalls } from './bitbucket-descriptions.ts';
import { cloudReportRoutes } from './bitbucket-reports.ts';
import { isSha } from './fake-github.ts';
import {
  addComment,
  type FakeAnswer,
  type FakeKind,
  type FakeRepository,
  type FakeRequest,
  type FakeRoute,
  type FakeState,
  type FakeVendor,
  removeHook,
  startFake,
} from './fake-vendor.ts';

const said = (status: number, message: string): FakeAnswer => ({ status, body: { type: 'error', error: { message } } });

const hookBody = z.strictObject({ description: z.string(), url: z.url(), secret: z.string().min(1), active: z.boolean(), events: z.array(z.string()).min(1) });
const statusBody = z.strictObject({
  key: z.string().max(40),
  name: z.string(),
  state: z.enum(['INPROGRESS', 'SUCCESSFUL', 'FAILED', 'STOPPED']),
  url: z.url(),
  description: z.string(),
});
const commentBody = z.strictObject({ content: z.strictObject({ raw: z.string().min(1) }) });
const toUuid = (id: number) => `{00000000-0000-4000-8000-${String(id).padStart(12, '0')}}`;
const readId = (uuid: string) => Number(/(\d{12})\}$/.exec(uuid)?.[1]);
const base = '/2.0';

function page(state: FakeState, request: FakeRequest, items: unknown[]): FakeAnswer {
  const size = Math.min(Number(request.query.get('pagelen') ?? 10), 100);
  const number = Number(request.query.get('page') ?? 1);
  const next = new URL(`${state.url}${base}${request.path}?${request.query}`);
  next.searchParams.set('page', String(number + 1));
  const hasMore = number * size < items.length;
  return {
    status: 200,
    body: { pagelen: size, page: number, size: items.length, values: items.slice((number - 1) * size, number * size), ...(hasMore ? { next: next.href } : {}) },
  };
}

const show = (one: FakeRepository) => ({
  type: 'repository',
  uuid: toUuid(one.id),
  full_name: one.name,
  is_private: one.isPrivate,
  mainbranch: { type: 'branch', name: one.branch },
  links: {
    clone: [
      { name: 'https', href: one.cloneUrl.replace('://', '://ann@') },
      { name: 'ssh', href: 'ssh://git@bitbucket.example/x.git' },
    ],
  },
});

function within(state: FakeState, parts: string[], work: (repository: FakeRepository) => FakeAnswer): FakeAnswer {
  const repository = state.repositories.find(({ name }) => name === `${parts[0]}/${parts[1]}`);
  return repository ? work(repository) : said(404, 'Repository not found');
}

function hookRoutes(state: FakeState): FakeRoute[] {
  const scopes = ['webhook'];
  const showHook = ({ id, url }: FakeState['hooks'][number]) => ({ type: 'webhook_subscription', uuid: toUuid(id), url });
  const keep = (id: number, repository: FakeRepository, body: unknown) => {
    const { url, secret, events } = body as z.output<typeof hookBody>;
    const hook = { id, repository: repository.id, url, secret, events };
    state.hooks = [...state.hooks.filter((one) => one.id !== id), hook];
    return showHook(hook);
  };
  return [
    {
      method: 'GET',
      path: /^\/repositories\/([^/]+)\/([^/]+)\/hooks$/,
      scopes,
      answer: (request) => within(state, request.parts, ({ id }) => page(state, request, state.hooks.filter((one) => one.repository === id).map(showHook))),
    },
    {
      method: 'POST',
      path: /^\/repositories\/([^/]+)\/([^/]+)\/hooks$/,
      scopes,
      body: hookBody,
      answer: ({ parts, body }) => within(state, parts, (one) => ({ status: 201, body: keep(500 + state.hooks.length, one, body) })),
    },
    {
      method: 'PUT',
      path: /^\/repositories\/([^/]+)\/([^/]+)\/hooks\/([^/]+)$/,
      scopes,
      body: hookBody,
      answer: ({ parts, body }) => within(state, parts, (one) => ({ status: 200, body: keep(readId(parts[2]!), one, body) })),
    },
    {
      method: 'DELETE',
      path: /^\/repositories\/([^/]+)\/([^/]+)\/hooks\/([^/]+)$/,
      scopes,
      answer: ({ parts }) => removeHook(state, readId(parts[2]!), said(404, 'Webhook not found')),
    },
  ];
}

function pullRoutes(state: FakeState): FakeRoute[] {
  const scopes = ['pullrequest:write'];
  return [
    {
      method: 'GET',
      path: /^\/repositories\/([^/]+)\/([^/]+)\/pullrequests\/(\d+)$/,
      scopes,
      answer: ({ parts }) =>
        within(state, parts, ({ pulls }) => {
          const pull = pulls.get(Number(parts[2]));
          if (!pull) return said(404, 'Pull request not found');
          const end = (hash: string, name: string) => ({ commit: { type: 'commit', hash: hash.slice(0, 12) }, branch: { name } });
          return {
            status: 200,
            body: {
              id: Number(parts[2]),
              title: 'Change it',
              state: pull.isOpen ? 'OPEN' : 'MERGED',
              source: end(pull.head, pull.branch),
              destination: end(pull.onto, 'main'),
              links: { html: { href: `${state.url}/${parts[0]}/${parts[1]}/pull-requests/${parts[2]}` } },
            },
          };
        }),
    },
    {
      method: 'GET',
      path: /^\/repositories\/([^/]+)\/([^/]+)\/merge-base\/([0-9a-f]{12,40})\.\.([0-9a-f]{12,40})$/,
      scopes,
      answer: ({ parts }) =>
        within(state, parts, ({ pulls }) => {
          const pull = [...pulls.values()].find(({ head }) => head.startsWith(parts[2]!));
          return pull ? { status: 200, body: { type: 'commit', hash: pull.base } } : said(404, 'Commit not found');
        }),
    },
    {
      method: 'GET',
      path: /^\/repositories\/([^/]+)\/([^/]+)\/commit\/([0-9a-f]{12,40})$/,
      scopes,
      answer: ({ parts }) =>
        within(state, parts, ({ pulls }) => {
          const pull = [...pulls.values()].find(({ head }) => head.startsWith(parts[2]!));
          return pull ? { status: 200, body: { type: 'commit', hash: pull.head } } : said(404, 'Commit not found');
        }),
    },
  ];
}

function commentRoutes(state: FakeState): FakeRoute[] {
  const scopes = ['pullrequest:write'];
  const showComment = ({ id, text }: FakeState['comments'][number]) => ({
    type: 'pullrequest_comment',
    id,
    deleted: false,
    content: { raw: text, markup: 'markdown', html: '' },
  });
  return [
    {
      method: 'GET',
      path: /^\/repositories\/([^/]+)\/([^/]+)\/pullrequests\/(\d+)\/comments$/,
      scopes,
      answer: (request) =>
        within(state, request.parts, ({ id }) =>
          page(state, request, state.comments.filter((one) => one.repository === id && one.pull === Number(request.parts[2])).map(showComment)),
        ),
    },
    {
      method: 'POST',
      path: /^\/repositories\/([^/]+)\/([^/]+)\/pullrequests\/(\d+)\/comments$/,
      scopes,
      body: commentBody,
      answer: ({ parts, body }) =>
        within(state, parts, (repository) => ({
          status: 201,
          body: showComment(addComment(state, repository, Number(parts[2]), (body as z.output<typeof commentBody>).content.raw)),
        })),
    },
    {
      method: 'PUT',
      path: /^\/repositories\/([^/]+)\/([^/]+)\/pullrequests\/(\d+)\/comments\/(\d+)$/,
      scopes,
      body: commentBody,
      answer({ parts, body }) {
        const comment = state.comments.find(({ id }) => id === Number(parts[3]));
        if (!comment) return said(404, 'Comment not found');
        if (comment.isForeign) return said(403, 'You may only edit your own comments');
        comment.text = (body as z.output<typeof commentBody>).content.raw;
        return { status: 200, body: showComment(comment) };
      },
    },
  ];
}

function cloudKind(state: FakeState): FakeKind {
  return {
    base,
    isLetIn: ({ headers }) => headers.authorization === `Basic ${Buffer.from(`${state.userName}:${state.token}`).toString('base64')}`,
    unauthenticated: said(401, 'Token is invalid, expired, or not supported for this endpoint.').body,
    missing: said(404, 'Resource not found').body,
    invalid: said(400, 'Bad request').body,
    forbidden: (wanted) => ({
      status: 403,
      body: {
        type: 'error',
        error: { message: 'Your credentials lack one or more required privilege scopes.', detail: { required: wanted, granted: state.scopes } },
      },
    }),
    headers: () => ({}),
    spent: () => said(429, 'Rate limit for this resource has been exceeded'),
    described: bitbucketCloudCalls,
    routes: [
      { method: 'GET', path: /^\/user$/, scopes: ['account'], answer: () => ({ status: 200, body: { type: 'user', display_name: 'Ann', uuid: toUuid(1) } }) },
      {
        method: 'GET',
        path: /^\/user\/workspaces$/,
        scopes: ['account'],
        answer: (request) =>
          page(
            state,
            request,
            [...new Set(state.repositories.map(({ name }) => name.split('/')[0]!))].map((slug) => ({
              type: 'workspace_access',
              administrator: false,
              workspace: { type: 'workspace_base', slug },
            })),
          ),
      },
      {
        method: 'GET',
        path: /^\/repositories\/([^/]+)$/,
        scopes: ['repository'],
        answer: (request) => page(state, request, state.repositories.filter(({ name }) => name.startsWith(`${request.parts[0]}/`)).map(show)),
      },
      {
        method: 'POST',
        path: /^\/repositories\/([^/]+)\/([^/]+)\/commit\/([0-9a-f]+)\/statuses\/build$/,
        scopes: ['repository'],
        body: statusBody,
        answer: ({ parts, body }) =>
          within(state, parts, (repository) => {
            if (!isSha(parts[2])) return said(404, 'Commit not found');
            const { state: word, url, description } = body as z.output<typeof statusBody>;
            state.statuses.push({ repository: repository.id, sha: parts[2]!, state: word, url, description });
            return { status: 201, body: { type: 'build', state: word, key: 'packhouse-scan' } };
          }),
      },
      ...cloudReportRoutes({ state, within: (parts, work) => within(state, parts, work), missing: said(404, 'Commit not found') }),
      ...hookRoutes(state),
      ...pullRoutes(state),
      ...commentRoutes(state),
    ],
  };
}

/** A Bitbucket Cloud, as far as it is asked; shaped by its published description. Lists across workspaces are no more. */
export const startFakeBitbucketCloud = async (): Promise<FakeVendor> =>
  Object.assign(await startFake(cloudKind), { scopes: ['account', 'repository', 'webhook', 'pullrequest:write'] });
