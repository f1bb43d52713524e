import pg from 'pg';

/** One thing of a schema that statements can come into conflict with. */
interface Part {
  kind: 'column' | 'constraint' | 'index' | 'trigger';
  table: string;
  name: string;
  definition: string;
  /** Rows can be written without naming it. */
  optional: boolean;
}

const question = `
  select 'column' as kind, c.relname as "table", a.attname as name,
         format_type(a.atttypid, a.atttypmod) || case when a.attnotnull then ' not null' else '' end as definition,
         not a.attnotnull or a.atthasdef or a.attidentity <> '' as optional
    from pg_attribute a join pg_class c on c.oid = a.attrelid
   where c.relnamespace = $1::regnamespace and c.relkind in ('r', 'p', 'v') and a.attnum > 0 and not a.attisdropped
  union all
  select 'constraint', conrelid::regclass::text, conname, pg_get_constraintdef(oid), false
    from pg_constraint where connamespace = $1::regnamespace and conrelid <> 0 and contype <> 'n'
  union all
  select 'index', indrelid::regclass::text, indexrelid::regclass::text, pg_get_indexdef(indexrelid), false
    from pg_index join pg_class c on c.oid = indexrelid where c.relnamespace = $1::regnamespace and indisunique
  union all
  select 'trigger', tgrelid::regclass::text, tgname, pg_get_triggerdef(t.oid), false
    from pg_trigger t join pg_class c on c.oid = tgrelid where c.relnamespace = $1::regnamespace and not tgisinternal`;

/** Everything of a schema that a program written for it may rely on, or trip over. */
export async function readShape(url: string, schema: string): Promise<Part[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`set search_path = "${schema}"`);
    return (await client.query<Part>(question, [`"${schema}"`])).rows;
  } finally {
    await client.end();
  }
}

const tell = ({ kind, table, name, definition }: Part) => `${kind} ${table}.${name} ${definition}`;

/** What a program that was written for the shape before cannot bear about the one after: columns gone or changed, and whatever its rows may now violate. */
export function findBreaks(before: readonly Part[], after: readonly Part[]): string[] {
  const [was, is] = [before, after].map((parts) => new Set(parts.map(tell)));
  const tables = new Set(before.map(({ table }) => table));
  const gone = before.filter((part) => part.kind === 'column' && !is!.has(tell(part)));
  const demanded = after.filter((part) => tables.has(part.table) && !was!.has(tell(part)) && !(part.kind === 'column' && part.optional));
  return [...gone.map((part) => `no more: ${tell(part)}`), ...demanded.map((part) => `new: ${tell(part)}`)];
}
