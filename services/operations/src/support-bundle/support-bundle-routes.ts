import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { AppError } from '@packhouse/contract/errors.ts';
import { operationsWords } from '@packhouse/contract/operations/operations-words.ts';
import * as routes from '@packhouse/contract/operations/support-routes.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { getWireName } from '@packhouse/contract/shell/service-names.ts';
import { tellSaid } from '@packhouse/kernel/database/said-columns.ts';
import { type HandlerContext, handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import { ZipFile } from 'yazl';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { makePeers } from '../node/node-status.ts';
import { knownNodes } from '../node/online-nodes.ts';
import { answerForSupportBundles } from './collect.ts';
import { supportBundleJobName } from './support-bundle-job.ts';
import {
  deleteSupportBundleRow,
  insertSupportBundle,
  type SupportBundleRow,
  selectPart,
  selectPaths,
  selectSupportBundle,
  selectSupportBundles,
} from './support-bundle-queries.ts';

const decompress = promisify(gunzip);

function toSupportBundle(row: SupportBundleRow): routes.SupportBundle {
  const { id, name, description, status, parameters, service, created_by, size } = row;
  return {
    id,
    name,
    description,
    status,
    parameters,
    service,
    created_by,
    size,
    create_date: row.created_at.toISOString(),
    nodes: row.node_ids,
    ...tellSaid(row),
  };
}

/** @throws AppError `not_found` when the service does not run here */
async function requirePresent(context: Context, service: routes.SupportBundleService): Promise<void> {
  const isPresent = service === 'tracker' ? makePeers(await knownNodes(context)).present : context.platform.config.services.map(getWireName).includes(service);
  if (!isPresent) throw new AppError(operationsWords.service_absent, { service });
}

async function create(
  context: Context,
  service: routes.SupportBundleService,
  body: z.output<typeof routes.NewSupportBundle>,
  { actor, address }: HandlerContext,
): Promise<routes.SupportBundle> {
  const { db, platform } = context;
  await requirePresent(context, service);
  const known = (await knownNodes(context)).map(({ id }) => id);
  const unknown = (body.nodes ?? []).filter((id) => !known.includes(id));
  if (unknown.length > 0)
    throw new AppError(
      operationsWords.no_node,
      {},
      { code: 'invalid_input', detail: [{ path: 'nodes', ...say(operationsWords.no_node_named, { id: unknown.join(', ') }) }] },
    );
  const { name, description, parameters } = body;
  const row = await db.transaction().execute(async (transaction) => {
    const added = await insertSupportBundle(transaction, {
      name,
      description,
      service,
      created_by: actor.name,
      message: null,
      node_ids: body.nodes ?? [],
      parameters: JSON.stringify(parameters),
    });
    await platform.jobs.add(supportBundleJobName, { bundleId: added.id }, { transaction });
    await platform.outbox.publish(transaction, { type: 'support.bundle.created', subject: added.id, data: {} });
    const after = { id: added.id, service, nodes: body.nodes, parameters };
    await platform.identity.audit({ actor: actor.name, address, action: 'support.bundle.created', subject: name, after }, transaction);
    return added;
  });
  return toSupportBundle(row);
}

/** The content of one file of a bundle. */
async function* readContent({ db }: Context, id: string, path: string, pieces: number): AsyncGenerator<Buffer> {
  for (let number = 0; number < pieces; number++) {
    const content = await selectPart(db, id, path, number);
    if (content === undefined) throw new Error('The bundle was deleted while it was read');
    yield await decompress(content);
  }
}

async function getArchive(context: Context, { id, created_at: mtime }: SupportBundleRow): Promise<NodeJS.ReadableStream> {
  const archive = new ZipFile();
  const output = archive.outputStream as Readable;
  // The archive begins before it is sent: a failure may come while nobody listens, and must not end the process.
  output.on('error', () => undefined);
  archive.on('error', (error: Error) => output.destroy(error));
  for (const { path, pieces } of await selectPaths(context.db, id))
    archive.addReadStreamLazy(path, { mtime, mode: 0o100600 }, (done) => done(null, Readable.from(readContent(context, id, path, pieces))));
  archive.end();
  return output;
}

const fileName = ({ name, created_at: made }: SupportBundleRow) =>
  `support-${
    name
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '') || 'bundle'
  }-${made.toISOString().slice(0, 10)}.zip`;

function creationRoutes(app: FastifyInstance, context: Context): void {
  const { platform } = context;
  for (const [service, route] of Object.entries(routes.supportBundleCreations))
    handle(app, platform, route as typeof routes.generateSupportBundle, ({ body }, by) => create(context, service as routes.SupportBundleService, body, by));
  handle(app, platform, routes.createMissionControlSupportBundle, ({ body }, by) => create(context, 'mc', body, by));
  handle(app, platform, routes.missionControlPing, async () => {
    await requirePresent(context, 'mc');
    return { status: 'OK' as const };
  });
}

/** Support bundles: made by a job, kept in the database, handed out as an archive. */
export function supportBundleRoutes(app: FastifyInstance, context: Context): void {
  const { db, platform } = context;
  answerForSupportBundles(context);
  creationRoutes(app, context);
  const found = async (id: string): Promise<SupportBundleRow> => {
    const row = await selectSupportBundle(db, id);
    if (!row) throw new AppError(operationsWords.support_bundle_gone);
    return row;
  };

  handle(app, platform, routes.listSupportBundles, async () => (await selectSupportBundles(db)).map(toSupportBundle));
  handle(app, platform, routes.readSupportBundle, async ({ params }) => toSupportBundle(await found(params.id)));

  handle(app, platform, routes.deleteSupportBundle, async ({ params }, { actor, address }) => {
    const { id } = await found(params.id);
    await db.transaction().execute(async (transaction) => {
      const row = await deleteSupportBundleRow(transaction, id);
      if (!row) return;
      await platform.outbox.publish(transaction, { type: 'support.bundle.deleted', subject: row.id, data: {} });
      const before = { id: row.id, service: row.service };
      await platform.identity.audit({ actor: actor.name, address, action: 'support.bundle.deleted', subject: row.name, before }, transaction);
    });
  });

  handle(app, platform, routes.downloadSupportBundle, async ({ params }, { actor, address, reply }) => {
    const row = await found(params.id);
    if (row.status !== 'success')
      throw new AppError(row.status === 'failure' ? operationsWords.support_bundle_failed : operationsWords.support_bundle_unfinished);
    await platform.identity.audit({ actor: actor.name, address, action: 'support.bundle.downloaded', subject: row.name, after: { id: row.id } });
    reply.header('content-disposition', `attachment; filename="${fileName(row)}"`).header('cache-control', 'no-store');
    await reply.type('application/zip').send(await getArchive(context, row));
    return undefined;
  });
}
