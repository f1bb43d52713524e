import { sql } from 'kysely';
import type { Db } from '../schema.ts';
import type { Component } from './component.ts';

/** Components of one statement. */
const atOnce = 1000;

/** Gives what makes two components the same. */
export const componentKey = ({ ecosystem, distro, name, version, sourceName, sourceVersion }: Component) =>
  JSON.stringify([ecosystem, distro, name, version, sourceName, sourceVersion]);

/** Keeps components that are not known yet, and answers the ids of all of them by their key. */
export async function keepComponents(db: Db, components: readonly Component[]): Promise<Map<string, number>> {
  const wanted = [...new Map(components.map((one) => [componentKey(one), one])).entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
  const ids = new Map<string, number>();
  for (let at = 0; at < wanted.length; at += atOnce) {
    const document = JSON.stringify(wanted.slice(at, at + atOnce));
    const given = sql`jsonb_to_recordset(${document}::jsonb) as given (ecosystem text, distro text, name text, version text, "sourceName" text, "sourceVersion" text, purl text)`;
    await sql`
      insert into component (ecosystem, distro, name, version, source_name, source_version, purl)
      select ecosystem, distro, name, version, "sourceName", "sourceVersion", purl from ${given}
      on conflict do nothing`.execute(db);
    const { rows } = await sql<Component & { id: number }>`
      select component.id, given.ecosystem, given.distro, given.name, given.version, given."sourceName", given."sourceVersion", given.purl
      from ${given} join component on (component.ecosystem, component.distro, component.name, component.version, component.source_name, component.source_version)
        = (given.ecosystem, given.distro, given.name, given.version, given."sourceName", given."sourceVersion")`.execute(db);
    for (const row of rows) ids.set(componentKey(row), row.id);
  }
  return ids;
}
