/** A line for a terminal, and what it does. */
export interface Command {
  title: string;
  code: string;
}

interface Input {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: Record<string, unknown>;
}

/** In single quotes nothing is acted upon; a quote itself ends them, stands alone and begins them again. */
export const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

const segments = (path: unknown) => String(path).split('/').map(encodeURIComponent).join('/');

/** The call of the compatible API that says the same, made by the command line client with the server and token it is set up with. */
const get = (path: string) => `jf rt curl -XGET ${quote(`/api/${path}`)}`;

const search = (place: string, recursive: boolean) => `jf rt search ${quote(place)}${recursive ? '' : ' --recursive=false'}`;

/** Command line clients call this instead, by the name of the console's call. Where they know nothing of the kind there is none. */
const byRoute: Readonly<Record<string, (input: Input) => string | undefined>> = {
  listRepositories: () => get('repositories'),
  readRepository: ({ params }) => get(`repositories/${segments(params?.key)}`),
  readStorageSummary: () => get('storageinfo'),
  artifactDetails: ({ query }) => get(`storage/${segments(query?.repoKey)}/${segments(query?.path ?? '')}`),
  browseTree: ({ body }) => (body?.repoKey ? search([body.repoKey, body.path, '*'].filter(Boolean).join('/'), false) : get('repositories')),
  searchArtifacts: ({ body }) => (typeof body?.name === 'string' && body.name !== '' ? search(`*/*${body.name}*`, true) : undefined),
  listBuilds: () => get('build'),
  listBuildRuns: ({ query }) => get(`build/${encodeURIComponent(String(query?.name))}`),
  readBuild: ({ query }) => get(`build/${encodeURIComponent(String(query?.name))}/${encodeURIComponent(String(query?.number))}`),
  listUsers: () => get('security/users'),
  readUser: ({ params }) => get(`security/users/${segments(params?.name)}`),
  listGroups: () => get('security/groups'),
  readGroup: ({ params }) => get(`security/groups/${segments(params?.name)}`),
  listPermissions: () => get('v2/security/permissions'),
  readPermission: ({ params }) => get(`v2/security/permissions/${segments(params?.name)}`),
  createToken: () => 'jf access-token-create',
};

export const routesWithClients = Object.keys(byRoute);

/** The same with a command line client; undefined where there is no such command. */
export function findClientCommand(route: string, input: object): string | undefined {
  return byRoute[route]?.(input as Input);
}
