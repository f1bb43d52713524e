import { errors } from '@packhouse/contract/errors.ts';
import { prefixes } from '@packhouse/contract/prefixes.ts';
import { type AnyMethod, anything, isStream, type Route, readParts, type Stream } from '@packhouse/contract/route.ts';
import { readApiDescription } from '@packhouse/contract/shell/system-routes.ts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Platform } from '../platform.ts';
import { handle } from './http.ts';
import { shareSchemas } from './shared-schemas.ts';

type Json = Record<string, unknown>;

const accessWords: Record<Route['access'], string> = {
  public: 'Open to anyone.',
  visitor: 'Open to signed-in users and, where anonymous access is on, to anonymous visitors.',
  user: 'Needs a signed-in user.',
  administrator: 'Needs an administrator.',
  resource: 'Needs a permission on what it touches.',
  handler: 'Asks for credentials in the words of its clients.',
  peer: 'Needs the signature of a trusted deployment.',
};

const envelopeSchema = {
  type: 'object',
  required: ['errors'],
  properties: {
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['status', 'code', 'message'],
        properties: {
          status: { type: 'integer' },
          code: { type: 'string', enum: Object.keys(errors) },
          message: { type: 'string' },
          detail: {},
          requestId: { type: 'string' },
        },
      },
    },
  },
} as const;

/** Classes of Unicode are no part of the regular expressions of most generators' languages. */
function spellPlainly(pattern: string): string {
  return pattern.replaceAll('\\P{Cc}', '[^\\u0000-\\u001f\\u007f-\\u009f]');
}

function getSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    cycles: 'ref',
    reused: 'inline',
    override({ jsonSchema }) {
      // Its name is where it stands.
      delete jsonSchema.id;
      if (jsonSchema.pattern !== undefined) jsonSchema.pattern = spellPlainly(jsonSchema.pattern);
    },
  }) as Json;
  return rest;
}

function queryParameters(schema: z.ZodType | undefined): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = getSchema(schema, 'input') as { properties?: Record<string, Json>; required?: string[] };
  return Object.entries(properties).map(([name, one]) => ({ name, in: 'query', required: required.includes(name), schema: one }));
}

/** Every part that the address names; those without a schema are texts. */
function pathParameters({ url, params }: Route): Json[] {
  const { properties = {} } = (params ? getSchema(params, 'input') : {}) as { properties?: Record<string, Json> };
  const rest = /\*(\w+)\??$/.exec(url)?.[1];
  return readParts(url).map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: properties[name] ?? { type: 'string' },
    ...(name === rest ? { description: `May hold slashes${url.endsWith('?') ? ', and may be empty' : ''}.` } : {}),
  }));
}

const bytes = { type: 'string', format: 'binary' } as const;
const anyContent = { '*/*': {} } as const;

function getContentOfStream({ media, holds }: Stream, io: 'input' | 'output'): Json {
  const described = (type: string) => (type.endsWith('json') ? (holds ? getSchema(holds, io) : {}) : type.startsWith('text/') ? { type: 'string' } : bytes);
  return Object.fromEntries(media.map((type) => [type, { schema: described(type) }]));
}

function goodAnswer({ reply, status, replyMedia = 'application/json' }: Route): Json {
  if (reply === anything)
    return { '2XX': { description: 'Done', content: anyContent }, 204: { description: 'Done' }, '3XX': { description: 'Leads to another address' } };
  if (isStream(reply)) {
    if (reply.media.length === 0) return { [String(status ?? 302)]: { description: 'Leads to another address' } };
    return { [String(status ?? 200)]: { description: 'Done', content: getContentOfStream(reply, 'output') } };
  }
  if (reply.type === 'void') return { [String(status ?? 204)]: { description: 'Done' } };
  const schema = getSchema(reply, 'output');
  // A text goes out as it is.
  const media = schema.type === 'string' ? 'text/plain' : replyMedia;
  return { [String(status ?? 200)]: { description: 'Done', content: { [media]: { schema } } } };
}

const errorsReference = { $ref: '#/components/schemas/Errors' } as const;

