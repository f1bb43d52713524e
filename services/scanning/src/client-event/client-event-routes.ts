import { randomUUID } from 'node:crypto';
import { AppError } from '@packhouse/contract/errors.ts';
import { clientEventLimits } from '@packhouse/contract/repositories/limits.ts';
import * as contract from '@packhouse/contract/scanning/client-event-routes.ts';
import { scanningWords } from '@packhouse/contract/scanning/scanning-words.ts';
import { sharedWords } from '@packhouse/contract/shared-words.ts';
import { interfaceVersions } from '@packhouse/contract/shell/service-names.ts';
import type { Actor } from '@packhouse/kernel/access/authorisation.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import type { Job } from '@packhouse/kernel/jobs/jobs.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import type { ClientEventKind, ClientEventRow, EventPage } from './client-event-queries.ts';
import { deleteEndedEvents, insertEvent, selectEvent, selectEvents, updateEvent } from './client-event-queries.ts';
import { defaultProfile, findProfile } from './scan-profile.ts';
import { watchNames } from './watch-names.ts';

/** @throws AppError `too_large` */
function requireSmall(document: object): void {
  const { most } = clientEventLimits.document;
  if (Buffer.byteLength(JSON.stringify(document)) > most) throw new AppError(scanningWords.client_event_too_large, { count: most });
}

async function keep({ db }: Context, { name: owner }: Actor, kind: ClientEventKind, document: object): Promise<string> {
  requireSmall(document);
  const id = randomUUID();
  await insertEvent(db, { id, kind, owner, document });
  return id;
}

/** Administrators see what everybody sent, the others what they sent themselves. */
const ownerFor = ({ name, administrator }: Actor) => (administrator ? undefined : name);

function serveCalls(app: FastifyInstance, context: Context, calls: typeof contract.newerClientCalls | typeof contract.olderClientCalls): void {
  const { db, platform } = context;
  handle(app, platform, calls.version, async () => ({ xsc_version: interfaceVersions.xsc, xray_version: interfaceVersions.xray }));
  handle(app, platform, calls.begin, async ({ body }, { actor }) => ({ multi_scan_id: await keep(context, actor, 'scan', body) }));
  handle(app, platform, calls.end, async ({ body: { multi_scan_id, ...more } }, { actor }) => {
    await db.transaction().execute(async (tx) => {
      const row = await selectEvent(tx, multi_scan_id, ownerFor(actor), true);
      if (!row) throw new AppError(scanningWords.no_client_event);
      const document = { ...row.document, ...more };
      requireSmall(document);
      await updateEvent(tx, multi_scan_id, document);
    });
    return { multi_scan_id };
  });
  handle(app, platform, calls.read, async ({ params }, { actor }) => {
    const row = await selectEvent(db, params.id, ownerFor(actor));
    if (!row) throw new AppError(scanningWords.no_client_event);
    return { ...row.document, multi_scan_id: row.id };
  });
  handle(app, platform, calls.say, async ({ body }, { actor }) => {
    await keep(context, actor, 'message', body);
    return {};
  });
  handle(app, platform, calls.tellOfGit, async ({ body }, { actor }) => {
    await keep(context, actor, 'git', body);
    return {};
  });
  handle(app, platform, calls.profile, async ({ params }) => findProfile(params.name));
  handle(app, platform, calls.profileOf, async () => defaultProfile);
  for (const route of [calls.watches, calls.watchesOf])
    handle(app, platform, route, async ({ query }, { actor }) => ({
      git_repository_watches: [],
      project_watches: query.project ? await watchNames(context, actor, query.project) : [],
    }));
}

/** What clients ask and say when they scan source code. */
export function clientEventRoutes(app: FastifyInstance, context: Context): void {
  serveCalls(app, context, contract.newerClientCalls);
  serveCalls(app, context, contract.olderClientCalls);
}

const spellCursor = ({ created_at, id }: ClientEventRow) => `${created_at.getTime()}:${id}`;

/** @throws AppError `invalid_input` */
function readCursor(after: string | undefined): EventPage['after'] {
  if (after === undefined) return undefined;
  const [, at, id] = /^(\d{1,15}):([0-9a-f-]{36})$/.exec(after) ?? [];
  if (at === undefined || id === undefined) throw new AppError(sharedWords.after_is_no_cursor);
  return { at: new Date(Number(at)), id };
}

/** Administrators read what clients said. */
export function clientEventListRoutes(app: FastifyInstance, { db, platform }: Context): void {
  handle(app, platform, contract.listClientEvents, async ({ query: { after, ...query } }) => {
    const { rows, total } = await selectEvents(db, { ...query, after: readCursor(after) });
    const page = rows.slice(0, query.limit);
    return {
      items: page.map(({ id, kind, owner, document, created_at, changed_at }) => ({
        id,
        kind,
        user: owner,
        at: created_at.toISOString(),
        changedAt: changed_at.toISOString(),
        document,
      })),
      total,
      next: rows.length > page.length ? spellCursor(page.at(-1)!) : null,
    };
  });
}

/** Forgets what clients said long ago. */
export function forgetEventsJob({ db }: Context): Job {
  return { name: 'forget-client-events', cron: '27 * * * *', run: () => deleteEndedEvents(db) };
}
