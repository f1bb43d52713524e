import type { Beacon } from '@packhouse/contract/mission-control/beacon-routes.ts';
import type { DeploymentStatus } from '@packhouse/contract/mission-control/deployment-statuses.ts';
import type { Said } from '@packhouse/contract/sentences.ts';
import { keepSaid } from '@packhouse/kernel/database/said-columns.ts';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db, DeploymentTable, StatusChangeTable } from '../schema.ts';

export type DeploymentRow = Selectable<DeploymentTable>;
export type KnownRow = DeploymentRow & { beacon: Beacon | null };

/** Status changes of a deployment that are kept. */
const keptChanges = 1000;
/** Seconds after which a deployment that was being asked is asked by somebody else. */
const lease = 60;
/** Seconds for which what was passed on holds: who has a licence is to be heard of again and again. */
const toldFor = 5 * 60;

function known(db: Db) {
  return db.selectFrom('deployment').leftJoin('beacon', 'beacon.deployment', 'deployment.id').selectAll('deployment').select('beacon.body as beacon');
}

/** Every deployment with what it last said, home first, then by name. */
export function selectDeployments(db: Db): Promise<KnownRow[]> {
  return known(db).orderBy('home', 'desc').orderBy('name').execute();
}

export function selectDeployment(db: Db, id: string): Promise<KnownRow | undefined> {
  return known(db).where('deployment.id', '=', id).executeTakeFirst();
}

export function selectHome(db: Db): Promise<DeploymentRow> {
  return db.selectFrom('deployment').selectAll().where('home', '=', true).executeTakeFirstOrThrow();
}

