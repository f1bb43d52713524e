import { AppError } from '@packhouse/contract/errors.ts';
import { queryWords } from '@packhouse/contract/repositories/query-words.ts';
import { type Condition, every, some } from '@packhouse/kernel/database/conditions.ts';
import { type SqlBool, sql } from 'kysely';
import type { Comparison, Criterion } from './aql.ts';
import { type Column, compareColumn } from './scalar-queries.ts';

export const buildFields: Readonly<Record<string, Column>> = {
  name: { sql: sql`d.name`, type: 'text' },
  number: { sql: sql`d.number`, type: 'text' },
  started: { sql: sql`d.started_at`, type: 'time' },
  created: { sql: sql`d.created_at`, type: 'time' },
  created_by: { sql: sql`d.created_by`, type: 'text' },
  url: { sql: sql`d.url`, type: 'text' },
};

const moduleColumns: Readonly<Record<string, Column>> = { 'module.name': { sql: sql`m.name`, type: 'text' } };
const fileColumns: Readonly<Record<string, Column>> = {
  name: { sql: sql`x.name`, type: 'text' },
  type: { sql: sql`x.type`, type: 'text' },
  sha1: { sql: sql`x.sha1`, type: 'text' },
  md5: { sql: sql`x.md5`, type: 'text' },
};
const fileTables = { 'module.artifact.': sql.table('build_artifact'), 'module.dependency.': sql.table('build_dependency') } as const;

const opposites = { $ne: '$eq', $nmatch: '$match' } as const;

function compareBuildProperty(key: string, { operator, value }: Comparison): Condition {
  const column: Column = { sql: sql`d.properties ->> ${key}`, type: 'text' };
  if (operator !== '$ne' && operator !== '$nmatch') return compareColumn(column, operator, value);
  return value === null ? compareColumn(column, operator, null) : sql<SqlBool>`(${compareColumn(column, opposites[operator], value)}) is not true`;
}

function comparison(one: Comparison): Condition {
  const field = one.field.replace(/^builds?\./, '');
  if (field.startsWith('@')) return compareBuildProperty(field.slice(1), one);
  const own = buildFields[field];
  if (own) return compareColumn(own, one.operator, one.value);
  const module = moduleColumns[field];
  if (module) return sql<SqlBool>`exists (select from build_module m where m.build_id = d.id and ${compareColumn(module, one.operator, one.value)})`;
  for (const prefix of ['module.artifact.', 'module.dependency.'] as const) {
    const column = field.startsWith(prefix) ? fileColumns[field.slice(prefix.length)] : undefined;
    if (column)
      return sql<SqlBool>`exists (select from ${fileTables[prefix]} x join build_module m on m.id = x.module_id
        where m.build_id = d.id and ${compareColumn(column, one.operator, one.value)})`;
  }
  throw new AppError(queryWords.query_build_field_unknown, { field: one.field });
}

/** Criteria over builds as one condition over `d`. */
export function buildCondition(criterion: Criterion): Condition {
  if (criterion.kind === 'compare') return comparison(criterion);
  const parts = criterion.parts.map(buildCondition);
  return criterion.kind === 'or' ? some(parts) : every(parts);
}
