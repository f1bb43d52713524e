import { z } from 'zod';
import { prefixes } from '../prefixes.ts';
import { json, redirect, route, stream } from '../route.ts';

/** Whether the platform answers; for load balancers and start scripts. */
export const ping = route('ping', {
  summary: 'Whether the platform answers',
  method: 'GET',
  url: `${prefixes.consoleApi}/system/ping`,
  tellsHealth: true,
  access: 'public',
  reply: z.object({ status: z.literal('ok'), version: z.string() }),
});

/** One message of the event stream, as JSON in its `data` lines. */
export const StreamedEvent = z.object({
  id: z.number(),
  type: z.string(),
  subject: z.string(),
  data: z.record(z.string(), z.unknown()),
  at: z.iso.datetime(),
});
export type StreamedEvent = z.output<typeof StreamedEvent>;

/**
 * Server-sent events: what happens, as it happens, as far as the caller may see it. Resumes after the `Last-Event-ID` header.
 * An event named `reset` says that some were missed for good: everything shown is to be read again.
 * One named `rights` says that what the caller may do has changed: who they are is to be asked again as well.
 */
export const streamEvents = route('streamEvents', {
  summary: 'What happens, as it happens (text/event-stream)',
  method: 'GET',
  url: `${prefixes.consoleApi}/events`,
  access: 'visitor',
  query: z.object({ types: z.string().optional().describe('Beginnings of the wanted types, separated by commas; all of them when absent') }),
  reply: stream('text/event-stream'),
});

export const readMetrics = route('readMetrics', {
  summary: 'Measurements in the OpenMetrics format, for administrators and for whoever carries the configured token',
  method: 'GET',
  url: '/metrics',
  access: 'handler',
  asksNobody: true,
  reply: stream('application/openmetrics-text'),
});

export const readApiDescription = route('readApiDescription', {
  summary: 'The OpenAPI description of every call',
  method: 'GET',
  url: `${prefixes.consoleApi}/openapi.json`,
  access: 'public',
  reply: json(),
});

export const readApiPage = route('readApiPage', {
  summary: 'The description of every call as a page',
  method: 'GET',
  url: `${prefixes.consoleApi}/docs`,
  access: 'public',
  reply: stream('text/html'),
});

export const openConsole = route('openConsole', {
  summary: 'Leads to the console',
  method: 'GET',
  url: '/',
  access: 'public',
  asksNobody: true,
  reply: redirect,
});

export const enterConsole = route('enterConsole', {
  summary: 'Leads to the console’s page',
  method: 'GET',
  url: prefixes.console,
  access: 'public',
  asksNobody: true,
  reply: redirect,
});

export const readConsoleFile = route('readConsoleFile', {
  summary: 'A file of the console, or its page, which takes the address from there',
  method: 'GET',
  alsoMethods: ['HEAD'],
  url: `${prefixes.console}/*path`,
  access: 'public',
  asksNobody: true,
  reply: stream('text/html', 'text/javascript', 'text/css', 'application/octet-stream'),
});
