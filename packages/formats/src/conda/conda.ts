import { AppError } from '@packhouse/contract/errors.ts';
import { documentRefusals } from '../document-refusals.ts';
import type { Draft, Format, PublishContext, Want } from '../format.ts';
import { json } from '../text/render-json.ts';
import { type CondaListing, fileSource, load, merge } from './conda-listing.ts';
import { offers } from './conda-offers.ts';
import { findPayload, identify, inspect } from './conda-package.ts';
import { classify, locate } from './conda-paths.ts';
import { setup } from './conda-setup.ts';
import { compareVersions } from './conda-version-order.ts';
import { parse } from './read-repodata.ts';
import { render } from './render-repodata.ts';

/** A package that is sent to its channel alone is put into the folder of its platform. */
async function publish(want: Want, context: PublishContext): Promise<Draft | undefined> {
  if (want.variant !== 'unplaced') return undefined;
  const staged = await context.stage(context.body);
  const promised = context.request.headers['x-checksum-sha256']?.toLowerCase();
  if (promised !== undefined && promised !== staged.sha256) throw new AppError(documentRefusals.sha256_differs, { actual: staged.sha256, promised });
  const { path, ...inspection } = await context.read(identify, staged, want.path);
  return { files: [{ path, staged, inspection }], answer: json({ name: inspection.package, version: inspection.version, path }, { status: 201 }) };
}

/** Packages for conda, mamba and their like, in channels with a folder for each platform. */
export const conda: Format<CondaListing> = {
  id: 'conda',
  apiName: 'conda',
  challenge: 'basic',
  classify,
  locate,
  inspect,
  readers: [identify],
  payload: findPayload,
  mayReplace: () => false,
  publish,
  load,
  parse: (_want, document, { url }) => parse(document, url),
  merge,
  render,
  fileSource,
  // Most upstreams have the packed listing, which is a tenth as long; all have the other.
  upstream: ({ kind, path }) => (kind === 'index' ? { path: `${path}.zst`, otherwise: path } : { path }),
  offers,
  exactVersion: (requirement) => /^(?:==)?([A-Za-z0-9_.!+]+)(?: \S+)?$/.exec(requirement)?.[1],
  compareVersions,
  setup,
  demo: async () => (await import('./conda-demo.ts')).demo,
};
