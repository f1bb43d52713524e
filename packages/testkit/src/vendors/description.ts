/**
 * What the description that a vendor publishes says of one call: which parameters and fields it takes, how it answers, and which fields of the answer
 * are there. Only what we use is written down, in our own words; a request or an answer that is not like it is a fault.
 */
export interface DescribedCall {
  /** Method and path below the API; `{…}` stands for one part, `{…*}` for the rest. */
  call: string;
  /** Parameters after the question mark. */
  query?: readonly string[];
  /** Fields of the body, those that have to be there with `!`; of an inner object with a dot before its fields; of a list with `[]`. */
  body?: readonly string[];
  /** Status of a good answer; of those that are not sure, none. */
  status?: number;
  /** Fields of the answer with their types, those that may lack or be null with `?`; `[]` stands for each of a list. */
  tells?: Readonly<Record<string, FieldType>>;
}

type Simple = 'string' | 'number' | 'boolean' | 'object' | 'array';
type FieldType = Simple | `${Simple}?`;

const toExpression = (path: string) =>
  new RegExp(
    `^${path
      .replaceAll(/[.+]/g, String.raw`\$&`)
      .replaceAll(/\\?\{[^}]*\*\}/g, '.+')
      .replaceAll(/\{[^}]*\}/g, '[^/]+')}$`,
  );

/** The description of a call, whatever its answer. */
function find(calls: readonly DescribedCall[], method: string, path: string): DescribedCall | undefined {
  return calls.find(({ call }) => {
    const [itsMethod = '', itsPath = ''] = call.split(' ');
    return itsMethod === method && toExpression(itsPath).test(path);
  });
}

/** Every field of a value, as the descriptions name them. */
function listFields(value: unknown, before = ''): string[] {
  if (Array.isArray(value)) return [...new Set(value.flatMap((one) => (typeof one === 'object' ? listFields(one, `${before}[]`) : [])))];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const own = before === '' ? name : `${before}.${name}`;
    return [own, ...listFields(inner, own)];
  });
}

function judgeBody(expected: readonly string[], body: unknown): string[] {
  const taken = new Set(expected.map((field) => field.replace('!', '')));
  const sent = listFields(body);
  const strange = sent.filter((field) => !taken.has(field)).map((field) => `sends ${field}, which is not described`);
  const missing = expected.filter((field) => field.endsWith('!') && !sent.includes(field.slice(0, -1))).map((field) => `does not send ${field.slice(0, -1)}`);
  return [...strange, ...missing];
}

/** Every value that a path of fields leads to. */
function follow(value: unknown, parts: readonly string[]): unknown[] {
  const [part, ...rest] = parts;
  if (part === undefined) return [value];
  if (part === '[]') return Array.isArray(value) ? value.flatMap((one) => follow(one, rest)) : [];
  return follow((value as Record<string, unknown> | null | undefined)?.[part], rest);
}

const getType = (value: unknown) => (Array.isArray(value) ? 'array' : value === null || value === undefined ? 'nothing' : typeof value);

function judgeAnswer(tells: Readonly<Record<string, FieldType>>, body: unknown): string[] {
  return Object.entries(tells).flatMap(([field, type]) => {
    const parts = field.split('.').flatMap((part) => (part.endsWith('[]') ? [...(part === '[]' ? [] : [part.slice(0, -2)]), '[]'] : [part]));
    return follow(body, parts)
      .filter((value) => getType(value) !== type.replace('?', '') && !(type.endsWith('?') && getType(value) === 'nothing'))
      .slice(0, 1)
      .map((value) => `answers ${field} as ${getType(value)}, not as ${type}`);
  });
}

interface Exchange {
  method: string;
  path: string;
  query: URLSearchParams;
  sent: unknown;
  status: number;
  answered: unknown;
}

/** What of a request and its good answer is not as the vendor describes it; nothing of what was refused. */
export function judgeExchange(calls: readonly DescribedCall[], { method, path, query, sent, status, answered }: Exchange): string[] {
  if (status >= 400) return [];
  const described = find(calls, method, path);
  if (!described) return [`${method} ${path}: the vendor describes no such call`];
  const strange = [...query.keys()].filter((name) => !described.query?.includes(name)).map((name) => `asks with ${name}, which is not described`);
  const faults = [
    ...strange,
    ...judgeBody(described.body ?? [], sent),
    ...(described.status === undefined || status === described.status ? [] : [`answers ${status}, not ${described.status}`]),
    ...judgeAnswer(described.tells ?? {}, answered),
  ];
  return faults.map((fault) => `${described.call}: ${fault}`);
}
