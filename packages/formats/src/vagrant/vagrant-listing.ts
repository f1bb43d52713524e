import { AppError } from '@packhouse/contract/errors.ts';
import type { FileSource, Part, RenderContext, Rendered, Rows, Want } from '../format.ts';
import { compareVersions, isVersionNumber } from '../gems/gem-version.ts';
import { ownText, ownValue } from '../text/plain-json.ts';
import { json } from '../text/render-json.ts';
import { readText } from './box-archive.ts';
import { getPath, readPath } from './vagrant-paths.ts';
import { refusals } from './vagrant-refusals.ts';

interface Box {
  provider: string;
  architecture?: string;
  /** Where its source has it, when that is elsewhere. */
  url?: string;
  checksum?: { type: string; sum: string };
}

interface BoxVersion {
  version: string;
  boxes: Box[];
}

/** What there is of one name. */
export interface BoxListing {
  description?: string;
  versions: BoxVersion[];
}

export async function load(want: Want, rows: Rows): Promise<BoxListing | undefined> {
  const found = await rows.package(want.package ?? '');
  const versions = (found?.versions ?? []).flatMap(({ version, files }): BoxVersion[] => {
    const boxes = files.flatMap(({ path, sha256 }): Box[] => {
      const place = readPath(path);
      if (!place) return [];
      return [{ provider: place.provider, ...(place.architecture ? { architecture: place.architecture } : {}), checksum: { type: 'sha256', sum: sha256 } }];
    });
    return boxes.length > 0 ? [{ version, boxes }] : [];
  });
  if (versions.length === 0) return undefined;
  const newest = found?.versions.toSorted((a, b) => compareVersions(b.version, a.version))[0];
  return { versions, ...(newest?.facts.description ? { description: newest.facts.description } : {}) };
}

function parseBox(value: unknown): Box[] {
  const [provider, url, architecture] = [ownText(value, 'name', 50), ownText(value, 'url', 2000), ownText(value, 'architecture', 30)];
  const [sum, type] = [ownText(value, 'checksum', 200), ownText(value, 'checksum_type', 20)?.toLowerCase()];
  if (provider === undefined || url === undefined) return [];
  // Of a box for any machine, or for one that nobody named, its place says nothing.
  const named = architecture === undefined || architecture === 'unknown' ? {} : { architecture };
  return [{ provider, url, ...named, ...(sum && type ? { checksum: { type, sum: sum.toLowerCase() } } : {}) }];
}

export function parse(_want: Want, bytes: Buffer): BoxListing {
  try {
    const document: unknown = JSON.parse(bytes.toString());
    const list = ownValue(document, 'versions');
    if (!Array.isArray(list)) throw new Error('no versions');
    const versions = list.flatMap((one): BoxVersion[] => {
      const [version, providers] = [readText(one, 'version'), ownValue(one, 'providers')];
      const status = ownText(one, 'status', 50);
      if (version === undefined || !isVersionNumber(version) || !Array.isArray(providers) || (status !== undefined && status !== 'active')) return [];
      return [{ version, boxes: providers.flatMap(parseBox) }];
    });
    const description = ownText(document, 'description', 5000) ?? ownText(document, 'short_description', 5000);
    return { versions, ...(description ? { description } : {}) };
  } catch (cause) {
    throw new AppError(refusals.upstream_sent_no_boxes, {}, { cause });
  }
}

/** A version is the first's that has it, with all its boxes. */
export function merge(_want: Want, parts: readonly Part<BoxListing>[]): BoxListing {
  const versions = new Map<string, BoxVersion>();
  for (const { model } of parts) for (const one of model.versions) if (!versions.has(one.version)) versions.set(one.version, one);
  const description = parts.find(({ model }) => model.description)?.model.description;
  return { versions: [...versions.values()], ...(description ? { description } : {}) };
}

export function render({ package: name = '' }: Want, { description, versions }: BoxListing, { baseUrl }: RenderContext): Rendered {
  const describe = ({ version, boxes }: BoxVersion) => {
    const providers = boxes.flatMap(({ provider, architecture, checksum }) => {
      const path = getPath({ name, version, provider, ...(architecture ? { architecture } : {}) });
      const sums = checksum ? { checksum: checksum.sum, checksum_type: checksum.type } : {};
      return path === undefined
        ? []
        : [{ name: provider, url: `${baseUrl}/${path}`, ...sums, ...(architecture ? { architecture, default_architecture: true } : {}) }];
    });
    return providers.length > 0 ? [{ version, status: 'active', providers }] : [];
  };
  const newestFirst = versions.toSorted((a, b) => compareVersions(b.version, a.version));
  return json({ name, description: description ?? '', versions: newestFirst.flatMap(describe) });
}

const kept = ['sha256', 'sha512', 'sha1', 'md5'] as const;

export function fileSource({ path }: Want, { versions }: BoxListing): FileSource | undefined {
  const place = readPath(path);
  const boxes = versions.find(({ version }) => version === place?.version)?.boxes ?? [];
  const found = boxes.find(({ provider, architecture }) => provider === place?.provider && architecture === place.architecture);
  if (!found?.url) return undefined;
  const type = kept.find((one) => one === found.checksum?.type);
  return { url: found.url, ...(type && found.checksum ? { [type]: found.checksum.sum } : {}) };
}
