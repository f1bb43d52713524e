import type { Client, QueryConfig } from 'pg';

/** How often a statement must come before it is worth keeping prepared, and how many are kept by each connection. */
const worthKeeping = 8;
const mostKept = 200;
/** Statements that were not kept are counted in batches of this many, so that rare ones are forgotten again. */
const mostCounted = 2000;

const names = new Map<string, string>();
let counts = new Map<string, number>();

/** A star that stands for columns, and not one that multiplies or counts rows. */
const everyColumn = /(?:\b(?:select|returning|distinct|all)|[.,])\s*\*/i;

/** The name under which this process keeps a statement prepared; undefined while it is not known to come often. */
function getName(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= mostKept) return known;
  // The columns behind a star change when another node migrates, and a prepared statement would then fail.
  if (everyColumn.test(text)) return undefined;
  const count = (counts.get(text) ?? 0) + 1;
  if (count < worthKeeping) {
    if (counts.size >= mostCounted) counts = new Map();
    counts.set(text, count);
    return undefined;
  }
  counts.delete(text);
  const name = `often${names.size}`;
  names.set(text, name);
  return name;
}

type PlainQuery = (statement: string | QueryConfig, ...rest: unknown[]) => unknown;

/** Lets PostgreSQL parse and plan a statement that comes often only once a connection; that saves a third of what a lookup costs. */
export function prepareOftenUsed(client: Pick<Client, 'query'>): void {
  const plain = client.query.bind(client) as PlainQuery;
  const query: PlainQuery = (statement, ...rest) => {
    const [values] = rest;
    if (typeof statement !== 'string' || !Array.isArray(values) || values.length === 0) return plain(statement, ...rest);
    const name = getName(statement);
    return name === undefined ? plain(statement, ...rest) : plain({ name, text: statement, values }, ...rest.slice(1));
  };
  client.query = query as typeof client.query;
}
