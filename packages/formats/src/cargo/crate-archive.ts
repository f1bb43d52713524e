import { AppError } from '@packhouse/contract/errors.ts';
import { readTar } from '../archive/tar-archive.ts';
import type { PackageFacts, StagedFile } from '../format.ts';
import { findLicences, isLicenceFile, licenceFileLimit } from '../text/licence-text.ts';
import { plainText } from '../text/plain-json.ts';
import { refusals } from './cargo-refusals.ts';

const largestManifest = 1024 * 1024;

/** `MIT OR Apache-2.0`, formerly written with a slash. https://doc.rust-lang.org/cargo/reference/manifest.html#the-license-and-license-file-fields */
export function readLicences(expression: string | null | undefined): string[] {
  const names = (expression ?? '').slice(0, 1000).replaceAll(/\s+/g, ' ').split('/');
  const written = names.map((name) => name.trim()).filter(Boolean);
  return written.length > 0 ? [written.join(' OR ')] : [];
}

/** Texts of a manifest's first table, which cargo writes anew for each crate, one to a line. */
function readPackageTable(manifest: string): (key: string) => string | undefined {
  const [, table = ''] = /^\[package\]\s*$([\s\S]*?)(?=^\[|(?![\s\S]))/m.exec(manifest) ?? [];
  const texts = new Map<string, string>();
  for (const line of table.split('\n')) {
    const [, key, text] = /^([a-z-]{1,40})\s{0,10}=\s{0,10}("(?:[^"\\]|\\.)*")\s*$/.exec(line.slice(0, 5000)) ?? [];
    if (key === undefined || text === undefined) continue;
    try {
      texts.set(key, JSON.parse(text) as string);
    } catch {
      // What is escaped otherwise than in JSON is a text that nobody needs here.
    }
  }
  return (key) => texts.get(key);
}

/** Clients unpack a crate into a folder of its name and version, and build it by its manifest. Gives what that says of it. @throws AppError `invalid_package` */
export async function readCrate(file: StagedFile, name: string, version: string): Promise<PackageFacts> {
  const folder = `${name}-${version}/`;
  const found = await readTar(file, (entry) => {
    if (!entry.startsWith(folder)) throw new AppError(refusals.crate_entry_elsewhere, { entry: entry.slice(0, 200), folder });
    if (entry === `${folder}Cargo.toml`) return { limit: largestManifest, cut: true };
    return isLicenceFile(entry.slice(folder.length)) ? licenceFileLimit : undefined;
  });
  const manifest = found.get(`${folder}Cargo.toml`);
  if (!manifest) throw new AppError(refusals.crate_without_manifest);
  const said = readPackageTable(manifest.toString());
  const named = said('license-file');
  const texts = [...found].filter(([entry]) => (named === undefined ? entry !== `${folder}Cargo.toml` : entry === `${folder}${named}`));
  const stated = readLicences(said('license'));
  const [description, homepage] = [said('description'), said('homepage') ?? said('repository')];
  return {
    ...(description ? { description: plainText(description, 2000) } : {}),
    ...(homepage ? { homepage } : {}),
    licenses: stated.length > 0 ? stated : findLicences(texts.map(([, bytes]) => bytes.toString())),
  };
}
