import type { Context } from '../../context.ts';
import { readableManifest } from './unused-content.ts';

const prefix = 'sha256:';

/** SHA-256 of all that a manifest leads to: the manifests below it, settings and layers. */
export async function readLeadsTo(context: Context, sha256: string): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  const open = [sha256];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (found.has(one)) continue;
    found.add(one);
    const manifest = await readableManifest(context, one);
    if (!manifest) continue;
    const { config, layers, manifests } = manifest;
    for (const { digest } of [...(config ? [config] : []), ...layers]) if (digest.startsWith(prefix)) found.add(digest.slice(prefix.length));
    for (const { digest } of manifests) if (digest.startsWith(prefix)) open.push(digest.slice(prefix.length));
  }
  return found;
}
