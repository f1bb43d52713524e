import type { Want } from '../format.ts';
import type { Hive } from './render-nuget.ts';

/** Hives are spellings of one document. */
export const wantIndex = (id: string, variant: 'flat' | Hive): Want & { package: string } => ({
  kind: 'index',
  path: `${variant === 'flat' ? 'flat' : 'reg'}/${id}/index.json`,
  package: id,
  variant,
  freshness: 'metadata',
});

/** A part of a long registration that is a document of its own. */
export const pageWant = (registration: Want & { package: string }, lower: string, upper: string): Want => ({
  ...registration,
  path: `reg/${registration.package}/page/${lower}/${upper}.json`,
  variant: `page ${registration.variant}`,
});
