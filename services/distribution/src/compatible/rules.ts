import type { CompatibleRule } from '@packhouse/contract/distribution/distribution-compatible-routes.ts';

export interface Located {
  name: string;
  site: string;
  city: string;
  country: string;
}

/** `*` stands for any text; what is not said, for everything. */
function fits(pattern: string | null | undefined, ...values: readonly string[]): boolean {
  if (!pattern) return true;
  const parts = pattern.toLowerCase().split('*');
  return values.some((value) => globFits(parts, value.toLowerCase()));
}

/** Each part in its order, each as early as it can be; no backtracking. */
function globFits(parts: readonly string[], value: string): boolean {
  const [first = '', ...rest] = parts;
  const last = rest.pop();
  if (last === undefined) return value === first;
  if (!value.startsWith(first) || value.length < first.length + last.length || !value.endsWith(last)) return false;
  let at = first.length;
  for (const part of rest) {
    const found = value.indexOf(part, at);
    if (found < 0 || found + part.length > value.length - last.length) return false;
    at = found + part.length;
  }
  return true;
}

function ruleFits({ site_name: site, city_name: city, country_codes: countries }: CompatibleRule, target: Located): boolean {
  const inCountry = !countries || countries.length === 0 || countries.some((code) => fits(code, target.country));
  return fits(site, target.site, target.name) && fits(city, target.city) && inCountry;
}

/** Targets that one of the rules names, by their site's name or their own. */
export function readTargets(rules: readonly CompatibleRule[], targets: readonly Located[]): string[] {
  return targets.filter((target) => rules.some((rule) => ruleFits(rule, target))).map(({ name }) => name);
}
