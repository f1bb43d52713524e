import type { Location, ProtocolRequest, Want } from '../format.ts';

// https://github.com/npm/registry/blob/main/docs/REGISTRY-API.md
const nameSource = "(?:@[\\w.~!*'()-]+/)?[\\w~!*'()][\\w.~!*'()-]*";
const exactName = new RegExp(`^${nameSource}$`);
const tarball = new RegExp(`^(${nameSource})/-/(?:@[^/]+/)?([^/]+\\.tgz)$`);
const tarballRevision = new RegExp(`^(?:artifactory/api/npm/[^/]+/)?(${nameSource})/-/(?:@[^/]+/)?([^/]+\\.tgz)/-rev/([^/]+)$`);
const packumentRevision = new RegExp(`^(${nameSource})/-rev/([^/]+)$`);
const distTags = new RegExp(`^-/package/(${nameSource})/dist-tags(?:/([^/]+))?$`);
const attestation = new RegExp(`^-/npm/v1/attestations/(${nameSource})@([^/@]+)$`);
const versionDocument = /^(@[^/]+\/[^/]+|[^@/-][^/]*)\/([^/]+)$/;

/** Names this registry takes for new packages: what the public one allows, upper case aside. */
export function isPackageName(name: string): boolean {
  return name.length <= 214 && exactName.test(name) && !['node_modules', 'favicon.ico', '__proto__'].includes(name);
}

/** Name of a package's tarball without its scope, as every registry writes it. */
export function tarballName(name: string, version: string): string {
  return `${name.slice(name.indexOf('/') + 1)}-${version}.tgz`;
}

/** Storage path of a version's tarball. */
export function tarballPath(name: string, version: string): string {
  return `${name}/-/${tarballName(name, version)}`;
}

/** Storage path of a version's attestations, kept as the document clients are answered with. */
export function attestationPath(name: string, version: string): string {
  return `${name}/-/${name.slice(name.indexOf('/') + 1)}-${version}.attestations.json`;
}

function versionIn(name: string, file: string): string | undefined {
  const prefix = `${name.slice(name.indexOf('/') + 1)}-`;
  return file.startsWith(prefix) && /^\d/.test(file.slice(prefix.length)) ? file.slice(prefix.length, -'.tgz'.length) : undefined;
}

/** Tells what the file at a storage path is. */
export function locate(path: string): Location | undefined {
  const [, name, file] = tarball.exec(path) ?? [];
  const version = name && file ? versionIn(name, file) : undefined;
  if (name && version) return { package: name, version, lead: true };
  const [, folder, base] = /^(.+)\/-\/([^/]+)\.attestations\.json$/.exec(path) ?? [];
  const attested = folder && base ? versionIn(folder, `${base}.tgz`) : undefined;
  return folder && attested ? { package: folder, version: attested } : undefined;
}

const documentPath = (name: string, document: 'packument' | 'abbreviated') => `.npm/${name}/${document}.json`;

/** The listing of a package: one upstream document serves all spellings that say more than what is needed to install it. */
export function packumentWant(name: string, more: Partial<Want> = {}): Want {
  return { kind: 'index', path: documentPath(name, 'packument'), package: name, freshness: 'metadata', standIn: documentPath(name, 'abbreviated'), ...more };
}

/** The listing by which a package is installed: what an upstream sends of it is a tenth of the whole. */
function abbreviatedWant(name: string): Want {
  const whole = packumentWant(name, { variant: 'abbreviated' });
  return { ...whole, path: documentPath(name, 'abbreviated'), standIn: whole.path, whole };
}

function auxWant(name: string, variant: string, more: Partial<Want> = {}): Want {
  return { kind: 'aux', path: name, variant, ...more };
}

function classifyTags(method: string, name: string, tag: string | undefined): Want | undefined {
  if (method === 'GET' || method === 'HEAD') return tag === undefined ? packumentWant(name, { variant: 'tags' }) : undefined;
  if (method === 'PUT' || method === 'POST') return auxWant(tag ?? '', tag === undefined ? 'set-tags' : 'set-tag', { package: name, needs: 'deploy' });
  return method === 'DELETE' && tag !== undefined ? auxWant(tag, 'delete-tag', { package: name, needs: 'deploy' }) : undefined;
}

