import { AppError } from '@packhouse/contract/errors.ts';
import { readTar } from '../archive/tar-archive.ts';
import { readZip } from '../archive/zip-archive.ts';
import type { Dependency, Inspection, Location, PackageFacts, StagedFile } from '../format.ts';
import { findLicence } from '../text/licence-text.ts';
import { plainText } from '../text/plain-json.ts';
import { type Block, readConfiguration } from './configuration.ts';
import { refusals } from './terraform-refusals.ts';

const configuration = /^[^/]+\.(?:tf|tofu)(?:\.json)?$/;
/** More than anybody writes into one file; what follows is not looked at. */
const largestConfiguration = 256 * 1024;
const readme = /^readme(?:\.md)?$/i;
const licence = /^licen[cs]e(?:\.md|\.txt)?$/i;

function keep(name: string): { limit: number; cut?: boolean } | undefined {
  if (configuration.test(name)) return { limit: largestConfiguration, cut: true };
  return readme.test(name) || licence.test(name) ? { limit: 512 * 1024, cut: true } : undefined;
}

/** First paragraph of a readme, without its headings and badges. */
export function readSummary(text: string): string | undefined {
  const paragraph = text
    .split(/\n\s*\n/)
    .map((one) => one.trim())
    .find((one) => one !== '' && !/^(?:#|!?\[|<|```|=|-{3})/.test(one));
  return paragraph && plainText(paragraph.replaceAll(/\s+/g, ' '), 500);
}

function getDependencies(blocks: readonly Block[]): Dependency[] {
  const modules = blocks.filter(({ type }) => type === 'module').map(({ texts }) => ({ name: texts.source, requirement: texts.version }));
  const providers = blocks
    .filter(({ type }) => type === 'terraform')
    .flatMap((one) => one.blocks.filter(({ type }) => type === 'required_providers'))
    .flatMap((one) => [
      ...one.blocks.map(({ type, texts }) => ({ name: texts.source ?? `hashicorp/${type}`, requirement: texts.version })),
      ...Object.entries(one.texts).map(([name, requirement]) => ({ name: `hashicorp/${name}`, requirement })),
    ]);
  return [...modules, ...providers]
    .filter((one): one is { name: string; requirement: string | undefined } => one.name !== undefined && !/^\.{0,2}\//.test(one.name))
    .map(({ name, requirement }) => ({ name: plainText(name, 500), requirement: plainText(requirement ?? '*', 200), scope: 'runtime' }));
}

function readFacts(files: ReadonlyMap<string, Buffer>): PackageFacts {
  const find = (pattern: RegExp) => [...files].find(([name]) => pattern.test(name))?.[1].toString();
  const blocks = [...files].filter(([name]) => /\.(?:tf|tofu)$/.test(name)).flatMap(([, bytes]) => readConfiguration(bytes.toString()));
  const text = find(readme);
  const description = text && readSummary(text);
  const terms = findLicence(find(licence) ?? '');
  const count = (type: string) => blocks.filter((block) => block.type === type).length;
  const required = blocks.find(({ type, texts }) => type === 'terraform' && texts.required_version)?.texts.required_version;
  return {
    ...(description ? { description } : {}),
    ...(text ? { readme: plainText(text) } : {}),
    licenses: terms ? [terms] : [],
    dependencies: getDependencies(blocks),
    display: { Inputs: String(count('variable')), Outputs: String(count('output')), ...(required ? { 'Required version': plainText(required, 200) } : {}) },
    native: { kind: 'module' },
  };
}

/** A module is an archive of configuration files with at least one at its top. */
export async function inspectModule(location: Location, path: string, file: StagedFile): Promise<Inspection> {
  const files = path.endsWith('.zip') ? await readZip(file, keep) : await readTar(file, (name) => keep(name.replace(/^\.\//, '')));
  if (![...files.keys()].some((name) => configuration.test(name))) throw new AppError(refusals.module_without_configuration);
  const [namespace = '', name = '', system = ''] = location.package.split('/');
  const properties = { 'terraform.namespace': [namespace], 'terraform.name': [name], 'terraform.provider': [system], 'terraform.version': [location.version] };
  return { ...location, facts: readFacts(files), properties };
}
