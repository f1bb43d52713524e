import { z } from 'zod';
import { bitbucketServerCalls } from './bitbucket-descriptions.ts';
import { serverReportRoutes } from './bitbucket-reports.ts';
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

const said = (status: number, message: string): FakeAnswer => ({ status, body: { errors: [{ context: null, message, exceptionName: null }] } });

const hookBody = z.strictObject({
  name: z.string(),
  url: z.url(),
  active: z.boolean(),
  events: z.array(z.string()).min(1),
  configuration: z.strictObject({ secret: z.string().min(1) }),
});
const statusBody = z.strictObject({
  key: z.string(),
  name: z.string(),
  state: z.enum(['INPROGRESS', 'SUCCESSFUL', 'FAILED', 'CANCELLED', 'UNKNOWN']),
  url: z.url(),
  description: z.string(),
});

function page(request: FakeRequest, items: unknown[]): FakeAnswer {
  const [start, limit] = [Number(request.query.get('start') ?? 0), Math.min(Number(request.query.get('limit') ?? 25), 1000)];
  const isLastPage = start + limit >= items.length;
  const values = items.slice(start, start + limit);
  return { status: 200, body: { size: values.length, limit, start, isLastPage, values, nextPageStart: isLastPage ? null : start + limit } };
}

function show(one: FakeRepository) {
  const [key, slug] = one.name.split('/');
  return {
    id: one.id,
    slug,
    name: slug,
    project: { key, id: 1, type: 'NORMAL' },
    public: !one.isPrivate,
    links: {
      clone: [
        { name: 'ssh', href: 'ssh://git@bitbucket.example/x.git' },
        { name: 'http', href: one.cloneUrl },
      ],
    },
  };
}

function within(state: FakeState, parts: string[], work: (repository: FakeRepository) => FakeAnswer): FakeAnswer {
  const repository = state.repositories.find(({ name }) => name === `${parts[0]}/${parts[1]}`);
  return repository ? work(repository) : said(404, `Repository ${parts[0]}/${parts[1]} does not exist.`);
}

function hookRoutes(state: FakeState): FakeRoute[] {
  const showHook = ({ id, url }: FakeState['hooks'][number]) => ({ id, url, name: 'Packhouse', active: true });
  const keep = (id: number, repository: FakeRepository, body: unknown) => {
    const { url, configuration, events } = body as z.output<typeof hookBody>;
    const hook = { id, repository: repository.id, url, secret: configuration.secret, events };
    state.hooks = [...state.hooks.filter((one) => one.id !== id), hook];
    return showHook(hook);
  };
  const scopes = ['REPO_ADMIN'];
  return [
    {
      method: 'GET',
      path: /^\/api\/latest\/projects\/([^/]+)\/repos\/([^/]+)\/webhooks$/,
      scopes,
      answer: (request) => within(state, request.parts, ({ id }) => page(request, state.hooks.filter((one) => one.repository === id).map(showHook))),
    },
    {
      method: 'POST',
      path: /^\/api\/latest\/projects\/([^/]+)\/repos\/([^/]+)\/webhooks$/,
      scopes,
      body: hookBody,
      answer: ({ parts, body }) => within(state, parts, (one) => ({ status: 201, body: keep(500 + state.hooks.length, one, body) })),
    },
    {
      method: 'PUT',
      path: /^\/api\/latest\/projects\/([^/]+)\/repos\/([^/]+)\/webhooks\/(\d+)$/,
      scopes,
      body: hookBody,
      answer: ({ parts, body }) => within(state, parts, (one) => ({ status: 200, body: keep(Number(parts[2]), one, body) })),
    },
    {
      method: 'DELETE',
      path: /^\/api\/latest\/projects\/([^/]+)\/repos\/([^/]+)\/webhooks\/(\d+)$/,
      scopes,
      answer: ({ parts }) => removeHook(state, Number(parts[2]), said(404, 'The webhook does not exist.')),
    },
  ];
}

function pullRoutes(state: FakeState): FakeRoute[] {
  const scopes = ['REPO_READ'];
  return [
    {
      method: 'GET',
      path: /^\/api\/latest\/projects\/([^/]+)\/repos\/([^/]+)\/pull-requests\/(\d+)$/,
      scopes,
      answer: ({ parts }) =>
        within(state, parts, ({ pulls }) => {
          const pull = pulls.get(Number(parts[2]));
          if (!pull) return said(404, 'The pull request does not exist.');
          return {
            status: 200,
            body: {
              id: Number(parts[2]),
              title: 'Change it',
              links: { self: [{ href: `${state.url}/projects/${parts[0]}/repos/${parts[1]}/pull-requests/${parts[2]}` }] },
              state: pull.isOpen ? 'OPEN' : 'MERGED',
              fromRef: { id: `refs/heads/${pull.branch}`, latestCommit: pull.head },
              toRef: { id: 'refs/heads/main', latestCommit: pull.onto },
            },
          };
        }),
    },
    {
      method: 'GET',
      path: /^\/api\/latest\/projects\/([^/]+)\/repos\/([^/]+)\/commits\/([0-9a-f]{40})\/merge-base$/,
      scopes,
      answer: ({ parts, query }) =>
        within(state, parts, ({ pulls }) => {
          const pull = [...pulls.values()].find(({ head, onto }) => head === parts[2] && onto === query.get('otherCommitId'));
          return pull ? { status: 200, body: { id: pull.base } } : said(404, 'Commit does not exist');
        }),
    },
  ];
}

