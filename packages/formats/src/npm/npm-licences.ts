import { ownText, plainText } from '../text/plain-json.ts';

/** Licences as a manifest names them. */
export function findLicenses(manifest: Record<string, unknown>): string[] {
  const one = (value: unknown): string | undefined =>
    typeof value === 'string' ? plainText(value, 300) : (ownText(value, 'type', 300) ?? ownText(value, 'name', 300));
  const listed = Array.isArray(manifest.licenses) ? manifest.licenses : [];
  return [manifest.license, ...listed]
    .map(one)
    .filter((text) => text !== undefined)
    .slice(0, 20);
}
