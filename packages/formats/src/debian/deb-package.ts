import { AppError } from '@packhouse/contract/errors.ts';
import { readingLimits } from '@packhouse/contract/repositories/limits.ts';
import type { RangedBytes } from '../archive/archive-entry.ts';
import { readTar } from '../archive/tar-archive.ts';
import type { Packing } from '../archive/walk-tar.ts';
import type { Dependency, Inspection, Location, PackageFacts, Payload, StagedFile } from '../format.ts';
import { readArMembers } from './ar-archive.ts';
import { type ControlFields, parseControl, renderControl } from './control-fields.ts';
import { refusals } from './debian-refusals.ts';

const compressions: Record<string, Packing> = { 'control.tar': 'none', 'control.tar.gz': 'gzip', 'control.tar.xz': 'xz', 'control.tar.zst': 'zstd' };

/** Listings need this of a package's content. */
export interface DebContent {
  package: string;
  version: string;
  architecture: string;
  control: string;
}

/** Said by the listing, not by the package. */
const listingFields = new Set(['filename', 'size', 'md5sum', 'sha1', 'sha256', 'sha512']);

async function readControl(file: StagedFile): Promise<ControlFields> {
  const members = await readArMembers(file);
  if (members[0]?.name !== 'debian-binary') throw new AppError(refusals.no_deb);
  const member = members.find(({ name }) => name.startsWith('control.tar'));
  const compression = member && compressions[member.name];
  if (!member || !compression)
    throw member ? new AppError(refusals.deb_control_compression_unknown, { name: member.name }) : new AppError(refusals.deb_without_control_archive);
  if (!members.some(({ name }) => name.startsWith('data.tar'))) throw new AppError(refusals.deb_without_data);
  const part = { size: member.size, open: () => file.open({ start: member.start, end: member.start + member.size - 1 }) };
  const { control: kept, controlArchive } = readingLimits;
  const wanted = (name: string) => (name === 'control' ? { limit: kept.most } : undefined);
  const found = await readTar(part, wanted, compression, undefined, { largestUnpacked: controlArchive.most });
  const control = found.get('control');
  if (!control) throw new AppError(refusals.deb_without_control);
  return parseControl(control.toString());
}

/** What a package puts on a machine. @throws AppError `invalid_package` */
export async function findPayload(file: RangedBytes): Promise<Payload> {
  const member = (await readArMembers(file)).find(({ name }) => name.startsWith('data.tar'));
  const packing = member && compressions[member.name.replace('data.', 'control.')];
  if (!member || !packing) throw member ? new AppError(refusals.deb_data_compression_unknown, { name: member.name }) : new AppError(refusals.deb_without_data);
  return { start: member.start, end: member.start + member.size - 1, kind: 'tar', packing };
}

function dependencies(fields: ControlFields, field: string, scope: Dependency['scope']): Dependency[] {
  return (fields.get(field) ?? '')
    .split(',')
    .map((one) => /^(?<name>[a-z0-9][a-z0-9.+-]*)(?::\w+)?\s*(?:\((?<requirement>[^)]*)\))?(?<others>\s*\|.*)?/.exec(one.trim())?.groups)
    .filter((groups) => groups !== undefined)
    .map(({ name, requirement, others }) => ({ name: name!, requirement: `${requirement ?? ''}${others ?? ''}`.trim() || '*', scope }));
}

function readFacts(fields: ControlFields): PackageFacts {
  const [summary = '', ...more] = (fields.get('Description') ?? '').split('\n');
  const homepage = fields.get('Homepage');
  const maintainer = fields.get('Maintainer');
  const section = fields.get('Section');
  const display = { Architecture: fields.get('Architecture'), Section: section, Priority: fields.get('Priority'), Source: fields.get('Source') };
  return {
    description: summary,
    readme: more.map((line) => line.replace(/^ \.?$/, '').trim()).join('\n'),
    ...(homepage ? { homepage } : {}),
    ...(maintainer ? { authors: [maintainer] } : {}),
    tags: section ? [section] : [],
    dependencies: [
      ...dependencies(fields, 'Pre-Depends', 'runtime'),
      ...dependencies(fields, 'Depends', 'runtime'),
      ...dependencies(fields, 'Recommends', 'optional'),
      ...dependencies(fields, 'Suggests', 'optional'),
    ],
    display: Object.fromEntries(Object.entries(display).filter((entry): entry is [string, string] => entry[1] !== undefined)),
  };
}

/** Reads the control file out of a package. @throws AppError `invalid_package` */
export async function inspectDeb(location: Location, _path: string, file: StagedFile): Promise<Inspection> {
  const fields = await readControl(file);
  const [name = '', version = '', architecture = ''] = ['Package', 'Version', 'Architecture'].map((field) => fields.get(field));
  if (!/^[a-z0-9][a-z0-9.+-]+$/i.test(name)) throw new AppError(refusals.deb_names_no_package);
  if (!/^(\d+:)?[0-9A-Za-z][0-9A-Za-z.+~:-]*$/.test(version)) throw new AppError(refusals.deb_gives_no_version);
  if (!/^[a-z0-9][a-z0-9-]*$/.test(architecture)) throw new AppError(refusals.deb_gives_no_architecture);
  const listed: DebContent = {
    package: name,
    version,
    architecture,
    control: renderControl([...fields].filter(([field]) => !listingFields.has(field.toLowerCase()))),
  };
  return { ...location, package: name, version, lead: true, facts: readFacts(fields), listed, properties: { 'deb.name': [name], 'deb.version': [version] } };
}
