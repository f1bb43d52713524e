import { z } from 'zod';
import { prefixes } from '../prefixes.ts';
import { route } from '../route.ts';

/** Whether the platform answers; for load balancers and start scripts. */
export const ping = route('ping', {
  summary: 'Whether the platform answers',
  method: 'GET',
  url: `${prefixes.consoleApi}/system/ping`,
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
  reply: StreamedEvent,
});
