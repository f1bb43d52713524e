import { AppError } from '@packhouse/contract/errors.ts';
import { readTar } from '../archive/tar-archive.ts';
import type { StagedFile } from '../format.ts';
import { refusals } from './cargo-refusals.ts';

/** Clients unpack a crate into a folder of its name and version, and build it by its manifest. @throws AppError `invalid_package` */
export async function requireCrate(file: StagedFile, name: string, version: string): Promise<void> {
  const folder = `${name}-${version}/`;
  let hasManifest = false;
  await readTar(file, (entry) => {
    if (!entry.startsWith(folder)) throw new AppError(refusals.crate_entry_elsewhere, { entry: entry.slice(0, 200), folder });
    if (entry === `${folder}Cargo.toml`) hasManifest = true;
    return undefined;
  });
  if (!hasManifest) throw new AppError(refusals.crate_without_manifest);
}
