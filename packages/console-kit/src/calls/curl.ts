import { getUrl } from '@packhouse/contract/client.ts';
import type { Route, RouteInput } from '@packhouse/contract/route.ts';
import { session } from '../session/session.ts';
import { withProject } from './calls.ts';
import { quote } from './client-commands.ts';

const secretName = /password|secret|private.?key|passphrase|credential|[a-z]_?token$|^token$|api_?key|^licen[cs]e(_?key)?$/i;

/** The same value with what is secret in it left to the reader: commands are pasted into chats, tickets and histories. */
function withoutSecrets(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((one) => withoutSecrets(one, name));
  if (typeof value === 'string') return value !== '' && secretName.test(name) ? `<${name}>` : value.replace(/(:\/\/[^\s/:@]*:)[^\s/@]+@/g, '$1<password>@');
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withoutSecrets(one, key)]));
}

/** The same call for a terminal, with the real host; token and passwords are the reader's to fill in. */
export function getCurl<R extends Route>(route: R, input: RouteInput<R>): string {
  const open = withoutSecrets(withProject(route, input)) as RouteInput<R>;
  const { body } = open as { body?: unknown };
  const base = session().baseUrl || window.location.origin;
  const lines = [`curl -X ${route.method} ${quote(base + getUrl(route, open))}`, '-H "Authorization: Bearer $TOKEN"'];
  if (body !== undefined) lines.push("-H 'Content-Type: application/json'", `-d ${quote(JSON.stringify(body))}`);
  return lines.join(' \\\n  ');
}
