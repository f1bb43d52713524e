import { findFormatId, formatsWith, getCard } from '@packhouse/contract/repositories/format-ids.ts';
import { findRules, getDistribution, normalVersion } from '../component/ecosystem.ts';
import { readPackageName } from '../component/package-url.ts';
import type { ArtifactFit, ComponentFit } from '../ignore/fit.ts';
import { readRange } from '../range/version-range.ts';

/** A product as a document names it: the most telling of its names decides. */
interface Identified {
  purl?: string | undefined;
  /** Of its content. */
  sha256?: string | undefined;
  /** `vers:…`, where a range of its versions is meant. */
  range?: string | undefined;
}

/** What a product can be here: a component of something, or a file of its own. */
export interface ProductFit {
  component: ComponentFit | undefined;
  artifacts: readonly ArtifactFit[];
}

/** What these say beside the name changes nothing about which package it is. */
const idle = new Set(['type', 'upstream', 'vcs_url']);
const understood = new Set([...idle, 'distro', 'epoch']);

const whole = /^(pkg:([a-z0-9.+-]+)\/+((?:@|%40)?[^@?#]+))(?:@([^?#]+))?(?:\?([^#]*))?(#.*)?$/is;
const sum = /^(?:sha256:)?([0-9a-f]{64})$/i;

const readSum = (text: string): string | undefined => sum.exec(text)?.[1]?.toLowerCase();

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

interface Parts {
  head: string;
  type: string;
  path: string;
  version: string | undefined;
  qualifiers: ReadonlyMap<string, string>;
}

function readParts(text: string): Parts | undefined {
  const [, head, type, path, version, query = '', subpath] = whole.exec(text.trim()) ?? [];
  if (head === undefined || type === undefined || path === undefined || subpath !== undefined || text.length > 1000) return undefined;
  const decoded = version === undefined ? undefined : decode(version);
  if (version !== undefined && !decoded) return undefined;
  return { head, type: type.toLowerCase(), path, version: decoded, qualifiers: new Map(new URLSearchParams(query)) };
}

/** A package that a distribution installs; undefined where its release cannot be told. */
function fitInstalled(ecosystem: string, { path, version, qualifiers }: Parts): ProductFit | undefined {
  const [vendor = '', ...names] = path.split('/').filter(Boolean);
  const [distro, epoch] = [qualifiers.get('distro'), qualifiers.get('epoch')];
  const [, said, release] = /^([a-z]+)-(\d.{0,50})$/.exec(distro ?? '') ?? [];
  const name = decode(names.join('/'));
  if (!name || (distro !== undefined && (release === undefined || said !== vendor.toLowerCase()))) return undefined;
  const known = release === undefined ? undefined : (findRules(ecosystem)?.releaseName?.(release) ?? release);
  const full = version === undefined || epoch === undefined || epoch === '0' || version.includes(':') ? version : `${epoch}:${version}`;
  return { component: { ecosystem, name, ...(full === undefined ? {} : { version: full }), ...(known ? { distro: known } : {}) }, artifacts: [] };
}

function fitPackage({ head, type, version, qualifiers }: Parts): ProductFit | undefined {
  if (['distro', 'epoch'].some((name) => qualifiers.has(name))) return undefined;
  const found = readPackageName(head);
  if (!found) return undefined;
  const { ecosystem, name } = found;
  const versioned = version === undefined ? {} : { version: normalVersion(ecosystem, version) };
  const formats = new Set([...formatsWith(({ purlType }) => purlType === type), ...[findFormatId(type) ?? []].flat()]);
  const own = ecosystem === '' ? name.slice(name.indexOf(':') + 1) : name;
  const artifacts = [...formats].map((format) => ({ format, package: own, ...(version === undefined ? {} : { version }) }));
  return { component: { ecosystem, name, ...versioned }, artifacts };
}

/** Installed by which distribution, of those that packages of this type belong to. */
function findDistribution({ type, path }: Parts): string | undefined {
  const [vendor = '', ...names] = path.split('/').filter(Boolean);
  const found = names.length === 0 ? undefined : getDistribution(vendor.toLowerCase());
  return formatsWith(({ purlType }) => purlType === type).some((id) => getCard(id).scanning?.distributions?.includes(found ?? '')) ? found : undefined;
}

/** The same within a range of versions: a component alone, since which versions are in it is known of components. */
function narrow({ component }: ProductFit, { type }: Parts, range: string): ProductFit | undefined {
  const read = readRange(range);
  if (!read || !component || component.version !== undefined) return undefined;
  if (read.constraints === 'everything') return { component, artifacts: [] };
  return read.type === type ? { component: { ...component, range, versions: [] }, artifacts: [] } : undefined;
}

/**
 * What a product is here: by the digest of its content where that is known, else by its package URL. Undefined where that says something that cannot be told of
 * what is here, such as an architecture: to take it for less would be to say more than its issuer did. https://github.com/package-url/purl-spec
 */
export function readProduct({ purl, sha256, range }: Identified): ProductFit | undefined {
  const known = sha256 === undefined ? undefined : readSum(sha256);
  if (known !== undefined) return { component: undefined, artifacts: [{ sha256: known }] };
  const parts = purl === undefined ? undefined : readParts(purl);
  if (!parts) return undefined;
  const digest = parts.version?.startsWith('sha256:') ? readSum(parts.version) : undefined;
  // Content is the same wherever it lies, and by whatever tag it goes.
  if (digest !== undefined) return { component: undefined, artifacts: [{ sha256: digest }] };
  if ([...parts.qualifiers.keys()].some((name) => !understood.has(name))) return undefined;
  const distribution = findDistribution(parts);
  const fit = distribution === undefined ? fitPackage(parts) : fitInstalled(distribution, parts);
  return fit && range !== undefined ? narrow(fit, parts, range) : fit;
}
