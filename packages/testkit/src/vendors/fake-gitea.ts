import { giteaCalls } from './descriptions.ts';
import { commonRoutes } from './fake-github.ts';
import { type FakeKind, type FakeRoute, type FakeState, type FakeVendor, linkedPage, startFake } from './fake-vendor.ts';

const said = (message: string, url: string) => ({ message, url: `${url}/api/swagger` });

function giteaKind(state: FakeState): FakeKind {
  const base = '/api/v1';
  const scopes = ['write:repository'];
  const page = (request: Parameters<FakeRoute['answer']>[0], items: unknown[]) => linkedPage(state, base, request, items, 'limit', 50);
  return {
    base,
    isLetIn: ({ headers }) => headers.authorization === `token ${state.token}`,
    unauthenticated: said('invalid username, password or token', ''),
    missing: said('The target could not be found.', ''),
    invalid: said('[]: invalid body', ''),
    forbidden: (wanted) => ({ status: 403, body: said(`token does not have at least one of required scope(s): [${wanted.join(' ')}]`, state.url) }),
    headers: () => ({}),
    spent: () => ({ status: 429, body: said('too many requests', '') }),
    described: giteaCalls,
    routes: [
      { method: 'GET', path: /^\/user$/, answer: () => ({ status: 200, body: { id: 1, login: 'ann' } }) },
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
              empty: false,
            })),
          ),
      },
      {
        method: 'GET',
        path: /^\/repos\/([^/]+)\/([^/]+)\/pulls\/(\d+)$/,
        scopes,
        answer({ parts }) {
          const pull = state.repositories.find(({ name }) => name === `${parts[0]}/${parts[1]}`)?.pulls.get(Number(parts[2]));
          if (!pull) return { status: 404, body: said('The target could not be found.', state.url) };
          return {
            status: 200,
            body: {
              number: Number(parts[2]),
              title: 'Change it',
              merged: !pull.isOpen,
              html_url: `${state.url}/${parts[0]}/${parts[1]}/pulls/${parts[2]}`,
              state: pull.isOpen ? 'open' : 'closed',
              merge_base: pull.base,
              head: { sha: pull.head },
              base: { sha: pull.onto },
            },
          };
        },
      },
      ...commonRoutes(state, { page, scopes, hookKind: 'type', hasAllComments: true }),
    ],
  };
}

/** A Gitea, as far as it is asked; shaped by its published description. */
export const startFakeGitea = async (): Promise<FakeVendor> => Object.assign(await startFake(giteaKind), { scopes: ['write:repository'] });
