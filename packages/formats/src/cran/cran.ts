import { AppError } from '@packhouse/contract/errors.ts';
import { documentRefusals } from '../document-refusals.ts';
import type { Draft, Format, PublishContext, Want } from '../format.ts';
import { json } from '../text/render-json.ts';
import { evidence } from './cran-evidence.ts';
import { type CranListing, fileSource, load, merge, parse } from './cran-listing.ts';
import { offers } from './cran-offers.ts';
import { identify, inspect } from './cran-package.ts';
import { classify, locate } from './cran-paths.ts';
import { refusals } from './cran-refusals.ts';
import { setup } from './cran-setup.ts';
import { compareCranVersions, compareVersions, isCranVersion, versionKey } from './cran-version-order.ts';
import { render } from './render-cran.ts';

/** A package that is sent to the folder of its kind, or to no folder, is put where it belongs. */
async function publish(want: Want, context: PublishContext): Promise<Draft | undefined> {
  const { variant: folder } = want;
  if (folder === undefined) return undefined;
  if (folder === '') throw new AppError(refusals.cran_folder_unknown);
  const staged = await context.stage(context.body);
  const promised = context.request.headers['x-checksum-sha256']?.toLowerCase();
  if (promised !== undefined && promised !== staged.sha256) throw new AppError(documentRefusals.sha256_differs, { actual: staged.sha256, promised });
  const { path, ...inspection } = await context.read(identify, staged, folder);
  return { files: [{ path, staged, inspection }], answer: json({ name: inspection.package, version: inspection.version, path }, { status: 201 }) };
}

/** Packages of R: sources, what was built of them, and their listings. */
export const cran: Format<CranListing> = {
  id: 'cran',
  apiName: 'cran',
  challenge: 'basic',
  classify,
  locate,
  inspect,
  readers: [identify],
  mayReplace: () => false,
  publish,
  load,
  parse,
  merge,
  render,
  fileSource,
  offers,
  advisories: { knows: isCranVersion, compare: compareCranVersions, normalVersion: versionKey },
  evidence,
  exactVersion: (requirement) => /^== ?([0-9.-]+)$/.exec(requirement)?.[1],
  compareVersions,
  setup,
  demo: async () => (await import('./cran-demo.ts')).demo,
};
