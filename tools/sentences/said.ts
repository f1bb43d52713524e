import { type Sources, sourcesOf } from './sources.ts';
import { bare, isFunction, nameOf, part, parts, type Syntax, walk } from './syntax.ts';

/** A sentence that the sources say about a refusal; every value in it is written `{}`. */
export interface Said {
  readonly sentence: string;
  /** The files that say it. */
  readonly files: ReadonlySet<string>;
}

/** A parameter that becomes a part of a sentence: its place, and its name where it is a part of an object. */
interface Slot {
  readonly at: number;
  readonly key: string | undefined;
}

/** The name under which a parameter binds a variable: '' for itself, the key for a part of an object. */
function bound(parameter: Syntax | undefined, name: string): string | undefined {
  if (parameter?.type === 'AssignmentPattern') return bound(part(parameter, 'left'), name);
  if (parameter?.type === 'TSParameterProperty') return bound(part(parameter, 'parameter'), name);
  if (parameter?.type === 'ObjectPattern') {
    const found = parts(parameter, 'properties').find((one) => bound(part(one, 'value'), name) === '');
    return nameOf(part(found, 'key'));
  }
  return parameter && nameOf(parameter) === name ? '' : undefined;
}

/** What a constant is set to, looked for from the inside out; undefined for a parameter and for what is not a constant. */
function constant(one: Syntax): Syntax | undefined {
  const name = nameOf(one) ?? '';
  for (let scope = one.above; scope; scope = scope.above) {
    for (const statement of /^(?:Program|BlockStatement)$/.test(scope.type) ? parts(scope, 'body') : []) {
      const declared = parts(statement.type === 'ExportNamedDeclaration' ? part(statement, 'declaration') : statement, 'declarations');
      const found = declared.find((declaration) => nameOf(part(declaration, 'id')) === name);
      if (found) return bare(part(found, 'init'));
    }
    if (isFunction(scope) && parts(scope, 'params').some((parameter) => bound(parameter, name) !== undefined)) return undefined;
  }
  return undefined;
}

const join = (lefts: readonly string[], rights: readonly string[]) => lefts.flatMap((left) => rights.map((right) => left + right));

/** The texts an expression can have, where it is written out; undefined for what is only known at run time. */
function texts(of: Syntax | undefined): string[] | undefined {
  const one = bare(of);
  if (one?.type === 'Literal' && typeof one.value === 'string') return [one.value];
  if (one?.type === 'BinaryExpression' && one.operator === '+') {
    const sides = [texts(part(one, 'left')), texts(part(one, 'right'))];
    return sides.every((side) => side === undefined) ? undefined : join(sides[0] ?? ['{}'], sides[1] ?? ['{}']);
  }
  if (one?.type === 'ConditionalExpression') {
    const [yes, no] = [texts(part(one, 'consequent')), texts(part(one, 'alternate'))];
    return yes || no ? [...(yes ?? ['{}']), ...(no ?? ['{}'])] : undefined;
  }
  if (one?.type === 'Identifier') {
    const value = constant(one);
    return value && !isFunction(value) ? texts(value) : undefined;
  }
  if (one?.type !== 'TemplateLiteral') return undefined;
  const values = parts(one, 'expressions');
  const written = parts(one, 'quasis').map(({ value }) => (value as { cooked: string }).cooked);
  return written.reduce<string[]>((done, text, at) => join(join(done, at === 0 ? [''] : (texts(values[at - 1]) ?? ['{}'])), [text]), ['']);
}

/** What a function gives back. */
function results(of: Syntax): Syntax[] {
  const body = part(of, 'body');
  if (body?.type !== 'BlockStatement') return body ? [body] : [];
  const found: Syntax[] = [];
  walk(body, (one) => {
    const value = one.type === 'ReturnStatement' ? part(one, 'argument') : undefined;
    if (value) found.push(value);
    return !isFunction(one);
  });
  return found;
}

/** Follows what is said from where a refusal is made back to where the words are written. */
class Listener {
  readonly found = new Map<string, Set<string>>();
  readonly slots = new Map<Syntax, Slot[]>();
  readonly heard = new Set<Syntax>();
  readonly sources: Sources;
  constructor(sources: Sources) {
    this.sources = sources;
  }

