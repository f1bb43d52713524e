type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Moves the definitions that schemas carry along for parts which hold themselves to one place of the document, where their references find them.
 * Equal ones become one; they keep the names that the contract gives them. https://spec.openapis.org/oas/v3.1.1.html#components-object
 */
export function shareSchemas(paths: Json): { paths: Json; schemas: Json } {
  const names = new Map<string, string>();
  const schemas: Json = {};

  function makeName(key: string): string {
    const own = key.startsWith('__') ? 'Shared' : key;
    const taken = [...names.values()];
    return taken.includes(own) ? `${own}${taken.length + 1}` : own;
  }

  function share(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(share);
    if (!isObject(value)) return value;
    if (!isObject(value.$defs)) return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, share(one)]));
    const { $defs, ...rest } = value;
    const all = JSON.stringify($defs);
    const inPlace = (part: unknown): unknown =>
      JSON.parse(
        JSON.stringify(part).replace(/"#\/\$defs\/([^"]+)"/g, (_, key: string) => {
          const id = `${key} ${all}`;
          const name = names.get(id) ?? makeName(key);
          names.set(id, name);
          return `"#/components/schemas/${name}"`;
        }),
      );
    const moved = inPlace(rest);
    for (const [key, definition] of Object.entries($defs)) {
      const content = inPlace(definition);
      const name = names.get(`${key} ${all}`);
      if (name) schemas[name] = content;
    }
    return moved;
  }

  return { paths: share(paths) as Json, schemas };
}
