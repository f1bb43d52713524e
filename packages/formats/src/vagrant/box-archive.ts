import { AppError } from '@packhouse/contract/errors.ts';
import { readTar } from '../archive/tar-archive.ts';
import type { Inspection, Location, PackageFacts, StagedFile } from '../format.ts';
import { ownText, ownValue } from '../text/plain-json.ts';
import { readPath } from './vagrant-paths.ts';
import { refusals } from './vagrant-refusals.ts';

/** Larger boxes are disks of machines: what they say of themselves may stand behind gigabytes, most of which are zeros. */
const readWhole = 64 * 1024 * 1024;
const said = /^(?:\.\/)?(?<file>metadata|info)\.json$/;

async function findPacking(file: StagedFile): Promise<'gzip' | 'none'> {
  const chunks: Buffer[] = [];
  for await (const chunk of file.open({ start: 0, end: Math.min(file.size, 512) - 1 })) chunks.push(chunk as Buffer);
  const head = Buffer.concat(chunks);
  if (head[0] === 0x1f && head[1] === 0x8b) return 'gzip';
  if (head.subarray(257, 262).toString('latin1') === 'ustar') return 'none';
  throw new AppError(refusals.vagrant_box_is_no_archive);
}

function parse(bytes: Buffer | undefined): unknown {
  try {
    return bytes && JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}

/** Of whom a box is, in spellings of any case. https://developer.hashicorp.com/vagrant/docs/boxes/info */
function readFacts(info: unknown, metadata: unknown): PackageFacts {
  const find = (key: string) => ownText(info, key, 2000) ?? ownText(info, `${key[0]!.toUpperCase()}${key.slice(1)}`, 2000);
  const [description, author, homepage] = [find('description'), find('author'), find('homepage')];
  const architecture = ownText(metadata, 'architecture', 50);
  return {
    ...(description ? { description } : {}),
    ...(homepage ? { homepage } : {}),
    authors: author ? [author] : [],
    licenses: [],
    dependencies: [],
    display: architecture ? { Architecture: architecture } : {},
    native: {},
  };
}

export async function inspect(location: Location, path: string, file: StagedFile): Promise<Inspection> {
  const place = readPath(path);
  if (!place) throw new AppError(refusals.vagrant_place_unfit, { path });
  const packing = await findPacking(file);
  const properties = {
    box_name: [place.name],
    box_version: [place.version],
    box_provider: [place.provider],
    ...(place.architecture ? { box_architecture: [place.architecture] } : {}),
  };
  if (file.size > readWhole) return { ...location, facts: readFacts(undefined, undefined), properties };
  const found = await readTar(file, (name) => (said.test(name) ? { limit: 1024 * 1024 } : undefined), packing);
  const read = (name: string) => parse([...found].find(([entry]) => said.exec(entry)?.groups?.file === name)?.[1]);
  const metadata = read('metadata');
  const provider = ownText(metadata, 'provider', 100);
  if (provider === undefined) throw new AppError(refusals.vagrant_box_says_nothing);
  if (provider !== place.provider) throw new AppError(refusals.vagrant_provider_differs, { actual: provider, place: place.provider });
  return { ...location, facts: readFacts(read('info'), metadata), properties };
}

/** The member of a document that a client gave, as a text. */
export const readText = (document: unknown, key: string) =>
  typeof ownValue(document, key) === 'number' ? String(ownValue(document, key)) : ownText(document, key, 2000);
