import type { Format, Inspection, Location, ReadBeside, StagedFile } from '@packhouse/formats/format.ts';
import type { Context } from '../context.ts';

/** Looks into a file as its format does, in a thread; undefined where there is nothing to see. @throws AppError `invalid_package` also when there is more than is kept */
export async function inspectFile(
  context: Pick<Context, 'readers'>,
  format: Format,
  location: Location | undefined,
  path: string,
  file: StagedFile,
  readBeside?: ReadBeside,
): Promise<Inspection | undefined> {
  if (!location || !format.inspect) return undefined;
  return context.readers.read(format, format.inspect, location, path, file, readBeside);
}
