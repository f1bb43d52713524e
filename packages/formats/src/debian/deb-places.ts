import { AppError } from '@packhouse/contract/errors.ts';
import type { ListedFile } from '../indexed-listing.ts';
import { refusals } from './debian-refusals.ts';

/** Suites and components become parts of paths and lines of the Release file. */
const coordinate = /^[A-Za-z0-9][A-Za-z0-9.+~_-]*(\/[A-Za-z0-9][A-Za-z0-9.+~_-]*)*$/;

/** Listings that one package may stand in: each suite, component and architecture of its properties makes one with each of the others. */
const mostPlaces = 100;
/** Characters that one package may take in all its listings together. */
const mostText = 16 * 1024 * 1024;

export interface DebPlace {
  suite: string;
  component: string;
  architecture: string;
}

/**
 * Where a package is listed by its properties; nowhere without a suite.
 * @param length characters that it takes in each listing
 * @throws AppError `bad_request` when that is in more listings, or takes more in them, than one package may
 */
export function getPlaces(properties: ListedFile['properties'], ownArchitecture: string, length: number): DebPlace[] {
  const values = (key: string, otherwise: string[]) => [...new Set((properties[key] ?? otherwise).filter((value) => coordinate.test(value)))];
  const suites = values('deb.distribution', []);
  const components = values('deb.component', ['main']);
  const architectures = values('deb.architecture', [ownArchitecture]);
  const count = suites.length * components.length * architectures.length;
  if (count > mostPlaces) throw new AppError(refusals.deb_in_too_many_listings, { count, limit: mostPlaces });
  if (count * length > mostText) throw new AppError(refusals.deb_takes_too_much, { length, count, limit: mostText });
  return suites.flatMap((suite) => components.flatMap((component) => architectures.map((architecture) => ({ suite, component, architecture }))));
}
