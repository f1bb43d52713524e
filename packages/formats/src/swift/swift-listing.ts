import { AppError } from '@packhouse/contract/errors.ts';
import semver from 'semver';
import type { FileSource, Part, RenderContext, Rendered, Rows, Want } from '../format.ts';
import { findRecord, ownText, ownValue, plainJson } from '../text/plain-json.ts';
import { json } from '../text/render-json.ts';
import { isVersion, type Manifest, type Signing, type SwiftRelease } from './source-archive.ts';
import { refusals } from './swift-refusals.ts';

/** A release's own document says this. */
export interface ReleaseDocument {
  sha256: string;
  signing?: Signing;
  metadata: Record<string, unknown>;
  publishedAt?: string;
}

export interface SwiftListing {
  versions: string[];
  release?: ReleaseDocument;
  manifests: Manifest[];
}

export const api = { 'content-version': '1' };

export async function load(want: Want, rows: Rows): Promise<SwiftListing | undefined> {
  const found = await rows.package(want.package ?? '');
  const stored = (found?.versions ?? []).filter(({ files, facts }) => files.some(({ lead }) => lead) && facts.native);
  const versions = stored.map(({ version }) => version);
  if (want.version === undefined) return versions.length > 0 ? { versions, manifests: [] } : undefined;
  const one = stored.find(({ version }) => version === want.version);
  if (!one) return undefined;
  const { metadata, signing, manifests } = one.facts.native as SwiftRelease;
  const sha256 = one.files.find(({ lead }) => lead)?.sha256 ?? '';
  return { versions, manifests, release: { sha256, metadata, publishedAt: one.createdAt.toISOString(), ...(signing ? { signing } : {}) } };
}

function releaseIn(document: unknown): ReleaseDocument {
  const resources = ownValue(document, 'resources');
  const archive = (Array.isArray(resources) ? resources : []).find((one) => ownText(one, 'name') === 'source-archive');
  const sha256 = ownText(archive, 'checksum', 64)?.toLowerCase();
  if (!sha256 || !/^[0-9a-f]{64}$/.test(sha256)) throw new Error('no checksum');
  const signing = ownValue(archive, 'signing');
  const [signature, format] = [ownText(signing, 'signatureBase64Encoded'), ownText(signing, 'signatureFormat', 100)];
  const publishedAt = ownText(document, 'publishedAt', 100);
  return {
    sha256,
    metadata: findRecord(plainJson(ownValue(document, 'metadata'))) ?? {},
    ...(signature && format ? { signing: { signatureBase64Encoded: signature, signatureFormat: format } } : {}),
    ...(publishedAt ? { publishedAt } : {}),
  };
}

export function parse(want: Want, bytes: Buffer): SwiftListing {
  try {
    const text = bytes.toString();
    if (want.variant === 'manifest') {
      if (/^\s*</.test(text)) throw new Error('no manifest');
      const [, swiftVersion] = /@swift-([\d.]+)\.swift$/.exec(want.path) ?? [];
      return { versions: [], manifests: [{ text, ...(swiftVersion ? { swiftVersion } : {}) }] };
    }
    const document: unknown = JSON.parse(text);
    if (want.version !== undefined) return { versions: [], manifests: [], release: releaseIn(document) };
    const releases = findRecord(ownValue(document, 'releases'));
    if (!releases) throw new Error('no releases');
    // A release with a problem is one that was taken away.
    const versions = Object.entries(releases).filter(([version, one]) => isVersion(version) && ownValue(one, 'problem') === undefined);
    return { versions: versions.map(([version]) => version), manifests: [] };
  } catch (cause) {
    throw new AppError(refusals.upstream_sent_no_swift_document, {}, { cause });
  }
}

/** Releases of all members; a single release comes whole from the first member that has it. */
export function merge(_want: Want, parts: readonly Part<SwiftListing>[]): SwiftListing {
  const first = parts.find(({ model }) => model.release || model.manifests.length > 0)?.model;
  return {
    versions: [...new Set(parts.flatMap(({ model }) => model.versions))],
    manifests: first?.manifests ?? [],
    ...(first?.release ? { release: first.release } : {}),
  };
}

