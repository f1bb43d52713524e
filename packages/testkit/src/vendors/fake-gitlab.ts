import { z } from 'zod';
import { gitlabCalls } from './descriptions.ts';
import { isSha } from './fake-github.ts';
import {
  addComment,
  type FakeAnswer,
  type FakeKind,
  type FakeRepository,
  type FakeRoute,
  type FakeState,
  type FakeVendor,
  linkedPage,
  removeHook,
  startFake,
} from './fake-vendor.ts';

const said = (status: number, message: string): FakeAnswer => ({ status, body: { message: `${status} ${message}` } });

const hookBody = z.strictObject({
  url: z.url(),
  token: z.string().min(1),
  push_events: z.boolean(),
  tag_push_events: z.boolean(),
  merge_requests_events: z.boolean(),
  enable_ssl_verification: z.boolean(),
});
const statusBody = z.strictObject({
  state: z.enum(['pending', 'running', 'success', 'failed', 'canceled', 'skipped']),
  name: z.string(),
  target_url: z.string().max(255),
  description: z.string().max(255),
});
const noteBody = z.strictObject({ body: z.string().min(1).max(1_000_000) });
type Answering = Parameters<FakeRoute['answer']>[0];

type Pager = (request: Answering, items: unknown[]) => FakeAnswer;
const scopes = ['api'];

function within(state: FakeState, parts: string[], work: (repository: FakeRepository) => FakeAnswer): FakeAnswer {
  const repository = state.repositories.find(({ id }) => id === Number(parts[0]));
  return repository ? work(repository) : said(404, 'Project Not Found');
}

function hookRoutes(state: FakeState, page: Pager): FakeRoute[] {
  const showHook = ({ id, url }: FakeState['hooks'][number]) => ({ id, url, project_id: 1 });
  const keep = (id: number, repository: FakeRepository, body: unknown) => {
    const { url, token } = body as z.output<typeof hookBody>;
    const hook = { id, repository: repository.id, url, secret: token, events: ['push', 'merge_request'] };
    state.hooks = [...state.hooks.filter((one) => one.id !== id), hook];
    return showHook(hook);
  };
  return [
    {
      method: 'GET',
      path: /^\/projects\/(\d+)\/hooks$/,
      scopes,
      answer: (request) => within(state, request.parts, ({ id }) => page(request, state.hooks.filter((one) => one.repository === id).map(showHook))),
    },
    {
      method: 'POST',
      path: /^\/projects\/(\d+)\/hooks$/,
      scopes,
      body: hookBody,
      answer: ({ parts, body }) => within(state, parts, (repository) => ({ status: 201, body: keep(500 + state.hooks.length, repository, body) })),
    },
    {
      method: 'PUT',
      path: /^\/projects\/(\d+)\/hooks\/(\d+)$/,
      scopes,
      body: hookBody,
      answer: ({ parts, body }) => within(state, parts, (repository) => ({ status: 200, body: keep(Number(parts[1]), repository, body) })),
    },
    {
      method: 'DELETE',
      path: /^\/projects\/(\d+)\/hooks\/(\d+)$/,
      scopes,
      answer: ({ parts }) => removeHook(state, Number(parts[1]), said(404, 'Not found')),
    },
  ];
}

function changeRoutes(state: FakeState): FakeRoute[] {
  return [
    {
      method: 'GET',
      path: /^\/projects\/(\d+)\/merge_requests\/(\d+)$/,
      scopes,
      answer: ({ parts }) =>
        within(state, parts, ({ pulls }) => {
          const pull = pulls.get(Number(parts[1]));
          if (!pull) return said(404, 'Not found');
          return {
            status: 200,
            body: {
              iid: Number(parts[1]),
              title: 'Change it',
              web_url: `${state.url}/merge_requests/${parts[1]}`,
              state: pull.isOpen ? 'opened' : 'merged',
              sha: pull.head,
              diff_refs: { base_sha: pull.base, head_sha: pull.head, start_sha: pull.onto },
            },
          };
        }),
    },
    {
      method: 'POST',
      path: /^\/projects\/(\d+)\/statuses\/([0-9a-f]+)$/,
      scopes,
      body: statusBody,
      answer: ({ parts, body }) =>
        within(state, parts, (repository) => {
          if (!isSha(parts[1])) return said(404, 'Commit Not Found');
          const { state: word, description, target_url: url } = body as z.output<typeof statusBody>;
          const last = state.statuses.findLast((one) => one.repository === repository.id && one.sha === parts[1]);
          if (last?.state === word) return { status: 400, body: { message: `Cannot transition status via :${word} from :${word}` } };
          state.statuses.push({ repository: repository.id, sha: parts[1]!, state: word, description, url });
          return { status: 201, body: { id: state.statuses.length, status: word } };
        }),
    },
  ];
}

