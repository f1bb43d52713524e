import { AppError } from '@packhouse/contract/errors.ts';
import { readZip } from '../archive/zip-archive.ts';
import type { Inspection, Location, StagedFile } from '../format.ts';
import { plainText } from '../text/plain-json.ts';
import { type Manifest, readFacts, readManifest } from './composer-manifest.ts';
import { archivePath, isPackageName, isVersion } from './composer-place.ts';
import { refusals } from './composer-refusals.ts';
import { compareComposerVersions, isComposerVersion } from './composer-version-order.ts';

const largestManifest = 1024 * 1024;
const largestReadme = 512 * 1024;

interface Archive {
  manifest: Manifest;
  readme: string | undefined;
}

/** Clients unpack an archive as it is, or without the one folder that everything is in. */
async function readArchive(file: StagedFile): Promise<Archive> {
  const top = new Set<string>();
  const files = await readZip(file, (entry) => {
    top.add(entry.includes('/') ? entry.slice(0, entry.indexOf('/') + 1) : entry);
    if (/^(?:[^/]+\/)?composer\.json$/.test(entry)) return { limit: largestManifest };
    return /^(?:[^/]+\/)?readme(?:\.md|\.markdown|\.txt)?$/i.test(entry) ? { limit: largestReadme, cut: true } : undefined;
  });
  const [only = ''] = top;
  const folder = !files.has('composer.json') && top.size === 1 && only.endsWith('/') ? only : '';
  const bytes = files.get(`${folder}composer.json`);
  if (!bytes) throw new AppError(refusals.archive_without_composer_json);
  const readme = [...files].find(([entry]) => entry.startsWith(folder) && /^readme/i.test(entry.slice(folder.length)))?.[1];
  return { manifest: readManifest(bytes), readme: readme && plainText(readme.toString()) };
}

const isSame = (one: string, other: string) =>
  one === other || (isComposerVersion(one) && isComposerVersion(other) && compareComposerVersions(one, other) === 0);

function inspection({ manifest, readme }: Archive, { package: name, version }: Location): Inspection {
  return { package: name, version, lead: true, facts: readFacts(manifest, readme), properties: { 'composer.name': [name], 'composer.version': [version] } };
}

/** An archive at its place, which says the version where composer.json does not. @throws AppError `invalid_package` when they differ */
export async function inspect(location: Location, _path: string, file: StagedFile): Promise<Inspection> {
  const archive = await readArchive(file);
  const { name = '', version } = archive.manifest;
  if (!isPackageName(name.toLowerCase())) throw new AppError(refusals.composer_package_without_name);
  if (name.toLowerCase() !== location.package || (version !== undefined && !isSame(version, location.version)))
    throw new AppError(refusals.composer_package_named_otherwise, { name, version: version ?? '' });
  return inspection(archive, location);
}

/** An archive whose place only it can tell, with the version that the request says where there is one. */
export async function identify(file: StagedFile, asked: string | undefined): Promise<Inspection & { path: string }> {
  const archive = await readArchive(file);
  const name = archive.manifest.name?.toLowerCase() ?? '';
  if (!isPackageName(name)) throw new AppError(refusals.composer_package_without_name);
  const own = archive.manifest.version;
  const version = asked ?? own;
  if (version === undefined || !isVersion(version)) throw new AppError(refusals.composer_package_without_version, { place: archivePath(name, '1.0.0') });
  if (own !== undefined && !isSame(own, version)) throw new AppError(refusals.composer_package_named_otherwise, { name, version: own });
  return { ...inspection(archive, { package: name, version }), path: archivePath(name, version) };
}
