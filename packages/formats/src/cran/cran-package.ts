import { AppError } from '@packhouse/contract/errors.ts';
import type { Keep } from '../archive/archive-limits.ts';
import { readTar } from '../archive/tar-archive.ts';
import { readZip } from '../archive/zip-archive.ts';
import { documentRefusals } from '../document-refusals.ts';
import type { Inspection, Location, StagedFile } from '../format.ts';
import { plainText } from '../text/plain-json.ts';
import { fileFields, readFacts } from './cran-facts.ts';
import { findPlace, isPackageName, sources } from './cran-paths.ts';
import { refusals } from './cran-refusals.ts';
import { isCranVersion } from './cran-version-order.ts';
import { type Fields, joinLines, readDescription } from './description.ts';

const largestDescription = 1024 * 1024;
const largestReadme = 512 * 1024;

interface Package {
  name: string;
  version: string;
  fields: Fields;
  readme: string | undefined;
}

const keep = (entry: string): Keep | undefined => {
  if (/^[^/]+\/DESCRIPTION$/.test(entry)) return { limit: largestDescription };
  return /^[^/]+\/README(?:\.md)?$/i.test(entry) ? { limit: largestReadme, cut: true } : undefined;
};

/** Everything is in one folder, which has the package's name. @throws AppError `invalid_package` */
async function readPackage(file: StagedFile, isZip: boolean): Promise<Package> {
  const top = new Set<string>();
  const wanted = (entry: string) => {
    if (top.size < 3) top.add(entry.split('/')[0] ?? '');
    return keep(entry);
  };
  const files = await (isZip ? readZip(file, wanted) : readTar(file, wanted));
  const descriptions = [...files].filter(([entry]) => entry.endsWith('/DESCRIPTION'));
  const [folder = ''] = top;
  if (descriptions.length !== 1 || top.size > 1) throw new AppError(refusals.cran_package_without_description);
  const fields = readDescription(descriptions[0]![1]);
  if (!fields) throw new AppError(refusals.cran_description_unreadable);
  const [name, version] = ['Package', 'Version'].map((field) => fields.get(field) ?? '') as [string, string];
  if (!isPackageName(name) || !isCranVersion(version)) throw new AppError(refusals.cran_description_names_nothing);
  if (name !== folder) throw new AppError(documentRefusals.archive_entry_elsewhere, { entry: folder, folder: name });
  const readme = [...files].find(([entry]) => /\/readme/i.test(entry))?.[1];
  return { name, version, fields, readme: readme && plainText(readme.toString()) };
}

function makeInspection({ name, version, fields, readme }: Package): Inspection {
  const own = Object.entries(fileFields).flatMap(([field, property]) => {
    const value = joinLines(fields.get(field) ?? '');
    return value === '' ? [] : [[property, [value.slice(0, 1000)]] as const];
  });
  return {
    package: name,
    version,
    lead: true,
    facts: readFacts(fields, readme),
    properties: { 'cran.name': [name], 'cran.version': [version], ...Object.fromEntries(own) },
  };
}

/** What was built says by which R, and clients take sources for nothing else. */
function requireBuilt(folder: string, { fields }: Package): void {
  if (folder !== sources && !fields.has('Built')) throw new AppError(refusals.cran_package_not_built);
}

/** A package at its place. @throws AppError `invalid_package` when it is another than its file's name says */
export async function inspect(location: Location, path: string, file: StagedFile): Promise<Inspection> {
  const place = findPlace(path);
  const found = await readPackage(file, place?.ending === '.zip');
  const { name, version } = found;
  if (name !== location.package || version !== location.version)
    throw new AppError(documentRefusals.package_named_otherwise, { name, version, place: `${place?.folder}/${name}_${version}${place?.ending}` });
  requireBuilt(place?.folder ?? sources, found);
  return makeInspection(found);
}

async function beginsAsZip(file: StagedFile): Promise<boolean> {
  const chunks: Buffer[] = [];
  for await (const chunk of file.open({ start: 0, end: Math.min(file.size, 4) - 1 })) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('latin1').startsWith('PK');
}

/** Endings by which R on that system looks for what was built. */
const endingIn = (folder: string, isZip: boolean) => (folder === sources ? '.tar.gz' : isZip ? '.zip' : folder.startsWith('bin/macosx/') ? '.tgz' : '.tar.gz');

/** A package whose place only it can tell, in a folder. */
export async function identify(file: StagedFile, folder: string): Promise<Inspection & { path: string }> {
  const isZip = folder !== sources && file.size > 0 && (await beginsAsZip(file));
  const found = await readPackage(file, isZip);
  requireBuilt(folder, found);
  return { ...makeInspection(found), path: `${folder}/${found.name}_${found.version}${endingIn(folder, isZip)}` };
}