  /** Takes an expression for something said. */
  hear(of: Syntax | undefined): void {
    const one = bare(of);
    if (!one || this.heard.has(one)) return;
    this.heard.add(one);
    for (const text of texts(one) ?? []) this.keep(text, one.file);
    if (one.type === 'TemplateLiteral') for (const value of parts(one, 'expressions')) if (!texts(value)) this.hear(value);
    for (const key of ['consequent', 'alternate', 'left', 'right']) this.hear(part(one, key));
    if (one.type === 'Identifier') this.hearName(one);
    if (one.type === 'CallExpression') for (const called of this.sources.functionsOf(one)) for (const result of results(called)) this.hear(result);
    if (one.type === 'MemberExpression' && one.computed) for (const choice of parts(constantOf(one), 'properties')) this.hear(part(choice, 'value'));
  }

  /** A sentence, or a part of one that the caller decides on. */
  private keep(text: string, file: string): void {
    if (!/\p{L}{2}/u.test(text) || !text.trim().includes(' ')) return;
    this.found.set(text, (this.found.get(text) ?? new Set()).add(file));
  }

  private hearName(one: Syntax): void {
    const value = constant(one);
    this.hear(value);
    for (let scope = value ? undefined : one.above; scope; scope = scope.above) {
      if (!isFunction(scope)) continue;
      const name = nameOf(one) ?? '';
      const at = parts(scope, 'params').findIndex((parameter) => bound(parameter, name) !== undefined);
      if (at < 0) continue;
      this.slots.set(scope, [...(this.slots.get(scope) ?? []), { at, key: bound(parts(scope, 'params')[at], name) || undefined }]);
      return;
    }
  }

  /** Hears what a call gives to those of the function's parameters that are said. */
  hearCall(call: Syntax): void {
    for (const called of this.sources.functionsOf(call)) {
      for (const { at, key } of this.slots.get(called) ?? []) {
        const given = bare(parts(call, 'arguments')[at]);
        this.hear(
          key === undefined
            ? given
            : part(
                parts(given, 'properties').find((one) => nameOf(part(one, 'key')) === key),
                'value',
              ),
        );
      }
    }
  }
}

const constantOf = (member: Syntax) => {
  const object = bare(part(member, 'object'));
  return object?.type === 'Identifier' ? constant(object) : undefined;
};

/** Under what refusals, results and the schemas' own rules give their words. */
const spoken: ReadonlySet<string> = new Set(['message', 'error', 'reason', 'problem']);

/** Rules of schemas, which take words of their own as an argument. */
const rules = /^(?:refine|min|max|length|regex|gte|lte|int|number|string|array|union|email|url|base64)$/;

/**
 * Every sentence that sources, by their paths, say about a refusal or a result, wherever it is put together:
 * what is given as message, error, reason or problem, and what schemas say of their own. Words chosen by a condition are sentences of their own.
 */
export function everythingSaid(texts: ReadonlyMap<string, string>): Said[] {
  const sources = sourcesOf(texts);
  const listener = new Listener(sources);
  for (let before = -1; before !== listener.heard.size; ) {
    before = listener.heard.size;
    for (const whole of sources.files.values()) {
      walk(whole, (one) => {
        if (one.type === 'Property' && one.above?.type === 'ObjectExpression' && spoken.has(nameOf(part(one, 'key')) ?? '')) listener.hear(part(one, 'value'));
        if (one.type === 'CallExpression' && rules.test(nameOf(part(part(one, 'callee'), 'property')) ?? ''))
          for (const given of parts(one, 'arguments')) listener.hear(given);
        if (/^(?:CallExpression|NewExpression)$/.test(one.type)) listener.hearCall(one);
        if (one.type === 'NewExpression' && sources.plainErrors.has(nameOf(part(one, 'callee')) ?? '')) listener.hear(parts(one, 'arguments')[0]);
        return true;
      });
    }
  }
  return [...listener.found].map(([sentence, files]) => ({ sentence, files }));
}
