import type { ScimOperation } from '@packhouse/contract/access/access-scim-routes.ts';
import { signInWords } from '@packhouse/contract/access/sign-in-words.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { scimError } from './scim-error.ts';
import { type Filter, findAttribute, makePart, matches, parseFilter } from './scim-filter.ts';

/** A resource or a part of one as it travels. */
export type Json = Record<string, unknown>;

/**
 * The attributes of a kind of resource, by their names in lower case. `ignored` ones are of the standard but of no use here: providers
 * send them with everything else, and refusing them would refuse the user.
 */
export interface Shape {
  readonly [name: string]:
    | { name: string; kind: 'elements' }
    | { name: string; kind: 'single' | 'readOnly' | 'ignored' }
    | { name: string; kind: 'complex'; parts: readonly string[] };
}

interface Target {
  attribute: Shape[string];
  filter?: Filter | undefined;
  part?: string | undefined;
}

export const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

const withLowerKeys = (value: Json): Json => Object.fromEntries(Object.entries(value).map(([key, inner]) => [key.toLowerCase(), inner]));

function elementsIn(value: unknown): Json[] {
  const list = Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];
  return list.map((element) => {
    if (isJson(element)) return withLowerKeys(element);
    if (typeof element === 'string' || typeof element === 'number') return { value: String(element) };
    throw scimError('invalidValue', say(signInWords.element_is_no_object));
  });
}

function partsIn(attribute: { name: string; parts: readonly string[] }, value: unknown): Json {
  if (!isJson(value)) throw scimError('invalidValue', say(signInWords.attribute_is_no_object, { attribute: attribute.name }));
  const given = withLowerKeys(value);
  return Object.fromEntries(attribute.parts.filter((part) => given[part.toLowerCase()] !== undefined).map((part) => [part, given[part.toLowerCase()]]));
}

/** The attributes of a body that we know, under their proper names; elements of lists have names in lower case. */
export function canonical(body: Json, shape: Shape): Json {
  const known: Json = {};
  for (const [key, value] of Object.entries(body)) {
    const attribute = shape[findAttribute(key)];
    if (!attribute || attribute.kind === 'readOnly' || attribute.kind === 'ignored') continue;
    if (attribute.kind === 'complex' && value !== null) known[attribute.name] = partsIn(attribute, value);
    else known[attribute.name] = attribute.kind === 'elements' ? elementsIn(value) : value;
  }
  return known;
}

/** Finds what a path points at, or nothing for extensions, which are not kept. */
function makeTarget(path: string, shape: Shape): Target | undefined {
  const local = findAttribute(path.trim());
  if (local.startsWith('urn:')) return undefined;
  // The filter keeps the case of its values, so it is cut out of the path as written.
  const match = /^(?:urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):)?([a-z$][\w-]*)(?:\[(.*)\])?(?:\.([\w-]+))?$/is.exec(path.trim());
  const attribute = shape[match?.[1]?.toLowerCase() ?? ''];
  if (!match || !attribute) throw scimError('invalidPath', say(signInWords.no_attribute, { path }));
  return { attribute, filter: match[2] === undefined ? undefined : parseFilter(match[2]), part: match[3]?.toLowerCase() };
}

/** The element a filter describes, where it only says what is equal to what. */
function described(filter: Filter): Json {
  if (filter.kind === 'and') return { ...described(filter.left), ...described(filter.right) };
  return filter.kind === 'compare' && filter.op === 'eq' ? { [filter.path]: filter.value } : {};
}

function changeComplex(resource: Json, { op, value }: ScimOperation, attribute: { name: string; parts: readonly string[] }, part: string | undefined): void {
  const now = isJson(resource[attribute.name]) ? (resource[attribute.name] as Json) : {};
  if (part === undefined) resource[attribute.name] = op === 'remove' ? undefined : { ...now, ...partsIn(attribute, value) };
  else {
    const name = attribute.parts.find((known) => known.toLowerCase() === part);
    if (name) resource[attribute.name] = { ...now, [name]: op === 'remove' ? undefined : value };
  }
}