function gitlabKind(state: FakeState): FakeKind {
  const base = '/api/v4';
  const page = (request: Answering, items: unknown[]) => linkedPage(state, base, request, items, 'per_page', 100);
  return {
    base,
    isLetIn: ({ headers }) => headers['private-token'] === state.token,
    unauthenticated: said(401, 'Unauthorized').body,
    missing: { error: '404 Not Found' },
    invalid: { error: 'the request is invalid' },
    forbidden: (wanted) => ({
      status: 403,
      body: { error: 'insufficient_scope', error_description: 'The request requires higher privileges', scope: wanted.join(' ') },
    }),
    headers: (): Record<string, string> =>
      state.quota
        ? {
            'ratelimit-limit': String(state.quota.limit),
            'ratelimit-remaining': String(state.quota.remaining),
            'ratelimit-reset': String(Math.ceil(state.quota.resetsAt / 1000)),
          }
        : {},
    spent: () => ({ status: 429, body: 'Retry later', headers: { 'retry-after': '60' } }),
    described: gitlabCalls,
    routes: [
      {
        method: 'GET',
        path: /^\/personal_access_tokens\/self$/,
        answer: () => ({ status: 200, body: { id: 1, name: 'scan', revoked: false, scopes: state.scopes } }),
      },
      { method: 'GET', path: /^\/user$/, scopes: ['api', 'read_user'], answer: () => ({ status: 200, body: { id: 1, username: 'ann' } }) },
      {
        method: 'GET',
        path: /^\/projects$/,
        scopes,
        answer: (request) =>
          page(
            request,
            state.repositories.map((one) => ({
              id: one.id,
              path_with_namespace: one.name,
              http_url_to_repo: one.cloneUrl,
              default_branch: one.branch,
              visibility: one.isPrivate ? 'private' : 'public',
            })),
          ),
      },
      ...hookRoutes(state, page),
      ...changeRoutes(state),
      ...noteRoutes(state, page),
    ],
  };
}

function noteRoutes(state: FakeState, page: Pager): FakeRoute[] {
  const show = ({ id, text }: FakeState['comments'][number]) => ({ id, body: text });
  return [
    {
      method: 'GET',
      path: /^\/projects\/(\d+)\/merge_requests\/(\d+)\/notes$/,
      scopes,
      answer: (request) =>
        within(state, request.parts, ({ id }) =>
          page(request, state.comments.filter((one) => one.repository === id && one.pull === Number(request.parts[1])).map(show)),
        ),
    },
    {
      method: 'POST',
      path: /^\/projects\/(\d+)\/merge_requests\/(\d+)\/notes$/,
      scopes,
      body: noteBody,
      answer: ({ parts, body }) =>
        within(state, parts, (repository) => ({ status: 201, body: show(addComment(state, repository, Number(parts[1]), (body as { body: string }).body)) })),
    },
    {
      method: 'PUT',
      path: /^\/projects\/(\d+)\/merge_requests\/(\d+)\/notes\/(\d+)$/,
      scopes,
      body: noteBody,
      answer({ parts, body }) {
        const comment = state.comments.find(({ id }) => id === Number(parts[2]));
        if (!comment) return said(404, 'Not found');
        if (comment.isForeign) return said(403, 'Forbidden');
        comment.text = (body as { body: string }).body;
        return { status: 200, body: show(comment) };
      },
    },
  ];
}

/** A GitLab, as far as it is asked; shaped by its published description. */
export const startFakeGitlab = async (): Promise<FakeVendor> => Object.assign(await startFake(gitlabKind), { scopes: ['api'] });
