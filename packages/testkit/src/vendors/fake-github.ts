import { z } from 'zod';
import { githubCalls } from './descriptions.ts';
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

const documentation = 'https://docs.github.com/rest';
const said = (status: number, message: string): FakeAnswer => ({ status, body: { message, documentation_url: documentation, status: String(status) } });

const hookChange = z.strictObject({
  active: z.boolean(),
  events: z.array(z.string()).min(1),
  config: z.strictObject({ url: z.url(), content_type: z.literal('json'), secret: z.string().min(1), insecure_ssl: z.enum(['0', '1']).optional() }),
});
/** What a hook is called, or of which kind it is, is said only once. */
const hookBody = (type: 'name' | 'type') => hookChange.extend({ [type]: z.string() });
type HookBody = { events: string[]; config: { url: string; secret: string } };

const statusBody = z.strictObject({
  state: z.enum(['error', 'failure', 'pending', 'success']),
  target_url: z.string(),
  context: z.string(),
  description: z.string().max(140),
});

export const isSha = (text: string | undefined) => /^[0-9a-f]{40}$/.test(text ?? '');

interface Common {
  page(request: Parameters<FakeRoute['answer']>[0], items: unknown[]): FakeAnswer;
  /** Comments come all at once. */
  hasAllComments?: boolean;
  scopes: string[];
  hookKind: 'name' | 'type';
}

function within(state: FakeState, parts: string[], work: (repository: FakeRepository) => FakeAnswer): FakeAnswer {
  const repository = state.repositories.find(({ name }) => name === `${parts[0]}/${parts[1]}`);
  return repository ? work(repository) : said(404, 'Not Found');
}

function hookRoutes(state: FakeState, { page, scopes, hookKind }: Common): FakeRoute[] {
  const showHook = (hook: FakeState['hooks'][number]) => ({
    id: hook.id,
    type: 'Repository',
    active: true,
    events: hook.events,
    config: { url: hook.url, content_type: 'json', secret: '********' },
  });
  const keep = (id: number, repository: FakeRepository, body: unknown) => {
    const { events, config } = body as HookBody;
    const hook = { id, repository: repository.id, url: config.url, secret: config.secret, events };
    state.hooks = [...state.hooks.filter((one) => one.id !== id), hook];
    return showHook(hook);
  };
  return [
    {
      method: 'GET',
      path: /^\/repos\/([^/]+)\/([^/]+)\/hooks$/,
      scopes,
      answer: (request) => within(state, request.parts, ({ id }) => page(request, state.hooks.filter((one) => one.repository === id).map(showHook))),
    },
    {
      method: 'POST',
      path: /^\/repos\/([^/]+)\/([^/]+)\/hooks$/,
      scopes,
      body: hookBody(hookKind),
      answer: ({ parts, body }) => within(state, parts, (repository) => ({ status: 201, body: keep(500 + state.hooks.length, repository, body) })),
    },
    {
      method: 'PATCH',
      path: /^\/repos\/([^/]+)\/([^/]+)\/hooks\/(\d+)$/,
      scopes,
      body: hookChange,
      answer: ({ parts, body }) => within(state, parts, (repository) => ({ status: 200, body: keep(Number(parts[2]), repository, body) })),
    },
    {
      method: 'DELETE',
      path: /^\/repos\/([^/]+)\/([^/]+)\/hooks\/(\d+)$/,
      scopes,
      answer: ({ parts }) => removeHook(state, Number(parts[2]), said(404, 'Not Found')),
    },
  ];
}

function statusRoute(state: FakeState, { scopes }: Common): FakeRoute {
  return {
    method: 'POST',
    path: /^\/repos\/([^/]+)\/([^/]+)\/statuses\/([0-9a-f]+)$/,
    scopes,
    body: statusBody,
    answer: ({ parts, body }) =>
      within(state, parts, (repository) => {
        if (!isSha(parts[2])) return said(422, `No commit found for SHA: ${parts[2]}`);
        const { state: word, target_url: url, description } = body as z.output<typeof statusBody>;
        state.statuses.push({ repository: repository.id, sha: parts[2]!, state: word, description, url });
        return { status: 201, body: { id: state.statuses.length, state: word, context: 'packhouse/scan' } };
      }),
  };
}

