import { AppError } from '@packhouse/contract/errors.ts';
import { readUpTo } from '@packhouse/limits/read-up-to.ts';
import { readZip } from '../archive/zip-archive.ts';
import type { Inspection, Location, StagedFile } from '../format.ts';
import { findLicence } from '../text/licence-text.ts';
import { ownValue, plainText } from '../text/plain-json.ts';
import { readSummary } from './module-archive.ts';
import { getPlatform, isManifest } from './terraform-paths.ts';
import { refusals } from './terraform-refusals.ts';

async function inspectManifest(location: Location, file: StagedFile): Promise<Inspection> {
  let protocols: unknown;
  try {
    protocols = ownValue(ownValue(JSON.parse((await readUpTo(file.open(), 64 * 1024)).toString()), 'metadata'), 'protocol_versions');
  } catch (cause) {
    throw new AppError(refusals.provider_manifest_is_no_json, {}, { cause });
  }
  if (!Array.isArray(protocols) || protocols.length === 0 || !protocols.every((one) => typeof one === 'string' && /^\d+\.\d+$/.test(one)))
    throw new AppError(refusals.provider_without_protocol_versions);
  return { ...location, properties: { 'terraform.protocols': protocols as string[] } };
}

/** A provider's package is a zip archive with the program for one platform; its manifest says which protocols the program speaks. */
export async function inspectProvider(location: Location, path: string, file: StagedFile): Promise<Inspection> {
  if (isManifest(path)) return inspectManifest(location, file);
  const platform = getPlatform(path);
  if (!platform) return location;
  const type = location.package.split('/')[1] ?? '';
  let program: string | undefined;
  const files = await readZip(file, (entry) => {
    if (entry.startsWith(`terraform-provider-${type}`) && !entry.includes('/')) program = entry;
    return /^(?:readme|licen[cs]e)(?:\.md|\.txt)?$/i.test(entry) ? { limit: 512 * 1024, cut: true } : undefined;
  });
  if (program === undefined) throw new AppError(refusals.provider_without_program, { type });
  const find = (pattern: RegExp) => [...files].find(([name]) => pattern.test(name))?.[1].toString();
  const readme = find(/^readme/i);
  const description = readme && readSummary(readme);
  const terms = findLicence(find(/^licen/i) ?? '');
  return {
    ...location,
    facts: {
      ...(description ? { description } : {}),
      ...(readme ? { readme: plainText(readme) } : {}),
      licenses: terms ? [terms] : [],
      native: { kind: 'provider' },
    },
    properties: { 'terraform.provider.os': [platform.os], 'terraform.provider.arch': [platform.arch] },
  };
}
