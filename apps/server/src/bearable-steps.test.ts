import { migrate } from '@packhouse/kernel/database/database.ts';
import { kernelMigrations, kernelSchema } from '@packhouse/kernel/database/kernel-migrations.ts';
import { findBreaks, readShape } from '@packhouse/testkit/schema-shape.ts';
import { createEmptyDatabase } from '@packhouse/testkit/test-database.ts';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allServices } from './services.ts';

let database: Awaited<ReturnType<typeof createEmptyDatabase>>;
beforeAll(async () => {
  database = await createEmptyDatabase();
});
afterAll(() => database?.drop());

describe('steps that servers of the version before bear', () => {
  it('SCALE-003 only add what those servers need not know of', async () => {
    const broken: string[] = [];
    await migrate(database.url, kernelSchema, kernelMigrations);
    for (const { name: schema, migrations } of allServices()) {
      const steps = Object.keys(migrations).toSorted();
      for (const [at, step] of steps.entries()) {
        if (!migrations[step]?.besideOlder) continue;
        const upTo = (count: number) => Object.fromEntries(steps.slice(0, count).map((name) => [name, migrations[name]!]));
        await migrate(database.url, schema, upTo(at));
        const before = await readShape(database.url, schema);
        await migrate(database.url, schema, upTo(at + 1));
        broken.push(...findBreaks(before, await readShape(database.url, schema)).map((found) => `${schema} ${step}: ${found}`));
      }
      await migrate(database.url, schema, migrations);
    }
    expect(broken).toEqual([]);
  });

  it('SCALE-003 are told from those that change or demand something', async () => {
    const steps = {
      '0001-table': 'create table thing (id bigint primary key, name text not null, size integer)',
      '0002-adds': 'alter table thing add column note text, add column count integer not null default 0; create table other (id bigint primary key)',
      '0003-breaks': `alter table thing drop column size, alter column name type varchar(10), add column owner text not null;
        alter table thing add constraint short check (length(note) < 5); create unique index thing_name on thing (name)`,
    };
    const migrations = Object.fromEntries(
      Object.entries(steps).map(([name, text]) => [name, { up: async (db: Kysely<unknown>) => void (await sql.raw(text).execute(db)) }]),
    );
    const upTo = (last: string) => Object.fromEntries(Object.entries(migrations).filter(([name]) => name <= last));
    const shapes = [];
    for (const step of Object.keys(steps)) {
      await migrate(database.url, 'trial', upTo(step));
      shapes.push(await readShape(database.url, 'trial'));
    }
    const [first, second, third] = shapes;
    expect(findBreaks(first!, second!)).toEqual([]);
    const breaks = findBreaks(second!, third!).join('\n');
    for (const part of ['no more: column thing.size', 'no more: column thing.name', 'column thing.name', 'column thing.owner', 'constraint thing.short'])
      expect(breaks).toContain(part);
    expect(breaks).toMatch(/^new: index .*thing_name/m);
    expect(breaks).not.toMatch(/thing\.(id|note|count)/);
  });
});
