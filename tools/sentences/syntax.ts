import { parseSync } from 'oxc-parser';

/** A part of a parsed source, and the part it stands in. */
export interface Syntax {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly file: string;
  readonly above: Syntax | undefined;
  readonly [key: string]: unknown;
}

const isSyntax = (value: unknown): value is Syntax => typeof (value as Syntax | null)?.type === 'string';

/** One part by its name. */
export function part(of: Syntax | undefined, key: string): Syntax | undefined {
  const value = of?.[key];
  return isSyntax(value) ? value : undefined;
}

/** A list of parts by its name. */
export function parts(of: Syntax | undefined, key: string): Syntax[] {
  const value = of?.[key];
  return Array.isArray(value) ? value.filter(isSyntax) : [];
}

/** A name that stands in the source: an identifier's, or that of a function, a key or a variable. */
export function nameOf(of: Syntax | undefined): string | undefined {
  return typeof of?.name === 'string' ? of.name : undefined;
}

export const isFunction = (of: Syntax) => /^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(of.type);

/** Everything directly inside. */
function inside(of: Syntax): Syntax[] {
  return Object.entries(of).flatMap(([key, value]) => {
    if (key === 'above') return [];
    return Array.isArray(value) ? value.filter(isSyntax) : isSyntax(value) ? [value] : [];
  });
}

/** Does something with a part and all that is in it; what stands in a part for which `enter` says false is left out. */
export function walk(of: Syntax, enter: (one: Syntax) => boolean | undefined): void {
  if (enter(of) === false) return;
  for (const one of inside(of)) walk(one, enter);
}

/** Without casts, brackets and waiting. */
export function bare(of: Syntax | undefined): Syntax | undefined {
  const wrapped = of && /^(?:TSAsExpression|TSNonNullExpression|TSSatisfiesExpression|ParenthesizedExpression|AwaitExpression|ChainExpression)$/.test(of.type);
  return wrapped ? bare(part(of, 'expression') ?? part(of, 'argument')) : of;
}

/** The parsed source of a file, every part knowing where it stands. */
export function parse(file: string, text: string): Syntax {
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file} does not parse: ${errors[0]?.message}`);
  const place = (one: Syntax, above: Syntax | undefined): void => {
    Object.assign(one, { above, file });
    for (const below of inside(one)) place(below, one);
  };
  const whole = program as unknown as Syntax;
  place(whole, undefined);
  return whole;
}