export function fileSource(want: Want, { release }: SwiftListing): FileSource | undefined {
  const [scope, name] = want.path.split('/');
  return release && { url: `${scope}/${name}/${want.version}.zip`, sha256: release.sha256 };
}

export function compareVersions(a: string, b: string): number {
  if (semver.valid(a) && semver.valid(b)) return semver.compareBuild(a, b);
  return semver.valid(a) ? 1 : semver.valid(b) ? -1 : a.localeCompare(b);
}

export function problem(status: number, detail: string): Rendered {
  return json({ status, detail }, { status, contentType: 'application/problem+json', headers: api });
}

/** Releases before pre-releases, each the highest. */
function findLatest(versions: readonly string[]): string | undefined {
  const sorted = versions.toSorted(compareVersions);
  return sorted.findLast((version) => !semver.prerelease(version)) ?? sorted.at(-1);
}

function relations(versions: readonly string[], current: string | undefined, place: string): Record<string, string> {
  const sorted = versions.toSorted(compareVersions);
  const at = current === undefined ? -1 : sorted.indexOf(current);
  const links = [
    ['latest-version', findLatest(versions)],
    ['predecessor-version', at > 0 ? sorted[at - 1] : undefined],
    ['successor-version', at >= 0 ? sorted[at + 1] : undefined],
  ].flatMap(([relation, version]) => (version ? [`<${place}/${version}>; rel="${relation}"`] : []));
  return links.length > 0 ? { link: links.join(', ') } : {};
}

function renderManifest(want: Want, { manifests }: SwiftListing, place: string): Rendered {
  const [, asked] = /@swift-([\d.]+)\.swift$/.exec(want.path) ?? [];
  const found = manifests.find(({ swiftVersion }) => swiftVersion === asked);
  const plain = `${place}/${want.version}/Package.swift`;
  if (!found) {
    if (asked === undefined) return problem(404, 'There is no manifest');
    return {
      status: 303,
      contentType: 'text/plain; charset=utf-8',
      headers: { ...api, location: plain },
      body: 'There is no manifest for that version of Swift',
    };
  }
  const others = manifests.flatMap(({ swiftVersion, toolsVersion }) =>
    swiftVersion === undefined || asked !== undefined
      ? []
      : [
          `<${plain}?swift-version=${swiftVersion}>; rel="alternate"; filename="Package@swift-${swiftVersion}.swift"; swift-tools-version="${toolsVersion ?? swiftVersion}"`,
        ],
  );
  const file = want.path.split('/').at(-1);
  const headers = { ...api, 'content-disposition': `attachment; filename="${file}"`, ...(others.length > 0 ? { link: others.join(', ') } : {}) };
  return { contentType: 'text/x-swift', headers, body: found.text };
}

// https://github.com/swiftlang/swift-package-manager/blob/main/Documentation/PackageRegistry/Registry.md#4-endpoints
export function render(want: Want, model: SwiftListing, { baseUrl, request }: RenderContext): Rendered {
  const [scope = '', name = ''] = request.path.replace(/\.json$/, '').split('/');
  const place = `${baseUrl}/${scope}/${name}`;
  if (want.variant === 'manifest') return renderManifest(want, model, place);
  if (want.version === undefined) {
    const releases = model.versions.toSorted((a, b) => compareVersions(b, a)).map((version) => [version, { url: `${place}/${version}` }]);
    return json({ releases: Object.fromEntries(releases) }, { headers: { ...api, ...relations(model.versions, undefined, place) } });
  }
  const { release } = model;
  if (!release) return problem(404, 'There is no such release');
  const { sha256, signing, metadata, publishedAt } = release;
  return json(
    {
      id: `${scope}.${name}`,
      version: want.version,
      resources: [{ name: 'source-archive', type: 'application/zip', checksum: sha256, ...(signing ? { signing } : {}) }],
      metadata,
      ...(publishedAt ? { publishedAt } : {}),
    },
    { headers: { ...api, ...relations(model.versions, want.version, place) } },
  );
}
