import { buffer } from 'node:stream/consumers';
import type { Format, ReadBeside } from '@packhouse/formats/format.ts';
import type { Offer } from '@packhouse/formats/offers.ts';
import type { Context } from '../context.ts';
import type { RemoteRepository } from '../directory/directory.ts';
import { inspectFile } from '../storage/inspected.ts';
import { findArtifact } from '../storage/stored-artifact.ts';
import { asStaged } from '../storage/stored-blob.ts';

/** What a stored file says to rules by its own bytes and those beside it; undefined for what is no version, and for what is not stored: nobody gets that by its path. */
export async function readStoredOffer(
  context: Context,
  repository: RemoteRepository,
  format: Format,
  path: string,
): Promise<(Offer & { package: string; only(kind: string): boolean }) | undefined> {
  const artifact = await findArtifact(context, repository.id, path);
  const { sha256 } = artifact ?? {};
  const named = sha256 === undefined ? undefined : format.storedOffer?.(path, { sha256, facts: undefined });
  if (!artifact || sha256 === undefined || !named) return undefined;
  const readBeside: ReadBeside = async (place, limit) => {
    const beside = await findArtifact(context, repository.id, place);
    return beside && beside.size <= limit ? buffer(await context.platform.blobs.open(beside.sha256)) : undefined;
  };
  const location = { package: named.package, version: named.offer.version, lead: true };
  const inspection = await inspectFile(context, format, location, path, asStaged(context.platform.blobs, artifact), readBeside).catch((err: unknown) => {
    context.log.warn({ err, repository: repository.key, path }, 'a stored version is judged without its facts, which could not be read');
    return undefined;
  });
  const read = inspection && 'facts' in inspection ? format.storedOffer?.(path, { sha256, facts: inspection.facts }) : named;
  return { ...(read ?? named).offer, package: named.package, only: (read ?? named).only };
}