function commentRoutes(state: FakeState): FakeRoute[] {
  const scopes = ['REPO_READ'];
  const versions = new Map<number, number>();
  const showComment = (one: FakeState['comments'][number]) => ({ id: one.id, version: versions.get(one.id) ?? 0, text: one.text });
  return [
    {
      method: 'GET',
      path: /^\/api\/latest\/projects\/([^/]+)\/repos\/([^/]+)\/pull-requests\/(\d+)\/activities$/,
      scopes,
      answer: (request) =>
        within(state, request.parts, ({ id }) => {
          const comments = state.comments
            .filter((one) => one.repository === id && one.pull === Number(request.parts[2]))
            .map((one) => ({ id: one.id, action: 'COMMENTED', comment: showComment(one) }));
          return page(request, [{ id: 1, action: 'OPENED' }, ...comments]);
        }),
    },
    {
      method: 'POST',
      path: /^\/api\/latest\/projects\/([^/]+)\/repos\/([^/]+)\/pull-requests\/(\d+)\/comments$/,
      scopes,
      body: z.strictObject({ text: z.string().min(1).max(32_768) }),
      answer: ({ parts, body }) =>
        within(state, parts, (repository) => ({
          status: 201,
          body: showComment(addComment(state, repository, Number(parts[2]), (body as { text: string }).text)),
        })),
    },
    {
      method: 'PUT',
      path: /^\/api\/latest\/projects\/([^/]+)\/repos\/([^/]+)\/pull-requests\/(\d+)\/comments\/(\d+)$/,
      scopes,
      body: z.strictObject({ text: z.string().min(1).max(32_768), version: z.int() }),
      answer({ parts, body }) {
        const comment = state.comments.find(({ id }) => id === Number(parts[3]));
        const { text, version } = body as { text: string; version: number };
        if (!comment) return said(404, 'The comment does not exist.');
        if (comment.isForeign) return said(403, 'You may only edit your own comments.');
        if (version !== (versions.get(comment.id) ?? 0)) return said(409, 'The comment has been changed meanwhile.');
        versions.set(comment.id, version + 1);
        comment.text = text;
        return { status: 200, body: showComment(comment) };
      },
    },
  ];
}

function serverKind(state: FakeState): FakeKind {
  const isKnown = (request: FakeRequest) => request.headers.authorization === `Bearer ${state.token}`;
  let wasKnown = false;
  return {
    base: '/rest',
    // A token that it does not know makes a visitor of whoever asks.
    isLetIn(request) {
      wasKnown = isKnown(request);
      return wasKnown || request.path === '/api/latest/projects';
    },
    unauthenticated: said(401, 'Authentication failed. Please check your credentials and try again.').body,
    missing: said(404, 'No such resource').body,
    invalid: said(400, 'The request is malformed').body,
    forbidden: () => said(403, 'You are not permitted to access this resource'),
    headers: (): Record<string, string> => ({
      ...(wasKnown ? { 'x-ausername': 'ann', 'x-auserid': '1' } : {}),
      ...(state.quota
        ? {
            'x-ratelimit-limit': String(state.quota.limit),
            'x-ratelimit-remaining': String(state.quota.remaining),
            'x-ratelimit-interval-seconds': '1',
            'x-ratelimit-fillrate': '5',
          }
        : {}),
    }),
    spent: () => ({ ...said(429, 'You have been rate limited'), headers: { 'retry-after': '5' } }),
    described: bitbucketServerCalls,
    routes: [
      { method: 'GET', path: /^\/api\/latest\/projects$/, answer: (request) => page(request, wasKnown ? [{ key: 'ACME', id: 1 }] : []) },
      { method: 'GET', path: /^\/api\/latest\/repos$/, scopes: ['REPO_READ'], answer: (request) => page(request, state.repositories.map(show)) },
      {
        method: 'POST',
        path: /^\/api\/latest\/projects\/([^/]+)\/repos\/([^/]+)\/commits\/([0-9a-f]+)\/builds$/,
        scopes: ['REPO_READ'],
        body: statusBody,
        answer: ({ parts, body }) =>
          within(state, parts, (repository) => {
            if (!isSha(parts[2])) return said(404, 'Commit does not exist');
            const { state: word, url, description } = body as z.output<typeof statusBody>;
            state.statuses.push({ repository: repository.id, sha: parts[2]!, state: word, url, description });
            return { status: 204 };
          }),
      },
      ...serverReportRoutes({ state, within: (parts, work) => within(state, parts, work), missing: said(404, 'No such report') }),
      ...hookRoutes(state),
      ...pullRoutes(state),
      ...commentRoutes(state),
    ],
  };
}

/** A Bitbucket Data Center, as far as it is asked; shaped by its published description. */
export const startFakeBitbucketServer = async (): Promise<FakeVendor> => Object.assign(await startFake(serverKind), { scopes: ['REPO_READ', 'REPO_ADMIN'] });
