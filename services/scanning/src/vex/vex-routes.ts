import { AppError } from '@packhouse/contract/errors.ts';
import * as contract from '@packhouse/contract/scanning/vex-routes.ts';
import { vexWords } from '@packhouse/contract/scanning/vex-words.ts';
import type { Actor } from '@packhouse/kernel/access/authorisation.ts';
import { handle, protocolScope } from '@packhouse/kernel/http/http.ts';
import { wholeBodies } from '@packhouse/kernel/http/whole-body.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import type { Settle } from '../ignore/ignore-routes.ts';
import { readProjects } from '../ignore/ignored-queries.ts';
import { requireGoverning } from '../policy/rights.ts';
import { countTouched, type DocumentRow, type StatementRow, selectContent, selectStatements } from './document-queries.ts';
import { selectIssuers } from './issuer-queries.ts';
import { deleteDocument, importDocument, listDocuments, needDocument, setTrust } from './keep-document.ts';
import type { NamedDocument } from './read-vex.ts';

const bodies = wholeBodies();

function toDocument(row: DocumentRow, touched: number): contract.VexDocument {
  const { uuid, project, format, document, version, issuer, trusted, title, author, statements, products, unknown_products } = row;
  const times = { issued: row.issued_at.toISOString(), created: row.created_at.toISOString() };
  const told = { id: uuid, format, document, version, issuer, trusted, title, author, statements, products, unknown_products, touched };
  return { ...told, ...times, ...(project === null ? {} : { project_key: project }) };
}

const toStatement = ({ position, names, status, justification, impact, action, at, products, acted_on }: StatementRow & { acted_on: boolean }) => ({
  position,
  names,
  status,
  justification,
  impact,
  action,
  at: at.toISOString(),
  products,
  acted_on,
});

async function readOne(context: Context, actor: Actor, id: string): Promise<contract.VexDocument> {
  const row = await needDocument(context.db, actor, id);
  const touched = await countTouched(context.db, [row.id], await readProjects(context.peers));
  return toDocument(row, touched.get(row.id) ?? 0);
}

function documentRoutes(app: FastifyInstance, context: Context, settle: Settle): void {
  const { db, platform, peers } = context;
  handle(app, platform, contract.listVexDocuments, async ({ query }, { actor }) => {
    const { rows, total, next } = await listDocuments(context, actor, query);
    const ids = rows.map(({ id }) => id);
    const touched = await countTouched(db, ids, await readProjects(peers));
    return { items: rows.map((row) => toDocument(row, touched.get(row.id) ?? 0)), total, next };
  });
  handle(app, platform, contract.getVexDocument, ({ params }, { actor }) => readOne(context, actor, params.id));
  handle(app, platform, contract.listVexStatements, async ({ params, query }, { actor }) => {
    const row = await needDocument(db, actor, params.id);
    const { rows, next } = await selectStatements(db, row.id, { after: query.after, limit: query.limit });
    return { items: rows.map(toStatement), total: row.statements, next };
  });
  handle(app, platform, contract.downloadVexDocument, async ({ params }, { actor, reply }) => {
    const row = await needDocument(db, actor, params.id);
    const content = await selectContent(db, row.id);
    if (!content) throw new AppError(vexWords.no_vex_document);
    const name = row.document.replace(/[^A-Za-z0-9._-]+/g, '_').slice(-100);
    return reply.header('content-disposition', `attachment; filename="${name}.vex.json"`).type('application/json').send(content);
  });
  handle(app, platform, contract.deleteVexDocument, async ({ params }, by) => {
    await deleteDocument(context, by, params.id);
    await settle();
  });
}

function issuerRoutes(app: FastifyInstance, context: Context, settle: Settle): void {
  const { db, platform } = context;
  const list = async () =>
    (await selectIssuers(db)).map(({ name, trusted_by, trusted_at, documents }) => ({
      name,
      trusted: trusted_at !== null,
      trusted_by,
      trusted_at: trusted_at?.toISOString() ?? null,
      documents,
    }));
  handle(app, platform, contract.listVexIssuers, async () => ({ items: await list() }));
  handle(app, platform, contract.trustVexIssuer, async ({ body: { name } }, by) => {
    await setTrust(context, by, name, true);
    await settle();
    const found = (await list()).find((one) => one.name === name);
    if (!found) throw new AppError(vexWords.no_vex_issuer, { name });
    return found;
  });
  handle(app, platform, contract.distrustVexIssuer, async ({ body: { name } }, by) => {
    await setTrust(context, by, name, false);
    await settle();
  });
}

/**
 * Documents in which others say how it stands with vulnerabilities. `settle` judges what they touch before the caller is answered; `read` says what one says, in a thread where it
 * is large.
 */
export async function vexRoutes(app: FastifyInstance, context: Context, settle: Settle, read: (bytes: Buffer) => Promise<NamedDocument>): Promise<void> {
  documentRoutes(app, context, settle);
  issuerRoutes(app, context, settle);
  await protocolScope(app, (scope) => {
    handle(scope, context.platform, contract.importVexDocument, async ({ query }, { actor, address, request }) => {
      await requireGoverning(context, actor, query.projectKey, 'policies');
      const limit = contract.largestVexDocument;
      const id = await bodies.use(request.raw, { limit, who: actor.name, countsItself: true }, async (bytes) =>
        importDocument(context, { actor, address }, query.projectKey, { ...(await read(bytes)), content: bytes }),
      );
      await settle();
      return readOne(context, actor, id);
    });
  });
}
