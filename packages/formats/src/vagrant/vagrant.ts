import { AppError } from '@packhouse/contract/errors.ts';
import type { Draft, Format, PublishContext, Want } from '../format.ts';
import { compareVersions } from '../gems/gem-version.ts';
import { inspect } from './box-archive.ts';
import { type BoxListing, fileSource, load, merge, parse, render } from './vagrant-listing.ts';
import { classify, findPlace, locate, readPath } from './vagrant-paths.ts';
import { refusals } from './vagrant-refusals.ts';
import { setup } from './vagrant-setup.ts';

async function publish({ path }: Want, { properties }: PublishContext): Promise<Draft | undefined> {
  if (!readPath(findPlace(path, properties))) throw new AppError(refusals.vagrant_place_unfit, { path });
  return undefined;
}

/** Boxes of virtual machines, under names that clients find without an address. */
export const vagrant: Format<BoxListing> = {
  id: 'vagrant',
  apiName: 'vagrant',
  challenge: 'basic',
  classify,
  locate,
  findPlace,
  inspect,
  mayReplace: () => false,
  publish,
  load,
  parse,
  merge,
  render,
  upstream: (want) => (want.kind === 'index' ? { path: want.package ?? '', headers: { accept: 'application/json' } } : { path: want.path }),
  fileSource,
  compareVersions,
  setup,
  demo: async () => (await import('./vagrant-demo.ts')).demo,
};
