import { existsSync, readdirSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Filled } from './filled-platform.ts';

interface Route {
  path?: string;
  children?: Route[];
}

/** A line of a sidebar, with what somebody must be or have to see it and to open its address. */
export interface NavLine {
  path: string;
  alsoAt?: readonly string[];
  requires?: { role?: 'user' | 'administrator' | 'projectAdministrator'; service?: string; licence?: unknown };
}

interface AreaModule {
  default: { nav: readonly NavLine[]; routes: Route[] };
}

/** Every address that the console knows, and every line of its sidebars. */
export interface RouteTable {
  /** With parameters as `:name`; without `/ui`. */
  readonly paths: readonly string[];
  readonly nav: readonly NavLine[];
}

/** The sources are written for a browser and a bundler; to be read they need neither styles nor a memory. */
function makeReadable(): void {
  registerHooks({ load: (url, context, next) => (url.endsWith('.css') ? { format: 'module', source: '', shortCircuit: true } : next(url, context)) });
  const nothing = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined };
  Object.defineProperty(globalThis, 'localStorage', { value: nothing, configurable: true });
}

async function read<Module>(file: string): Promise<Module> {
  return (await import(pathToFileURL(resolve(file)).href)) as Module;
}

function getPaths(routes: readonly Route[], above = ''): string[] {
  return routes.flatMap(({ path, children }) => {
    const own = path === undefined ? above : path.startsWith('/') ? path : `${above}/${path}`;
    return children ? getPaths(children, own) : [own];
  });
}

/** A federation takes two deployments, and the filled platform is one. */
const elsewhere = ['/*', '/admin/mission_control/access_federation/star/:federationId'];

/** Reads the router of the shell and of every area from their sources, so that no address can be forgotten. */
export async function readRouteTable(): Promise<RouteTable> {
  makeReadable();
  const { routes } = await read<{ routes: Route[] }>('apps/console/src/router.tsx');
  const names = readdirSync('areas').filter((name) => existsSync(`areas/${name}/src/area.ts`));
  const areas = await Promise.all(names.map((name) => read<AreaModule>(`areas/${name}/src/area.ts`)));
  const paths = [...getPaths(routes), ...areas.flatMap((area) => getPaths(area.default.routes))];
  return { paths: [...new Set(paths)].filter((path) => !elsewhere.includes(path)), nav: areas.flatMap((area) => area.default.nav) };
}

/** Gives what stands for the parameters of an address; the longest beginning that fits says it. */
function parametersAt(path: string, { parameters }: Filled): Readonly<Record<string, string>> {
  const [best] = Object.keys(parameters)
    .filter((beginning) => path.startsWith(`${beginning}/`))
    .sort((one, other) => other.length - one.length);
  return (best && parameters[best]) || {};
}

/** A page needs this besides its path. */
const queries: Readonly<Record<string, string>> = {
  '/builds/:name/:number/:started/compare': '?with=42',
};

/** The address with real names in place of its parameters. @throws Error where nobody said which */
export function fillPath(path: string, filled: Filled): string {
  const values = parametersAt(path, filled);
  const filledIn = path.replaceAll(/\/:(\w+)(\??)|\*/g, (part, name: string | undefined, optional: string | undefined) => {
    const value = values[name ?? '*'];
    if (value === undefined && optional) return '';
    if (value === undefined) throw new Error(`Nothing was said about ${part} of ${path}`);
    return name === undefined ? value : `/${encodeURIComponent(value)}`;
  });
  return `${filledIn}${queries[path] ?? ''}`;
}
