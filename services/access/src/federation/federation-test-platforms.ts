import { randomUUID } from 'node:crypto';
import type { FederationPart } from '@packhouse/contract/access/federation-part-routes.ts';
import { pairPlatforms } from '@packhouse/testkit/pair-platforms.ts';
import { startTestPlatform, type TestPlatform, type TestPlatformOptions } from '@packhouse/testkit/start-test-platform.ts';
import { type Kysely, sql } from 'kysely';
import { vi } from 'vitest';
import type { z } from 'zod';
import type { AccessSchema } from '../schema.ts';
import { accessService } from '../service.ts';

type Part = z.output<typeof FederationPart>;

export interface Member extends TestPlatform {
  id: string;
}

const by = { actor: 'admin', address: '' };

/** Platforms that trust each other for federation. */
export async function startMembers(count: number, options: TestPlatformOptions = {}): Promise<Member[]> {
  const platforms = await Promise.all(Array.from({ length: count }, () => startTestPlatform({ services: [accessService], ...options })));
  for (const [index, one] of platforms.entries()) for (const other of platforms.slice(index + 1)) await pairPlatforms(one, other, ['federation']);
  return Promise.all(platforms.map(async (one) => Object.assign(one, { id: (await one.peers.trust!.self()).id })));
}

/** What a member is told: whom it sends to, and what. */
export function partFor(targets: readonly Member[], change: Partial<Part> = {}): Part {
  return {
    federation: randomUUID(),
    mode: 'star',
    targets: targets.map(({ id }) => ({ id, name: id })),
    types: ['USERS', 'GROUPS', 'PERMISSIONS', 'TOKENS'],
    include: [],
    exclude: [],
    adopt: false,
    adoptAdministrators: false,
    forward: false,
    passwords: true,
    copies: 'keep',
    ...change,
  };
}

export async function star(source: Member, targets: readonly Member[], change: Partial<Part> = {}): Promise<Part> {
  const part = partFor(targets, change);
  await source.peers.federation!.apply(part, by);
  return part;
}

/** Answers the id of the federation. */
export async function mesh(members: readonly Member[], change: Partial<Part> = {}): Promise<string> {
  const federation = randomUUID();
  for (const one of members) {
    const others = members.filter((other) => other !== one);
    await one.peers.federation!.apply(partFor(others, { federation, mode: 'mesh', ...change }), by);
  }
  return federation;
}

const patience = { timeout: 60_000, interval: 50 };

/** Cuts a member off: it sends nothing, and nobody sends it anything. */
export async function cutOff(databases: ReadonlyMap<Member, Kysely<AccessSchema>>, member: Member, on: boolean): Promise<void> {
  for (const [one, db] of databases) {
    const toOrFrom = one === member ? sql`true` : sql`peer = ${member.id}`;
    await sql`update federation_link set next_at = ${on ? sql`'infinity'` : sql`now()`} where direction = 'out' and ${toOrFrom}`.execute(db);
    // What is under way still sees what is changed now.
    if (on) await vi.waitUntil(async () => (await sql`select 1 from federation_link where lease_until > now()`.execute(db)).rows.length === 0, patience);
  }
}

/** Keeps everything a member knows at this moment; what comes back puts it back to that. */
export async function backUp(db: Kysely<AccessSchema>): Promise<() => Promise<void>> {
  const { rows } = await sql<{ name: string }>`select tablename as name from pg_tables where schemaname = 'access' and tablename not like 'kysely%'`.execute(
    db,
  );
  await sql`drop schema if exists kept cascade`.execute(db);
  await sql`create schema kept`.execute(db);
  for (const { name } of rows) await sql`create table ${sql.table(`kept.${name}`)} as table ${sql.table(name)}`.execute(db);
  // Backups are older than what was under way when they were made.
  await sql`update kept.federation_link set lease_until = null, next_at = greatest(next_at, now())`.execute(db);
  return () =>
    db.transaction().execute(async (transaction) => {
      await sql`set local session_replication_role = replica`.execute(transaction);
      for (const { name } of rows) {
        await sql`delete from ${sql.table(name)}`.execute(transaction);
        await sql`insert into ${sql.table(name)} overriding system value select * from ${sql.table(`kept.${name}`)}`.execute(transaction);
      }
    });
}

/** Registers that one of the members knows and another does not, a line each. */
export async function findDifferences(databases: ReadonlyMap<Member, Kysely<AccessSchema>>): Promise<string[]> {
  const all = [...databases.values()].map(async (db) => {
    const { rows } = await sql<{ text: string }>`select concat_ws(' ', kind, uid, register, stamp, origin, value) as text from federation_register`.execute(db);
    return rows.map(({ text }) => text);
  });
  const known = (await Promise.all(all)).map((lines) => new Set(lines));
  const union = new Set(known.flatMap((one) => [...one]));
  return [...union].flatMap((line) => {
    const places = known.flatMap((one, index) => (one.has(line) ? [index] : []));
    return places.length === known.length ? [] : [`${line} is known at ${places.join(' and ')} alone`];
  });
}