/** Refusals and failures: whatever they are called by, they come alike. */
function badAnswers({ reply, refusal }: Route): Json {
  const own = refusal ? getContentOfStream(refusal, 'output') : {};
  const { schema: ownJson } = (own['application/json'] ?? {}) as { schema?: Json };
  const enveloped = { 'application/json': { schema: ownJson ? { anyOf: [ownJson, errorsReference] } : errorsReference } };
  const content = reply === anything ? anyContent : { ...own, ...enveloped };
  return { '4XX': { description: 'Refused', content }, '5XX': { description: 'Failed', content } };
}

/** What stands after the service's prefix names the group: `/ui/api/v1/access/users` is in `access`. */
function makeGroup(url: string): string {
  const rest = url.startsWith(`${prefixes.consoleApi}/`) ? url.slice(prefixes.consoleApi.length) : url;
  return rest.split('/')[1] ?? 'other';
}

function getBody({ body, takesForm }: Route): Json {
  if (!body) return {};
  if (isStream(body)) return { requestBody: { content: getContentOfStream(body, 'input') } };
  const type = takesForm ? 'application/x-www-form-urlencoded' : 'application/json';
  return { requestBody: { required: true, content: { [type]: { schema: getSchema(body, 'input') } } } };
}

/** Methods that a description can name. https://spec.openapis.org/oas/v3.1.1.html#path-item-object */
const describable: ReadonlySet<AnyMethod> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']);
const bodiless: ReadonlySet<AnyMethod> = new Set(['GET', 'HEAD']);

function operation(route: Route, method: AnyMethod): Json {
  const { name, url, access } = route;
  const others = (route.alsoMethods ?? []).filter((one) => !describable.has(one));
  return {
    operationId: method === route.method ? name : `${name}-${method.toLowerCase()}`,
    summary: route.summary,
    description: [
      accessWords[access],
      ...(route.duty ? [`Also open to those who keep ${route.duty}.`] : []),
      ...(others.length > 0 ? [`Also answers ${others.join(' and ')}.`] : []),
    ].join(' '),
    tags: [makeGroup(url)],
    ...(access === 'public' ? { security: [] } : {}),
    parameters: [...pathParameters(route), ...queryParameters(route.query)],
    ...(bodiless.has(method) ? {} : getBody(route)),
    responses: {
      ...goodAnswer(route),
      ...badAnswers(route),
    },
  };
}

/** The OpenAPI 3.1 description of these calls. https://spec.openapis.org/oas/v3.1.1.html */
export function describeApi(routes: Iterable<Route>, version: string): Json {
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    const path = route.url.replace(/[:*](\w+)\??/g, '{$1}');
    for (const method of [route.method, ...(route.alsoMethods ?? [])].filter((one) => describable.has(one)))
      paths[path] = { ...paths[path], [method.toLowerCase()]: operation(route, method) };
  }
  const shared = shareSchemas(paths);
  return {
    openapi: '3.1.0',
    info: { title: 'Packhouse', version, description: 'Every call of the console, of the platform’s own REST interface and of existing clients.' },
    security: [{ session: [] }, { bearer: [] }, { basic: [] }],
    paths: shared.paths,
    components: {
      schemas: { Errors: envelopeSchema, ...shared.schemas },
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'packhouse_session',
          description: 'Its name ends in an underscore and eight digits of the installation.',
        },
        bearer: { type: 'http', scheme: 'bearer' },
        basic: { type: 'http', scheme: 'basic' },
      },
    },
  };
}

/** Lists what the application serves, each route once. */
export const servedRoutes = (app: FastifyInstance): ReadonlySet<Route> => new Set(app.registeredRoutes.map(({ route }) => route));

/** Serves the description of everything registered on the application; made once, when it is first asked for. */
export function serveApiDescription(app: FastifyInstance, platform: Pick<Platform, 'identity' | 'version'>): void {
  let document: string | undefined;
  handle(app, platform, readApiDescription, async (_, { reply }) => {
    document ??= JSON.stringify(describeApi(servedRoutes(app), platform.version));
    return reply.header('content-type', 'application/json; charset=utf-8').header('cache-control', 'no-cache').send(document);
  });
}
