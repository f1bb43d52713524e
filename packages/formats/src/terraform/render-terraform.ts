import type { Rendered, SigningContext, Want } from '../format.ts';
import { json } from '../text/render-json.ts';
import { archiveSource, type Platform, type Release, type TerraformListing, type UpstreamPackage } from './terraform-listing.ts';
import { providerPath, sumsPath } from './terraform-paths.ts';
import { compareVersions } from './terraform-versions.ts';

/** Clients follow these without their credentials, so the addresses carry what lets them in. */
function link({ baseUrl, access }: SigningContext, path: string): string {
  return `${baseUrl}/${path}${access ? `?${access}` : ''}`;
}

function renderModule(want: Want, { releases, moduleSource }: TerraformListing, context: SigningContext): Rendered {
  const archive = releases.find(({ version }) => version === want.version)?.archive;
  const source = moduleSource === undefined || archive ? undefined : archiveSource(moduleSource);
  const place = source ? `${want.package}/${want.version}.${source.ending}` : archive;
  const location = place === undefined ? moduleSource : link(context, `${place}${source?.folder ?? ''}`);
  if (location === undefined) return json({ errors: ['There is no such version'] }, { status: 404 });
  return { status: 204, contentType: 'application/json', headers: { 'x-terraform-get': location }, body: '' };
}

/** The lines that a provider's checksums are signed as. */
function computeSums(provider: string, { version, platforms }: Release): string {
  return platforms
    .map((platform) => `${platform.sha256}  ${providerPath(provider, version, platform).split('/').at(-1)}\n`)
    .sort()
    .join('');
}

const fileName = (path: string) => path.split('/').at(-1)!;

async function ownPackage(want: Want, release: Release, { os, arch, path, sha256 }: Platform, context: SigningContext): Promise<Rendered> {
  const folder = `v1/providers/${want.package}/${want.version}`;
  const keys = (await context.signer()).keys;
  return json({
    protocols: release.protocols,
    os,
    arch,
    filename: fileName(path ?? ''),
    download_url: link(context, path ?? ''),
    shasums_url: link(context, `${folder}/SHA256SUMS`),
    shasums_signature_url: link(context, `${folder}/SHA256SUMS.sig`),
    shasum: sha256,
    signing_keys: {
      gpg_public_keys: keys.map(({ id, armoured }) => ({ key_id: id, ascii_armor: armoured, trust_signature: '', source: '', source_url: null })),
    },
  });
}

function upstreamPackage(want: Want, found: UpstreamPackage, context: SigningContext): Rendered {
  const [provider, version] = [want.package ?? '', want.version ?? ''];
  const path = providerPath(provider, version, found);
  const sums = sumsPath(provider, version, found);
  return json({
    protocols: found.protocols,
    os: found.os,
    arch: found.arch,
    filename: fileName(path),
    download_url: link(context, path),
    shasums_url: link(context, sums),
    shasums_signature_url: link(context, `${sums}.sig`),
    shasum: found.sha256,
    signing_keys: found.signingKeys,
  });
}

async function renderPackage(want: Want, { releases, package: found }: TerraformListing, context: SigningContext): Promise<Rendered> {
  const [, os, arch] = /\/download\/([^/]+)\/([^/]+)$/.exec(want.path) ?? [];
  const release = releases[0];
  const platform = release?.platforms.find((one) => one.os === os && one.arch === arch);
  if (release && platform) return ownPackage(want, release, platform, context);
  return found ? upstreamPackage(want, found, context) : json({ errors: ['There is no such package'] }, { status: 404 });
}

/** The bytes inside an armoured text. https://www.rfc-editor.org/rfc/rfc9580#name-forming-ascii-armor */
function unarmour(text: string): Buffer {
  const lines = text.split(/\r?\n/);
  const body = lines.slice(lines.indexOf('') + 1).filter((line) => line !== '' && !line.startsWith('-----') && !line.startsWith('='));
  return Buffer.from(body.join(''), 'base64');
}

/** Checksums of what is stored here; an upstream's own are files. */
async function renderSums(want: Want, { releases }: TerraformListing, context: SigningContext): Promise<Rendered> {
  const release = releases[0];
  const text = release ? computeSums(want.package ?? '', release) : '';
  if (text === '') return json({ errors: ['There is no such version'] }, { status: 404 });
  if (want.variant === 'provider-sums') return { contentType: 'text/plain; charset=utf-8', body: text };
  const { detached } = await context.signer();
  return { contentType: 'application/octet-stream', body: unarmour(await detached(text)) };
}

function renderMirror(want: Want, { releases }: TerraformListing, context: SigningContext): Rendered {
  const release = releases.find(({ version }) => version === want.version);
  if (!release) return json({ errors: ['There is no such version'] }, { status: 404 });
  const archives = release.platforms.map((platform) => [
    `${platform.os}_${platform.arch}`,
    {
      url: link(context, platform.path ?? providerPath(want.package ?? '', release.version, platform)),
      ...(platform.sha256 ? { hashes: [`zh:${platform.sha256}`] } : {}),
    },
  ]);
  return json({ archives: Object.fromEntries(archives) });
}

/** Answers without links. */
export function render(want: Want, model: TerraformListing): Rendered {
  const releases = model.releases.toSorted((a, b) => compareVersions(a.version, b.version));
  if (want.variant === 'module-versions') return json({ modules: [{ source: want.package, versions: releases.map(({ version }) => ({ version })) }] });
  if (want.variant === 'mirror-index') return json({ versions: Object.fromEntries(releases.map(({ version }) => [version, {}])) });
  const versions = releases.map(({ version, protocols, platforms }) => ({ version, protocols, platforms: platforms.map(({ os, arch }) => ({ os, arch })) }));
  return json({ id: want.package, versions, warnings: null });
}

/** Answers with links, and signatures. */
export async function renderSigned(want: Want, model: TerraformListing, context: SigningContext): Promise<Rendered> {
  if (want.variant === 'module-download') return renderModule(want, model, context);
  if (want.variant === 'provider-download') return renderPackage(want, model, context);
  return want.variant === 'mirror-version' ? renderMirror(want, model, context) : renderSums(want, model, context);
}