function commentRoutes(state: FakeState, { page: pageOf, scopes, hasAllComments = false }: Common): FakeRoute[] {
  const page: Common['page'] = (request, items) => (hasAllComments ? { status: 200, body: items } : pageOf(request, items));
  const showComment = (one: FakeState['comments'][number]) => ({ id: one.id, body: one.text, user: { login: one.isForeign ? 'eve' : 'ann' } });
  return [
    {
      method: 'GET',
      path: /^\/repos\/([^/]+)\/([^/]+)\/issues\/(\d+)\/comments$/,
      scopes,
      answer: (request) =>
        within(state, request.parts, ({ id }) =>
          page(request, state.comments.filter((one) => one.repository === id && one.pull === Number(request.parts[2])).map(showComment)),
        ),
    },
    {
      method: 'POST',
      path: /^\/repos\/([^/]+)\/([^/]+)\/issues\/(\d+)\/comments$/,
      scopes,
      body: z.strictObject({ body: z.string().min(1).max(65_536) }),
      answer: ({ parts, body }) =>
        within(state, parts, (repository) => ({
          status: 201,
          body: showComment(addComment(state, repository, Number(parts[2]), (body as { body: string }).body)),
        })),
    },
    {
      method: 'PATCH',
      path: /^\/repos\/([^/]+)\/([^/]+)\/issues\/comments\/(\d+)$/,
      scopes,
      body: z.strictObject({ body: z.string().min(1).max(65_536) }),
      answer({ parts, body }) {
        const comment = state.comments.find(({ id }) => id === Number(parts[2]));
        if (!comment) return said(404, 'Not Found');
        if (comment.isForeign) return said(403, 'You cannot edit this comment');
        comment.text = (body as { body: string }).body;
        return { status: 200, body: showComment(comment) };
      },
    },
  ];
}

/** What GitHub and Gitea have in common: hooks, statuses and comments below a repository. */
export function commonRoutes(state: FakeState, common: Common): FakeRoute[] {
  return [...hookRoutes(state, common), statusRoute(state, common), ...commentRoutes(state, common)];
}

function pullRoutes(state: FakeState): FakeRoute[] {
  const scopes = ['repo'];
  return [
    {
      method: 'GET',
      path: /^\/repos\/([^/]+)\/([^/]+)\/pulls\/(\d+)$/,
      scopes,
      answer({ parts }) {
        const pull = state.repositories.find(({ name }) => name === `${parts[0]}/${parts[1]}`)?.pulls.get(Number(parts[2]));
        if (!pull) return said(404, 'Not Found');
        return {
          status: 200,
          body: {
            number: Number(parts[2]),
            title: 'Change it',
            state: pull.isOpen ? 'open' : 'closed',
            merged: !pull.isOpen,
            html_url: `${state.url}/${parts[0]}/${parts[1]}/pull/${parts[2]}`,
            head: { sha: pull.head, ref: pull.branch },
            base: { sha: pull.onto },
          },
        };
      },
    },
    {
      method: 'GET',
      path: /^\/repos\/([^/]+)\/([^/]+)\/compare\/([0-9a-f]+)\.\.\.([0-9a-f]+)$/,
      scopes,
      answer({ parts }) {
        const pulls = state.repositories.find(({ name }) => name === `${parts[0]}/${parts[1]}`)?.pulls.values() ?? [];
        const pull = [...pulls].find(({ onto, head }) => onto === parts[2] && head === parts[3]);
        return pull ? { status: 200, body: { status: 'diverged', merge_base_commit: { sha: pull.base }, files: [] } } : said(404, 'Not Found');
      },
    },
  ];
}

function githubKind(state: FakeState): FakeKind {
  const base = '/api/v3';
  const scopes = ['repo'];
  const page = (request: Parameters<FakeRoute['answer']>[0], items: unknown[]) => linkedPage(state, base, request, items, 'per_page', 100);
  const quotaHeaders = (): Record<string, string> =>
    state.quota
      ? {
          'x-ratelimit-limit': String(state.quota.limit),
          'x-ratelimit-remaining': String(state.quota.remaining),
          'x-ratelimit-reset': String(Math.ceil(state.quota.resetsAt / 1000)),
        }
      : {};
  return {
    base,
    isLetIn: ({ headers }) =>
      headers.authorization === `Bearer ${state.token}` && headers['x-github-api-version'] === '2022-11-28' && headers['user-agent'] !== undefined,
    unauthenticated: said(401, 'Bad credentials').body,
    missing: said(404, 'Not Found').body,
    invalid: said(400, 'Problems parsing JSON').body,
    forbidden: (wanted) => ({ ...said(403, 'Resource not accessible by personal access token'), headers: { 'x-accepted-oauth-scopes': wanted.join(', ') } }),
    headers: () => ({ 'x-oauth-scopes': state.scopes.join(', '), ...quotaHeaders() }),
    spent: () => said(403, 'API rate limit exceeded for user ID 1.'),
    described: githubCalls,
    routes: [
      { method: 'GET', path: /^\/user$/, answer: () => ({ status: 200, body: { login: 'ann', id: 1, type: 'User' } }) },
      {
        method: 'GET',
        path: /^\/user\/repos$/,
        scopes,
        answer: (request) =>
          page(
            request,
            state.repositories.map((one) => ({
              id: one.id,
              full_name: one.name,
              private: one.isPrivate,
              clone_url: one.cloneUrl,
              default_branch: one.branch,
              fork: false,
            })),
          ),
      },
      ...pullRoutes(state),
      ...commonRoutes(state, { page, scopes, hookKind: 'name' }),
    ],
  };
}

/** A GitHub Enterprise of one's own, as far as it is asked; shaped by its published description. */
export const startFakeGithub = async (): Promise<FakeVendor> => Object.assign(await startFake(githubKind), { scopes: ['repo'] });
