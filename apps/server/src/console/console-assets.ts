import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import mime from 'mime';

type Encoding = 'br' | 'gzip' | 'identity';

/** One file of the built console. */
export interface Asset {
  contentType: string;
  etag: string;
  /** The name carries a hash of the content: it may be kept for ever. */
  immutable: boolean;
  encodings: ReadonlySet<Encoding>;
  read(encoding: Encoding): Promise<Buffer>;
}

const endings: Record<Encoding, string> = { br: '.br', gzip: '.gz', identity: '' };

/** An area as its manifest describes it, and the address of its code. */
export interface BuiltArea {
  id: string;
  title: { en: string };
  paths: string[];
  nav: { id: string; path: string }[];
  entry: string;
}

export interface BuiltConsole {
  /** By path under `/ui/`. */
  assets: ReadonlyMap<string, Asset>;
  areas: readonly BuiltArea[];
}

function asset(path: string): Asset {
  const cache = new Map<Encoding, Promise<Buffer>>();
  const encodings = new Set<Encoding>((['br', 'gzip', 'identity'] as const).filter((encoding) => existsSync(`${path}${endings[encoding]}`)));
  return {
    contentType: mime.getType(path) ?? 'application/octet-stream',
    etag: `"${createHash('sha256').update(readFileSync(path)).digest('base64url').slice(0, 22)}"`,
    immutable: /\.[0-9a-f]{10}\.\w+(\.\w+)*$/.test(path),
    encodings,
    read(encoding) {
      const known = cache.get(encoding);
      if (known) return known;
      const reading = readFile(`${path}${endings[encoding]}`);
      cache.set(encoding, reading);
      return reading;
    },
  };
}

/** Files that are of use to the build only. */
const notServed = /(\.(br|gz)|sources\.sha256|area\.json|mf-stats\.json)$/;

function getAssets(folder: string, prefix: string): [string, Asset][] {
  return globSync('**/*.*', { cwd: folder, exclude: (name) => notServed.test(name) }).map((file) => [prefix + file, asset(join(folder, file))]);
}

/** Reads what `tools/build-console.ts` made; empty when nothing was built. */
export function readBuiltConsole(root: string): BuiltConsole {
  const manifests = globSync('areas/*/dist/area.json', { cwd: root }).sort();
  const areas = manifests.map((file): BuiltArea => {
    const manifest = JSON.parse(readFileSync(join(root, file), 'utf8')) as Omit<BuiltArea, 'entry'>;
    return { ...manifest, entry: `/ui/areas/${manifest.id}/remoteEntry.js` };
  });
  const assets = [...getAssets(join(root, 'apps/console/dist'), ''), ...areas.flatMap(({ id }) => getAssets(join(root, 'areas', id, 'dist'), `areas/${id}/`))];
  return { assets: new Map(assets), areas };
}

const markers = ['apps/console/dist/sources.sha256', 'areas/*/dist/sources.sha256'];
const lookAgainAfter = 1000;

/** The built console as it stands on the disk: a new build is served without a restart. */
export function watchBuiltConsole(root: string): () => BuiltConsole {
  const stamp = () =>
    globSync(markers, { cwd: root })
      .map((file) => statSync(join(root, file), { throwIfNoEntry: false })?.mtimeMs ?? 0)
      .join();
  let known = { stamp: stamp(), built: readBuiltConsole(root), at: Date.now() };
  return () => {
    if (Date.now() - known.at < lookAgainAfter) return known.built;
    const now = stamp();
    known = { stamp: now, built: now === known.stamp ? known.built : readBuiltConsole(root), at: Date.now() };
    return known.built;
  };
}

/** The smallest form that the caller takes. */
export function encodingFor(accepted: string | undefined, { encodings }: Pick<Asset, 'encodings'>): Encoding {
  const wanted = new Set((accepted ?? '').split(',').map((one) => one.split(';')[0]?.trim().toLowerCase()));
  if (encodings.has('br') && wanted.has('br')) return 'br';
  return encodings.has('gzip') && wanted.has('gzip') ? 'gzip' : 'identity';
}
