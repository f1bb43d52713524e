import type { FoundComponent } from '../component/component.ts';
import { distributionComponent, findRules, getDistribution, unjudgedComponent } from '../component/ecosystem.ts';
import type { DistributionPackage } from './distribution-packages.ts';
import type { LayerContent, LayerFile } from './layer.ts';
import { makeComponent } from './libraries.ts';
import { cleanLicences } from './library.ts';
import type { Meter } from './limits.ts';
import { distributionPlatform, type Platform } from './platforms.ts';

interface PlacedFile {
  file: LayerFile;
  layer: string;
}

/** Files that are looked at before others may have the processor. */
const atOnce = 500;

/** Whether a layer takes a path away, itself or with a folder it is in. */
function isGone(path: string, gone: ReadonlySet<string>, opaque: ReadonlySet<string>): boolean {
  if (gone.has(path) || opaque.has('')) return true;
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
    const folder = path.slice(0, end);
    if (gone.has(folder) || opaque.has(folder)) return true;
  }
  return false;
}

/** Puts a layer on those below it: first what it takes away, then what it brings. */
async function applyLayer(files: Map<string, PlacedFile>, digest: string, content: LayerContent, meter: Meter): Promise<void> {
  const [gone, opaque] = [new Set(content.gone), new Set(content.opaque)];
  let looked = 0;
  for (const path of gone.size + opaque.size === 0 ? [] : [...files.keys()]) {
    if (++looked % atOnce === 0) await meter.pause();
    if (isGone(path.split('!/', 1)[0]!, gone, opaque)) files.delete(path);
  }
  for (const file of content.files) files.set(file.path, { file, layer: digest });
  await meter.pause();
}

const packageKey = ({ name, version }: DistributionPackage) => `${name} ${version}`;

/** The layer in which a package was first seen at its version: its database is written whole by every layer that installs something. */
function firstLayers(layers: Iterable<ImageLayer>): Map<string, string> {
  const first = new Map<string, string>();
  for (const { digest, content } of layers)
    for (const file of content.files)
      if (file.kind === 'dpkg' || file.kind === 'apk' || file.kind === 'installed')
        for (const one of file.packages) if (!first.has(packageKey(one))) first.set(packageKey(one), digest);
  return first;
}

export interface ImageLayer {
  digest: string;
  content: LayerContent;
}

export interface ImageInventory {
  components: FoundComponent[];
  /** What its distribution is. */
  platforms: Platform[];
  notes: string[];
}

/** Gives an image's content as its layers tell it, lowest first. Libraries that a distribution's package brought are matched as that package only. @throws UnreadableError */
export async function composeImage(layers: readonly ImageLayer[], meter: Meter): Promise<ImageInventory> {
  const files = new Map<string, PlacedFile>();
  for (const { digest, content } of layers) await applyLayer(files, digest, content, meter);
  // A manifest may name one layer any number of times.
  const distinct = [...new Map(layers.map((layer) => [layer.digest, layer])).values()];
  const owned = new Set(distinct.flatMap(({ content }) => content.owned));
  const notes = new Set(distinct.flatMap(({ content }) => content.notes));
  const placed = [...files.values()];
  const release = placed.map(({ file }) => file).find((file) => file.kind === 'release');
  const distribution = release && getDistribution(release.id);
  const stated = new Map(placed.flatMap(({ file }) => (file.kind === 'copyright' ? [[file.package, file.licence] as const] : [])));
  const first = firstLayers(distinct);
  const components = placed.flatMap(({ file, layer }): FoundComponent[] => {
    if (file.kind === 'release' || file.kind === 'copyright') return [];
    if (file.kind === 'libraries') {
      const isOwned = owned.has(file.path.split('!/')[0]!);
      if (isOwned) return [];
      return file.libraries.map((one) => ({ component: makeComponent(one), location: file.path, layer, licences: one.licences ?? [] }));
    }
    if (!distribution) {
      if (file.packages.length > 0) notes.add('The packages of its distribution are not known to any source of advisories');
      if (file.kind !== 'installed') return [];
      const { format } = file;
      return file.packages.map((one) => ({
        component: unjudgedComponent(format, release?.id ?? '', one),
        location: file.path,
        layer,
        licences: cleanLicences([one.licence]),
      }));
    }
    const distro = findRules(distribution)?.releaseName?.(release.version) ?? release.version;
    if (distro === '') notes.add('The release of its distribution is not known');
    return file.packages.map((one) => ({
      component: distributionComponent(distribution, distro, one),
      location: file.path,
      layer: first.get(packageKey(one)) ?? layer,
      licences: cleanLicences([one.licence ?? (file.kind === 'dpkg' ? stated.get(one.name) : undefined)]),
    }));
  });
  const platform = release && distributionPlatform(release);
  return { components, platforms: platform ? [platform] : [], notes: [...notes] };
}
