import { prefixes } from '@packhouse/contract/prefixes.ts';
import type { Route } from '@packhouse/contract/route.ts';
import { readApiPage } from '@packhouse/contract/shell/system-routes.ts';
import type { FastifyInstance } from 'fastify';
import type { Platform } from '../platform.ts';
import { describeApi, servedRoutes } from './api-description.ts';
import { handle } from './http.ts';

interface Operation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  parameters: { name: string; in: string; required: boolean; schema: unknown }[];
  requestBody?: { content: Record<string, { schema: unknown }> };
  responses: Record<string, { description: string; content?: Record<string, { schema: unknown }> }>;
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const text = (value: unknown) => String(value).replace(/[&<>"]/g, (one) => escapes[one]!);
const json = (value: unknown) => `<pre tabindex="0">${text(JSON.stringify(value, null, 2))}</pre>`;

const style = `
:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{margin:0 auto;max-width:72rem;padding:1.5rem}
h1{font-size:1.6rem}h2{font-size:1.2rem;margin-top:2rem;text-transform:capitalize}
details{border:1px solid color-mix(in srgb,currentColor 20%,transparent);border-radius:8px;margin:.4rem 0;padding:.4rem .8rem}
summary{cursor:pointer;overflow-wrap:anywhere}summary:focus-visible{outline:3px solid Highlight;outline-offset:2px}
code,pre{font:13px/1.45 ui-monospace,monospace}pre{overflow:auto;padding:.8rem;background:color-mix(in srgb,currentColor 7%,transparent);border-radius:6px}
.method{display:inline-block;min-width:4.2rem;font-weight:700}
table{border-collapse:collapse}td,th{text-align:left;padding:.2rem .8rem .2rem 0;vertical-align:top}`;

function parameterTable(operation: Operation): string {
  if (operation.parameters.length === 0) return '';
  const rows = operation.parameters.map(
    ({ name, in: place, required, schema }) =>
      `<tr><td><code>${text(name)}</code></td><td>${text(place)}${required ? ', required' : ''}</td><td><code>${text(JSON.stringify(schema))}</code></td></tr>`,
  );
  return `<h4>Parameters</h4><table><thead><tr><th scope="col">Name</th><th scope="col">Where</th><th scope="col">Schema</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

/** JSON is what answers hold unless something else is said. */
function contentBlocks(content: Record<string, { schema: unknown }> | undefined, description: string): string {
  if (!content) return description === 'Done' ? '<p>No content.</p>' : `<p>${text(description)}.</p>`;
  return Object.entries(content)
    .map(([type, { schema }]) => (type === 'application/json' ? json(schema) : `<p><code>${text(type)}</code></p>`))
    .join('');
}

function operationBlock(method: string, path: string, operation: Operation): string {
  const bodies = Object.entries(operation.requestBody?.content ?? {}).map(([type, { schema }]) => `<h4>Body, ${text(type)}</h4>${json(schema)}`);
  const answers = Object.entries(operation.responses)
    .filter(([status]) => /^[23]/.test(status))
    .map(([status, { description, content }]) => `<h4>Answer ${text(status)}</h4>${contentBlocks(content, description)}`);
  return `<details id="${text(operation.operationId)}"><summary><span class="method">${text(method.toUpperCase())}</span> <code>${text(path)}</code> — ${text(operation.summary)}</summary>
<p>${text(operation.description)} <a href="#${text(operation.operationId)}">Link</a></p>${parameterTable(operation)}${bodies.join('')}${answers.join('')}</details>`;
}

/** The description as a page that reads without scripts. */
function renderApiPage(routes: Iterable<Route>, version: string): string {
  const { paths } = describeApi(routes, version) as { paths: Record<string, Record<string, Operation>> };
  const groups = new Map<string, string[]>();
  for (const [path, methods] of Object.entries(paths))
    for (const [method, operation] of Object.entries(methods)) {
      const group = operation.tags[0] ?? 'other';
      groups.set(group, [...(groups.get(group) ?? []), operationBlock(method, path, operation)]);
    }
  const sections = [...groups]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([name, blocks]) => `<section><h2>${text(name)}</h2>${blocks.join('\n')}</section>`);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Packhouse API</title><style>${style}</style></head>
<body><main><h1>Packhouse API ${text(version)}</h1><p>Every call of the console and of the platform's own REST interface. <a href="${prefixes.consoleApi}/openapi.json">OpenAPI description</a>.
Sign in by session cookie, by Basic with a password or an access token, or by Bearer with an access token.</p>${sections.join('\n')}</main></body></html>`;
}

const csp = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'";

/** Serves the browsable page of everything registered on the application. */
export function serveApiPage(app: FastifyInstance, platform: Pick<Platform, 'identity' | 'version'>): void {
  let page: string | undefined;
  handle(app, platform, readApiPage, async (_, { reply }) => {
    page ??= renderApiPage(servedRoutes(app), platform.version);
    return reply.headers({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache', 'content-security-policy': csp }).send(page);
  });
}
