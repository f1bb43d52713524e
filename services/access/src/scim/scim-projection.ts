import { findAttribute } from './scim-filter.ts';
import { isJson, type Json } from './scim-patch.ts';

export interface Wanted {
  attributes?: string | undefined;
  excludedAttributes?: string | undefined;
}

const always = new Set(['id', 'schemas']);
const namesIn = (list: string) => list.split(',').map((name) => findAttribute(name.trim()));

function mapped(value: unknown, change: (part: Json) => Json): unknown {
  if (Array.isArray(value)) return value.map((element) => (isJson(element) ? change(element) : element));
  return isJson(value) ? change(value) : value;
}

const filtered = (value: Json, keeps: (name: string) => boolean): Json => Object.fromEntries(Object.entries(value).filter(([key]) => keeps(key.toLowerCase())));

/** Only what the caller asked for; `id` and `schemas` always come. https://www.rfc-editor.org/rfc/rfc7644#section-3.9 */
export function projected(resource: Json, { attributes, excludedAttributes }: Wanted): Json {
  const only = attributes ? new Set(namesIn(attributes)) : undefined;
  const without = new Set(!only && excludedAttributes ? namesIn(excludedAttributes) : []);
  const result: Json = {};
  for (const [key, value] of Object.entries(resource)) {
    const name = key.toLowerCase();
    const isAsked = !only || always.has(name) || only.has(name);
    const parts = [...(only ?? [])].filter((path) => path.startsWith(`${name}.`));
    if (!isAsked && parts.length > 0) result[key] = mapped(value, (part) => filtered(part, (inner) => parts.includes(`${name}.${inner}`)));
    else if (isAsked && (always.has(name) || !without.has(name)))
      result[key] = mapped(value, (part) => filtered(part, (inner) => !without.has(`${name}.${inner}`)));
  }
  return result;
}

/** Whether an attribute that is dear to read will be answered at all. */
export function isWanted(name: string, { attributes, excludedAttributes }: Wanted): boolean {
  if (attributes) return namesIn(attributes).some((path) => path === name || path.startsWith(`${name}.`));
  return !(excludedAttributes && namesIn(excludedAttributes).includes(name));
}