/** Held until the transaction ends. */
export function lockDeployment(db: Db, id: string): Promise<DeploymentRow | undefined> {
  return db.selectFrom('deployment').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Makes this deployment known to itself, once. */
export async function insertHome(db: Db, row: Pick<Insertable<DeploymentTable>, 'id' | 'name' | 'url'>): Promise<void> {
  await db
    .insertInto('deployment')
    .values({ ...row, home: true, status: 'ONLINE', created_by: 'system' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function insertDeployment(db: Db, row: Insertable<DeploymentTable>): Promise<void> {
  await db.insertInto('deployment').values(row).execute();
}

/** `wait` are the milliseconds until it is asked again, by the clock of the database: whoever claims goes by that, and the clocks of processes may be wrong. */
export async function updateDeployment(db: Db, id: string, change: Updateable<DeploymentTable>, wait?: number): Promise<void> {
  const next = wait === undefined ? {} : { lease_until: null, next_at: sql<Date>`now() + make_interval(secs => ${wait / 1000})` };
  await db
    .updateTable('deployment')
    .set({ ...change, ...next })
    .where('id', '=', id)
    .execute();
}

/** What was passed on of the beacon before, by whichever process, as long as that holds. */
const told = sql<string | null>`case when told_at > now() - make_interval(secs => ${toldFor}) then told end`.as('told');

/** Which beacon was kept, and what was passed on of the one before. */
export interface KeptBeacon {
  told: string | null;
}

/** Seconds after which no beacon is on its way any more that was made before one that is kept: one of a lower number then is of a database whose clock was set back. */
const onItsWay = 30;

/** Whether this beacon was made before the one that is kept, and only came later. */
const isOvertaken = (at: Date, { sequence = null }: Omit<Beacon, 'sequence'> & { sequence?: number | null | undefined }) =>
  sql<boolean>`coalesce((beacon.body ->> 'sequence')::bigint > ${sequence}::bigint and beacon.at > ${at}::timestamptz - make_interval(secs => ${onItsWay}), false)`;

/** Microseconds by the clock of the database, which all processes share. */
export async function readSequence(db: Db): Promise<number> {
  const { rows } = await sql<{ sequence: string }>`select (extract(epoch from clock_timestamp()) * 1000000)::bigint as sequence`.execute(db);
  return Number(rows[0]!.sequence);
}

/** Whether one that was made later is kept already. */
export async function hasNewerBeacon(db: Db, deployment: string, at: Date, beacon: Beacon): Promise<boolean> {
  const query = db.selectFrom('beacon').select('deployment').where('deployment', '=', deployment).where(isOvertaken(at, beacon));
  return (await query.executeTakeFirst()) !== undefined;
}

/**
 * Keeps what was seen of a deployment whose status it does not change, in one statement: so it is of almost every look. Answers nothing where the status is another,
 * or answers for another are being counted, or where a beacon that was made later is there already.
 */
export async function updateUnchanged(
  db: Db,
  id: string,
  { change, wait, at, beacon }: { change: Updateable<DeploymentTable> & { status: DeploymentStatus }; wait: number; at: Date; beacon: Beacon },
): Promise<KeptBeacon | undefined> {
  const body = JSON.stringify(beacon);
  return db
    .with('kept', (query) =>
      query
        .updateTable('deployment')
        .set({ ...change, lease_until: null, next_at: sql<Date>`now() + make_interval(secs => ${wait / 1000})` })
        .where('id', '=', id)
        .where('status', '=', change.status)
        .where('streak', 'is', null)
        .where(({ not, exists, selectFrom }) =>
          not(exists(selectFrom('beacon').select('deployment').where('deployment', '=', id).where(isOvertaken(at, beacon)))),
        )
        .returning('id'),
    )
    .insertInto('beacon')
    .columns(['deployment', 'at', 'body'])
    .expression((query) => query.selectFrom('kept').select((one) => ['id', one.val(at).as('at'), sql<Beacon>`${body}::jsonb`.as('body')]))
    .onConflict((conflict) =>
      conflict
        .column('deployment')
        .doUpdateSet({ at, body })
        .where(sql<boolean>`not ${isOvertaken(at, beacon)}`),
    )
    .returning(told)
    .executeTakeFirst();
}

export async function deleteDeployment(db: Db, id: string): Promise<void> {
  await db.deleteFrom('deployment').where('id', '=', id).execute();
}

/** Whether another deployment than this one has the name. */
export async function isNameTaken(db: Db, name: string, id: string): Promise<boolean> {
  return (await db.selectFrom('deployment').select('id').where('name', '=', name).where('id', '<>', id).executeTakeFirst()) !== undefined;
}

/** A deployment that is to be asked. */
export interface DueDeployment extends Pick<DeploymentRow, 'id' | 'home' | 'url' | 'legacy' | 'sealed'> {
  /** An order of licences waits for what it says next. */
  awaited: boolean;
}

/** Takes deployments that are due, the longest waiting first; nobody else asks them before the lease ends. */
export async function claimDeployments(db: Db, limit: number): Promise<DueDeployment[]> {
  const { rows } = await sql<DueDeployment>`
    update deployment set lease_until = now() + make_interval(secs => ${lease}) where id in (
      select id from deployment where next_at <= now() and (lease_until is null or lease_until < now()) order by next_at limit ${limit} for update skip locked)
    returning id, home, url, legacy, sealed,
      exists (select from attach_order where attach_order.deployment = deployment.id and attach_order.state = 'unsettled') as awaited`.execute(db);
  return rows;
}

export function upsertBeacon(db: Db, deployment: string, at: Date, beacon: Beacon): Promise<KeptBeacon> {
  const body = JSON.stringify(beacon);
  return db
    .insertInto('beacon')
    .values({ deployment, at, body })
    .onConflict((conflict) => conflict.column('deployment').doUpdateSet({ at, body }))
    .returning(told)
    .executeTakeFirstOrThrow();
}

/** Notes what was passed on of a beacon; where another has been kept meanwhile, nobody knows any more what was passed on last. */
export async function noteTold(db: Db, deployment: string, at: Date, what: string | null): Promise<void> {
  await sql`update beacon set told = case when at = ${at} then ${what} end, told_at = now() where deployment = ${deployment}`.execute(db);
}

export function selectBeacon(db: Db, deployment: string) {
  return db.selectFrom('beacon').select(['at', 'body']).where('deployment', '=', deployment).executeTakeFirst();
}

export async function insertStatusChange(db: Db, deployment: string, at: Date, status: DeploymentStatus, reason: Said | null): Promise<void> {
  await db
    .insertInto('deployment_status_change')
    .values({ deployment, at, status, ...keepSaid(reason) })
    .execute();
  await sql`delete from deployment_status_change where deployment = ${deployment} and id <= (
    select id from deployment_status_change where deployment = ${deployment} order by id desc offset ${keptChanges} limit 1)`.execute(db);
}

/** The last ones first, before the one of this number; with how many there are. */
export async function selectStatusChanges(db: Db, deployment: string, { before, limit }: { before: number | undefined; limit: number }) {
  const all = db.selectFrom('deployment_status_change').where('deployment', '=', deployment);
  const page = before === undefined ? all : all.where('id', '<', before);
  const [rows, { total }] = await Promise.all([
    page.selectAll().orderBy('id', 'desc').limit(limit).execute() as Promise<Selectable<StatusChangeTable>[]>,
    all.select((select) => select.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return { rows, total };
}
