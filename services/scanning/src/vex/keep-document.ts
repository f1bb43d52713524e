import { randomUUID } from 'node:crypto';
import { AppError } from '@packhouse/contract/errors.ts';
import { vexWords } from '@packhouse/contract/scanning/vex-words.ts';
import type { Actor } from '@packhouse/kernel/access/authorisation.ts';
import type { Transaction } from 'kysely';
import type { Context } from '../context.ts';
import type { By } from '../ignore/ignore-rule.ts';
import { mayGovern, requireGoverning, seenProjects } from '../policy/rights.ts';
import { learnVersions } from '../range/learn-versions.ts';
import { takeTurn } from '../range/range-queries.ts';
import type { Db, ScanningSchema } from '../schema.ts';
import { deriveRules } from './derive-rules.ts';
import {
  type DocumentRow,
  deleteDocumentRow,
  insertDocument,
  selectDocument,
  selectDocumentProjects,
  selectDocuments,
  selectNamed,
  selectNames,
} from './document-queries.ts';
import { deleteIssuer, insertIssuer } from './issuer-queries.ts';
import type { NamedDocument } from './read-vex.ts';

type Tx = Transaction<ScanningSchema>;

/** Numbers before letters, one after the other; what comes behind them counts last. */
function compareVersions(one: string, other: string): number {
  const [a, b] = [one, other].map((text) => text.split(/[-+]/, 1)[0]!.split('.').map(Number)) as [number[], number[]];
  for (let at = 0; at < Math.max(a.length, b.length); at++) if ((a[at] ?? 0) !== (b[at] ?? 0)) return (a[at] ?? 0) - (b[at] ?? 0);
  return 0;
}

/** Whether a document that comes takes the place of the one that is here; false where it is the same. @throws AppError `conflict` where it is older, or says something else */
function takesPlace(fresh: NamedDocument, before: DocumentRow): boolean {
  const { version } = before;
  const later = compareVersions(fresh.version, version) || fresh.issued.getTime() - before.issued_at.getTime();
  if (later > 0) return true;
  if (fresh.sha256 === before.sha256) return false;
  throw later < 0 ? new AppError(vexWords.vex_older, { version, issued: before.issued_at.toISOString() }) : new AppError(vexWords.vex_changed, { version });
}

const nameDocument = ({ document, version }: DocumentRow) => `${document} ${version}`.slice(0, 500);

const tell = ({ document, version, issuer, issued_at, format, project, statements, sha256 }: DocumentRow) => ({
  document,
  version,
  issuer,
  issued: issued_at.toISOString(),
  format,
  statements,
  sha256,
  ...(project === null ? {} : { project }),
});

async function audit(
  { platform }: Pick<Context, 'platform'>,
  tx: Tx,
  { actor, address }: By,
  action: string,
  change: { before?: DocumentRow; after?: DocumentRow },
) {
  const row = (change.after ?? change.before)!;
  const told = { ...(change.before && { before: tell(change.before) }), ...(change.after && { after: tell(change.after) }) };
  await platform.identity.audit({ actor: actor.name, address, action, subject: row.uuid, name: nameDocument(row), ...told }, tx);
}

/**
 * Takes a document: it says what it says from now on, in place of an older version of it. Answers its id.
 * @throws AppError `forbidden`, `project_not_found`, `invalid_input`, `conflict`
 */
export async function importDocument(context: Context, by: By, project: string | undefined, fresh: NamedDocument & { content: Buffer }): Promise<string> {
  return context.db.transaction().execute(async (tx) => {
    await takeTurn(tx);
    const place = { project: project ?? null, issuer: fresh.issuer, document: fresh.id };
    const before = await selectNamed(tx, place);
    if (before && !takesPlace(fresh, before)) return before.uuid;
    const names = before ? await selectNames(tx, before.id) : [];
    if (before) await deleteDocumentRow(tx, before.id);
    const uuid = randomUUID();
    await insertDocument(tx, { ...fresh, uuid, project: place.project, author: by.actor.name });
    await learnVersions(tx, uuid);
    const touched = new Set([...names, ...fresh.statements.flatMap((statement) => statement.names)]);
    await deriveRules(context, tx, { issuer: fresh.issuer, names: [...touched], by: by.actor.name });
    const after = (await selectDocument(tx, uuid))!;
    await audit(context, tx, by, before ? 'vex-document.replaced' : 'vex-document.imported', { ...(before && { before }), after });
    return uuid;
  });
}

/** A document that the actor may see. Others are answered like what is not there. @throws AppError `not_found` */
export async function needDocument(db: Db, actor: Actor, uuid: string): Promise<DocumentRow> {
  const row = await selectDocument(db, uuid);
  if (!row || !mayGovern(actor, row.project ?? undefined, 'policies', 'read')) throw new AppError(vexWords.no_vex_document);
  return row;
}

export async function listDocuments(
  { db }: Pick<Context, 'db'>,
  actor: Actor,
  { projectKey, ...page }: { projectKey?: string | undefined; after?: string | undefined; limit: number },
) {
  const projects = seenProjects(actor, projectKey, await selectDocumentProjects(db), 'policies');
  return selectDocuments(db, projects, { after: page.after, limit: page.limit });
}

/** Deletes a document: what it took out counts again. @throws AppError `not_found`, `forbidden` */
export async function deleteDocument(context: Context, by: By, uuid: string): Promise<void> {
  const seen = await needDocument(context.db, by.actor, uuid);
  await requireGoverning(context, by.actor, seen.project ?? undefined, 'policies');
  await context.db.transaction().execute(async (tx) => {
    await takeTurn(tx);
    const before = await selectDocument(tx, uuid);
    if (!before) return;
    const names = await selectNames(tx, before.id);
    await deleteDocumentRow(tx, before.id);
    await deriveRules(context, tx, { issuer: before.issuer, names, by: by.actor.name });
    await audit(context, tx, by, 'vex-document.deleted', { before });
  });
}

/** Has what an issuer says acted on, or no longer. @throws AppError `not_found` where it was not trusted */
export async function setTrust(context: Context, { actor, address }: By, name: string, trusted: boolean): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    await takeTurn(tx);
    const changed = trusted ? await insertIssuer(tx, name, actor.name) : await deleteIssuer(tx, name);
    if (!changed && !trusted) throw new AppError(vexWords.no_vex_issuer, { name });
    if (!changed) return;
    await deriveRules(context, tx, { issuer: name, by: actor.name });
    const action = trusted ? 'vex-issuer.trusted' : 'vex-issuer.distrusted';
    await context.platform.identity.audit({ actor: actor.name, address, action, subject: name, name }, tx);
  });
}
