import parse, { type Info } from 'spdx-expression-parse';

/** A licence as its author wrote it, read as far as it can be. */
type Expression = { operator: 'and' | 'or'; left: Expression; right: Expression } | { names: readonly string[] };

function toExpression(info: Info): Expression {
  if ('conjunction' in info) return { operator: info.conjunction, left: toExpression(info.left), right: toExpression(info.right) };
  const plain = info.plus ? `${info.license}+` : info.license;
  const names = info.exception === undefined ? [plain] : [`${plain} WITH ${info.exception}`, plain];
  // `+` says the same as the newer `-or-later`, and a name without either the same as `-only`.
  return { names: [...new Set([...names, ...names.map((name) => name.replace(/\+$/, '-or-later')), ...names.map((name) => name.replace(/-only$/, ''))])] };
}

function read(text: string): Expression | undefined {
  try {
    return toExpression(parse(text.trim()));
  } catch {
    return undefined;
  }
}

/** Whether the SPDX list has it, alone or as part of an expression. https://spdx.org/licenses/ */
export function isKnownLicence(text: string): boolean {
  return !text.includes('LicenseRef-') && read(text) !== undefined;
}

export interface LicenceRule {
  allowed: readonly string[] | undefined;
  banned: readonly string[] | undefined;
  /** Of a choice, one that is good is enough. */
  permissive: boolean;
  /** What has no licence that anybody knows breaks no rule. */
  allowsUnknown: boolean;
}

/** A licence that nobody can read is called this. */
export const unknownLicence = 'Unknown';

const normalise = (names: readonly string[]) => new Set(names.map((name) => name.trim().toLowerCase()));

/** Licences of a package that break a rule, as they are written; all that a package lists apply together. https://spdx.github.io/spdx-spec/v2.3/SPDX-license-expressions/ */
export function findBadLicences(licences: readonly string[], { allowed, banned, permissive, allowsUnknown }: LicenceRule): string[] {
  const wanted = allowed && normalise(allowed);
  const refused = banned && normalise(banned);
  const isGood = (names: readonly string[]) => {
    const all = names.map((name) => name.toLowerCase());
    return refused ? !all.some((name) => refused.has(name)) : all.some((name) => wanted?.has(name) ?? true);
  };
  const fits = (one: Expression): boolean => {
    if ('names' in one) return isGood(one.names);
    const [left, right] = [fits(one.left), fits(one.right)];
    return one.operator === 'or' && permissive ? left || right : left && right;
  };
  const given = licences.map((text) => text.trim()).filter((text) => text !== '');
  if (given.length === 0) return allowsUnknown ? [] : [unknownLicence];
  return given.filter((text) => {
    const expression = read(text);
    if (expression) return !fits(expression);
    // Lists may name what is no SPDX expression, too, exactly as it is written.
    const lower = text.toLowerCase();
    if (refused?.has(lower)) return true;
    return !(wanted?.has(lower) || allowsUnknown);
  });
}
