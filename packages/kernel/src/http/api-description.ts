import { errors } from '@packhouse/contract/errors.ts';
import { prefixes } from '@packhouse/contract/prefixes.ts';
import type { Route } from '@packhouse/contract/route.ts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import './http.ts';

type Json = Record<string, unknown>;

const accessWords: Record<Route['access'], string> = {
  public: 'Open to anyone.',
  visitor: 'Open to signed-in users and, where anonymous access is on, to anonymous visitors.',
  user: 'Needs a signed-in user.',
  administrator: 'Needs an administrator.',
  resource: 'Needs a permission on what it touches.',
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

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', cycles: 'ref', reused: 'inline' }) as Json;
  return rest;
}

function parameters(place: 'path' | 'query', schema: z.ZodType | undefined): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as { properties?: Record<string, Json>; required?: string[] };
  return Object.entries(properties).map(([name, one]) => ({ name, in: place, required: place === 'path' || required.includes(name), schema: one }));
}

function goodAnswer(route: Route): Json {
  if (route.reply.type === 'void') return { [String(route.status ?? 204)]: { description: 'Done' } };
  return { [String(route.status ?? 200)]: { description: 'Done', content: { 'application/json': { schema: schemaOf(route.reply, 'output') } } } };
}

/** What stands after the service's prefix names the group: `/ui/api/v1/access/users` is in `access`. */
function groupOf(url: string): string {
  const rest = url.startsWith(`${prefixes.consoleApi}/`) ? url.slice(prefixes.consoleApi.length) : url;
  return rest.split('/')[1] ?? 'other';
}

const bodyTypeOf = ({ takesForm }: Route) => (takesForm ? 'application/x-www-form-urlencoded' : 'application/json');

function operation(route: Route): Json {
  return {
    operationId: route.name,
    summary: route.summary,
    description: accessWords[route.access],
    tags: [groupOf(route.url)],
    ...(route.access === 'public' ? { security: [] } : {}),
    parameters: [...parameters('path', route.params), ...parameters('query', route.query)],
    ...(route.body ? { requestBody: { required: true, content: { [bodyTypeOf(route)]: { schema: schemaOf(route.body, 'input') } } } } : {}),
    responses: {
      ...goodAnswer(route),
      default: { description: 'Refused or failed', content: { 'application/json': { schema: { $ref: '#/components/schemas/Errors' } } } },
    },
  };
}

/** The OpenAPI 3.1 description of these calls. https://spec.openapis.org/oas/v3.1.1.html */
export function describeApi(routes: readonly Route[], version: string): Json {
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    const path = route.url.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Packhouse', version, description: 'Every call of the console and of the platform’s own REST interface.' },
    security: [{ session: [] }, { bearer: [] }, { basic: [] }],
    paths,
    components: {
      schemas: { Errors: envelopeSchema },
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'packhouse_session_…', description: 'Its name ends in eight digits of the installation.' },
        bearer: { type: 'http', scheme: 'bearer' },
        basic: { type: 'http', scheme: 'basic' },
      },
    },
  };
}

/** Serves the description of everything registered on the application; made once, when it is first asked for. */
export function serveApiDescription(app: FastifyInstance, version: string): void {
  let document: string | undefined;
  app.get(`${prefixes.consoleApi}/openapi.json`, { config: { protocol: true } }, async (_request, reply) => {
    document ??= JSON.stringify(
      describeApi(
        app.registeredRoutes.flatMap(({ route }) => route ?? []),
        version,
      ),
    );
    return reply.header('content-type', 'application/json; charset=utf-8').header('cache-control', 'no-cache').send(document);
  });
}