/** What npm asks of the account that it is signed in with. https://github.com/npm/registry/blob/main/docs/user/profile.md */
function classifyAccount({ method, path }: Pick<ProtocolRequest, 'method' | 'path'>, reading: boolean): Want | undefined {
  if (path === '-/npm/v1/user') return auxWant(path, reading ? 'profile' : 'set-profile', { needs: 'none' });
  if (reading && path === '-/npm/v1/tokens') return auxWant(path, 'tokens', { needs: 'none' });
  if (method === 'POST' && path === '-/npm/v1/tokens') return auxWant(path, 'make-token', { needs: 'none' });
  const token = /^-\/npm\/v1\/tokens\/token\/([^/]+)$/.exec(path)?.[1];
  if (method === 'DELETE' && token) return auxWant(token, 'revoke-token', { needs: 'none' });
  return /^-\/(?:org|team)\/[^/]+(?:\/.*)?$/.test(path) ? auxWant(path, 'organisation', { needs: 'none' }) : undefined;
}

function classifyService({ method, path }: ProtocolRequest): Want | undefined {
  const reading = method === 'GET' || method === 'HEAD';
  const tags = distTags.exec(path);
  if (tags?.[1]) return classifyTags(method, tags[1], tags[2]);
  const attested = attestation.exec(path);
  if (attested?.[1] && attested[2] && reading) {
    return {
      kind: 'file',
      path: attestationPath(attested[1], attested[2]),
      package: attested[1],
      version: attested[2],
      variant: 'attestations',
      freshness: 'metadata',
    };
  }
  if (reading && path === '-/ping') return auxWant(path, 'ping', { needs: 'none' });
  if (reading && path === '-/whoami') return auxWant(path, 'whoami', { needs: 'none' });
  if (reading && path === '-/v1/search') return auxWant(path, 'search');
  if (reading && path === '-/npm/v1/keys') return auxWant(path, 'keys');
  if (method === 'POST' && path === '-/npm/v1/security/advisories/bulk') return auxWant(path, 'advisories');
  if (method === 'POST' && /^-\/npm\/v1\/security\/audits(?:\/quick)?$/.test(path)) return auxWant(path, 'audit');
  if (method === 'PUT' && /^-\/user\/org\.couchdb\.user:[^/]+(?:\/-rev\/.*)?$/.test(path)) return auxWant(path, 'login', { needs: 'none' });
  const given = /^-\/user\/token\/([^/]+)$/.exec(path)?.[1];
  if (method === 'DELETE' && given) return auxWant(given, 'logout', { needs: 'none' });
  return classifyAccount({ method, path }, reading);
}

function classifyTarball(method: string, name: string, file: string): Want | undefined {
  const version = versionIn(name, file);
  const common = { path: `${name}/-/${file}`, package: name, ...(version === undefined ? {} : { version }) };
  if (method === 'GET' || method === 'HEAD') return { kind: 'file', ...common, listing: abbreviatedWant(name) };
  if (method === 'PUT') return { kind: 'publish', ...common, variant: 'tarball' };
  return undefined;
}

function classifyChange({ method, path }: ProtocolRequest): Want | undefined {
  const file = tarballRevision.exec(path);
  if (file?.[1] && file[2]) {
    const version = versionIn(file[1], file[2]);
    if (method !== 'DELETE' || version === undefined) return undefined;
    return { kind: 'remove', path: `${file[1]}/-/${file[2]}`, package: file[1], version, ...(file[3] ? { variant: file[3] } : {}) };
  }
  const whole = packumentRevision.exec(path);
  if (!whole?.[1] || !whole[2]) return undefined;
  if (method === 'DELETE') return { kind: 'remove', path: whole[1], package: whole[1], variant: whole[2] };
  return method === 'PUT' ? { kind: 'publish', path: whole[1], package: whole[1], variant: 'document' } : undefined;
}

/** How registries name the listing by which a package is installed. https://github.com/npm/registry/blob/main/docs/responses/package-metadata.md */
export const shortListing = 'application/vnd.npm.install-v1+json';

/** Tells what a request of an npm client asks for. */
export function classify(request: ProtocolRequest): Want | undefined {
  const { method, path, headers } = request;
  if (path.startsWith('-/')) return classifyService(request);
  const file = tarball.exec(path);
  if (file?.[1] && file[2]) return classifyTarball(method, file[1], file[2]);
  if (path.includes('/-rev/')) return classifyChange(request);
  const reading = method === 'GET' || method === 'HEAD';
  if (isPackageName(path)) {
    const abbreviated = headers.accept?.includes(shortListing) ?? false;
    if (reading) return abbreviated ? abbreviatedWant(path) : packumentWant(path, { variant: 'full' });
    return method === 'PUT' ? { kind: 'publish', path, package: path, variant: 'document' } : undefined;
  }
  const one = versionDocument.exec(path);
  if (reading && one?.[1] && one[2] && isPackageName(one[1])) return packumentWant(one[1], { variant: 'version', version: one[2] });
  return undefined;
}
