import { randomUUID } from 'node:crypto';
import { AppError } from '@packhouse/contract/errors.ts';
import { policyWords } from '@packhouse/contract/scanning/policy-words.ts';
import * as contract from '@packhouse/contract/scanning/scanning-graph-routes.ts';
import { scanningWords } from '@packhouse/contract/scanning/scanning-words.ts';
import { type Actor, isAllowed } from '@packhouse/kernel/access/authorisation.ts';
import { handle, protocolScope } from '@packhouse/kernel/http/http.ts';
import { wholeBodies } from '@packhouse/kernel/http/whole-body.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { mayRead, readableRepositories } from '../summary/readable-targets.ts';
import { needWatch } from '../watch/keep-watch.ts';
import type { Graph, GraphReader } from './graph.ts';
import { writeAnswer } from './graph-answer.ts';
import { graphScanJobName } from './graph-scan-job.ts';
import { insertScan, selectScan } from './graph-scan-queries.ts';

const largestBody = 10 * 1024 * 1024;
const bodies = wholeBodies();

interface ScanContext {
  watch?: string | string[] | undefined;
  project?: string | undefined;
  projectKey?: string | undefined;
  repo_path?: string | undefined;
}

/** Refuses what is not there, by its name, and what the caller may not see like what is not there. @throws AppError `not_found` */
async function requireContext(context: Context, actor: Actor, { watch, project, projectKey, repo_path }: ScanContext): Promise<void> {
  const [name] = [watch ?? []].flat().filter(Boolean);
  if (name !== undefined) {
    await needWatch(context.db, actor, name);
    throw new AppError(policyWords.graph_without_watch, { name });
  }
  for (const key of [project, projectKey]) {
    if (!key) continue;
    if (!isAllowed(actor, 'read', { type: 'project', name: key }) || !(await context.peers.projects?.find(key)))
      throw new AppError(scanningWords.no_project_named, { key });
  }
  if (!repo_path) return;
  const [repository = '', ...path] = repo_path.split('/').filter(Boolean);
  if (!mayRead(actor, await readableRepositories(context, actor), { repository, path: path.join('/') }))
    throw new AppError(scanningWords.no_repository_of_path, { path: repo_path });
}

/** Keeps a graph and has it judged; answers the scan's id. */
async function beginScan({ db, platform }: Context, owner: string, graph: Graph): Promise<{ scan_id: string }> {
  const id = randomUUID();
  await db.transaction().execute(async (tx) => {
    await insertScan(tx, { id, owner, graph });
    await platform.jobs.add(graphScanJobName, { id }, { key: `${graphScanJobName} ${id}`, transaction: tx });
  });
  return { scan_id: id };
}

/** Reads a document that a client sends, makes a graph of it and has that judged. */
function beginWith(context: Context, request: FastifyRequest, read: (bytes: Buffer) => Promise<Graph>): Promise<{ scan_id: string }> {
  const { name } = request.actor;
  return bodies.use(request.raw, { limit: largestBody, who: name, countsItself: true }, async (bytes) => beginScan(context, name, await read(bytes)));
}

/** Serves scans of graphs: existing clients send what a project depends on, and fetch what was found. */
export async function graphRoutes(app: FastifyInstance, context: Context, reader: GraphReader): Promise<void> {
  const { db, platform } = context;
  await protocolScope(app, (scope) => {
    for (const route of [contract.scanGraph, contract.scanSourceGraph])
      handle(scope, platform, route, async ({ query }, { actor, request }) => {
        await requireContext(context, actor, query);
        return beginWith(context, request, reader.graph);
      });
    handle(scope, platform, contract.importBillOfMaterials, async ({ query }, { request }) =>
      beginWith(context, request, (bytes) => reader.bill(bytes, query.file_name)),
    );
  });
  for (const route of [contract.readGraphScan, contract.readSourceGraphScan])
    handle(app, platform, route, async ({ params, query }, { actor, reply }) => {
      const scan = await selectScan(db, params.id);
      if (!scan || (scan.owner !== actor.name && !actor.administrator)) throw new AppError(scanningWords.no_graph_scan);
      return reply.code(scan.state === 'in progress' ? 202 : 200).send(await writeAnswer(context, actor, scan, query));
    });
}
