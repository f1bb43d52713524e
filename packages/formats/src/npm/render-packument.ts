import { AppError } from '@packhouse/contract/errors.ts';
import type { RenderContext, Rendered, Want } from '../format.ts';
import { findRecord, ownValue } from '../text/plain-json.ts';
import { json } from '../text/render-json.ts';
import { shortListing, tarballPath } from './npm-paths.ts';
import { refusals } from './npm-refusals.ts';
import type { Packument, PackumentVersion } from './packument.ts';

// https://github.com/npm/registry/blob/main/docs/responses/package-metadata.md
const abbreviatedFields = [
  'name',
  'version',
  'deprecated',
  'dependencies',
  'optionalDependencies',
  'devDependencies',
  'bundleDependencies',
  'bundledDependencies',
  'peerDependencies',
  'peerDependenciesMeta',
  'acceptDependencies',
  'bin',
  'directories',
  'engines',
  'os',
  'cpu',
  'libc',
  'funding',
  '_hasShrinkwrap',
];
const describingFields = ['description', 'keywords', 'license', 'homepage', 'repository', 'bugs', 'author', 'contributors', 'maintainers'];

function pick(record: Record<string, unknown>, fields: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(fields.filter((field) => Object.hasOwn(record, field)).map((field) => [field, record[field]]));
}

function makeDist(name: string, version: string, { dist, provenance }: PackumentVersion, baseUrl: string): Record<string, unknown> {
  return {
    ...dist,
    tarball: `${baseUrl}/${tarballPath(name, version)}`,
    ...(provenance
      ? { attestations: { url: `${baseUrl}/-/npm/v1/attestations/${name.replace('/', '%2f')}@${version}`, provenance: { predicateType: provenance } } }
      : {}),
  };
}

/** Whether installing it runs a program of its own. */
export function hasInstallScript(manifest: Record<string, unknown>): boolean {
  const scripts = findRecord(manifest.scripts);
  return manifest.hasInstallScript === true || ['preinstall', 'install', 'postinstall'].some((name) => typeof ownValue(scripts, name) === 'string');
}

function fullVersion(name: string, version: string, one: PackumentVersion, baseUrl: string): Record<string, unknown> {
  return { ...one.manifest, name, version, _id: `${name}@${version}`, dist: makeDist(name, version, one, baseUrl) };
}

function abbreviatedVersion(name: string, version: string, { manifest }: PackumentVersion, dist: Record<string, unknown>): Record<string, unknown> {
  return { ...pick(manifest, abbreviatedFields), ...(hasInstallScript(manifest) ? { hasInstallScript: true } : {}), name, version, dist };
}

function full(model: Packument, baseUrl: string): Record<string, unknown> {
  const latest = model.versions.get(model.tags.get('latest') ?? '')?.manifest ?? {};
  const times = [...model.versions].flatMap(([version, { time }]) => (time ? [[version, time] as const] : []));
  return {
    _id: model.name,
    _rev: model.revision,
    name: model.name,
    ...pick(latest, describingFields),
    'dist-tags': Object.fromEntries(model.tags),
    versions: Object.fromEntries([...model.versions].map(([version, one]) => [version, fullVersion(model.name, version, one, baseUrl)])),
    time: { ...(model.created ? { created: model.created } : {}), ...(model.modified ? { modified: model.modified } : {}), ...Object.fromEntries(times) },
    ...(model.readme === undefined ? {} : { readme: model.readme }),
    ...(model.readmeFilename === undefined ? {} : { readmeFilename: model.readmeFilename }),
  };
}

function abbreviated({ name, modified, tags, versions }: Packument, describe: (version: string, one: PackumentVersion) => Record<string, unknown>) {
  return {
    name,
    ...(modified ? { modified } : {}),
    'dist-tags': Object.fromEntries(tags),
    versions: Object.fromEntries([...versions].map(([version, one]) => [version, abbreviatedVersion(name, version, one, describe(version, one))])),
  };
}

/** Some registries send the whole listing where the short one is wanted: what is needed of it, a tenth of the bytes. */
export function condensePackument({ whole }: Want, model: Packument): Buffer | undefined {
  if (!whole) return undefined;
  const describe = (_version: string, { dist, url, provenance }: PackumentVersion) => ({
    ...dist,
    tarball: url,
    ...(provenance ? { attestations: { provenance: { predicateType: provenance } } } : {}),
  });
  return Buffer.from(JSON.stringify({ ...abbreviated(model, describe), _rev: model.revision }));
}

/** A listing in the spelling that was asked for. */
export function renderPackument(want: Want, model: Packument, { baseUrl }: RenderContext): Rendered {
  const headers = { vary: 'accept' };
  switch (want.variant) {
    case 'tags':
      return json(Object.fromEntries(model.tags));
    case 'abbreviated':
      return json(
        abbreviated(model, (version, one) => makeDist(model.name, version, one, baseUrl)),
        { contentType: shortListing, headers },
      );
    case 'version': {
      const version = model.tags.get(want.version ?? '') ?? want.version ?? '';
      const one = model.versions.get(version);
      if (!one) throw new AppError(refusals.npm_version_not_found, { version });
      return json(fullVersion(model.name, version, one, baseUrl));
    }
    default:
      return json(full(model, baseUrl), { headers });
  }
}
