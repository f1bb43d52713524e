import { urlOf } from '@packhouse/contract/client.ts';
import type { Route, RouteInput } from '@packhouse/contract/route.ts';
import { withProject } from './calls.ts';
import { session } from './session.ts';

const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** The same call for a terminal, with the real host; the token is the reader's to fill in. */
export function curlOf<R extends Route>(route: R, input: RouteInput<R>): string {
  const { body } = input as { body?: unknown };
  const base = session().baseUrl || window.location.origin;
  const lines = [`curl -X ${route.method} ${quote(base + urlOf(route, withProject(route, input)))}`, '-H "Authorization: Bearer $TOKEN"'];
  if (body !== undefined) lines.push("-H 'Content-Type: application/json'", `-d ${quote(JSON.stringify(body))}`);
  return lines.join(' \\\n  ');
}
