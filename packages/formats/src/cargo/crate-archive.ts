import { refuse } from '../archive/archive-limits.ts';
import { readTar } from '../archive/tar-archive.ts';
import type { StagedFile } from '../format.ts';

/** Clients unpack a crate into a folder of its name and version, and build it by its manifest. @throws AppError `invalid_package` */
export async function requireCrate(file: StagedFile, name: string, version: string): Promise<void> {
  const folder = `${name}-${version}/`;
  let hasManifest = false;
  await readTar(file, (entry) => {
    if (!entry.startsWith(folder)) refuse(`The crate has ${entry.slice(0, 200)}, which is not under ${folder}`);
    if (entry === `${folder}Cargo.toml`) hasManifest = true;
    return undefined;
  });
  if (!hasManifest) refuse('The crate has no Cargo.toml');
}