function merged(element: Json, part: string | undefined, value: unknown): Json {
  if (part !== undefined) return { ...element, [part]: value };
  if (!isJson(value)) throw scimError('invalidValue', say(signInWords.object_expected));
  return { ...element, ...withLowerKeys(value) };
}

/** Removes the elements that a filter finds or, as some providers ask, those that the value lists. */
function withoutElements(elements: readonly Json[], { value }: ScimOperation, { filter, part }: Target): Json[] {
  if (filter && part !== undefined && part !== 'value')
    return elements.map((element) => (matches(filter, element) ? { ...element, [part]: undefined } : element));
  if (filter) return elements.filter((element) => !matches(filter, element));
  if (value === undefined || value === null) return [];
  const gone = new Set(elementsIn(value).map((element) => element.value));
  return elements.filter((element) => !gone.has(element.value));
}

function withElements(elements: readonly Json[], { op, value }: ScimOperation, { filter, part }: Target): Json[] {
  const isMeant = (element: Json) => filter === undefined || matches(filter, element);
  if (filter || part !== undefined) {
    if (elements.some(isMeant)) return elements.map((element) => (isMeant(element) ? merged(element, part, value) : element));
    if (filter && op === 'replace') throw scimError('noTarget', say(signInWords.filter_matches_nothing));
    return [...elements, merged(filter ? described(filter) : {}, part, value)];
  }
  if (op === 'replace') return elementsIn(value);
  const byValue = new Map(elements.map((element) => [makePart(element, 'value'), element]));
  for (const element of elementsIn(value)) byValue.set(element.value, element);
  return [...byValue.values()];
}

function changeAt(resource: Json, operation: ScimOperation, path: string, shape: Shape): void {
  const target = makeTarget(path, shape);
  if (!target || target.attribute.kind === 'ignored') return;
  const { attribute, filter, part } = target;
  if (attribute.kind === 'readOnly') throw scimError('mutability', say(signInWords.attribute_fixed, { attribute: attribute.name }));
  if (attribute.kind === 'elements') {
    const now = elementsIn(resource[attribute.name]);
    resource[attribute.name] = operation.op === 'remove' ? withoutElements(now, operation, target) : withElements(now, operation, target);
  } else if (filter || (part !== undefined && attribute.kind === 'single'))
    throw scimError('invalidPath', say(signInWords.attribute_without_parts, { attribute: attribute.name }));
  else if (attribute.kind === 'complex') changeComplex(resource, operation, attribute, part);
  else resource[attribute.name] = operation.op === 'remove' ? undefined : operation.value;
}

/** Without a path, the value holds attributes; those of ours that come back with the rest, such as the id, are let pass. */
function changeAll(resource: Json, operation: ScimOperation, values: Json, shape: Shape): void {
  for (const [path, value] of Object.entries(values))
    if (shape[findAttribute(path)]?.kind !== 'readOnly') changeAt(resource, { ...operation, value }, path, shape);
}

/**
 * The resource after the operations, in their order; the given one stays as it was. https://www.rfc-editor.org/rfc/rfc7644#section-3.5.2
 * @throws AppError with `invalidPath`, `noTarget`, `mutability` or `invalidValue`
 */
export function patched(resource: Json, operations: readonly ScimOperation[], shape: Shape): Json {
  const result = { ...resource };
  for (const operation of operations) {
    if (operation.path) changeAt(result, operation, operation.path, shape);
    else if (operation.op === 'remove') throw scimError('noTarget', say(signInWords.path_needed_to_remove));
    else if (!isJson(operation.value)) throw scimError('invalidValue', say(signInWords.value_is_no_object));
    else changeAll(result, operation, operation.value, shape);
  }
  return result;
}
