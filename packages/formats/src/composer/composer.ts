import { AppError } from '@packhouse/contract/errors.ts';
import type { AuxContext, Draft, Format, PublishContext, Rendered, UpstreamRequest, Want } from '../format.ts';
import { findKnownUpstream } from '../known-upstream.ts';
import { json } from '../text/render-json.ts';
import { evidence } from './composer-evidence.ts';
import { type ComposerListing, fileSource, load, merge, parse, render } from './composer-listing.ts';
import { offers } from './composer-offers.ts';
import { classify, locate, rootWant } from './composer-place.ts';
import { refusals } from './composer-refusals.ts';
import { findAdvisories, list, search } from './composer-search.ts';
import { setup } from './composer-setup.ts';
import { compareComposerVersions, compareVersions, isComposerVersion, isDevelopment } from './composer-version-order.ts';
import { identify, inspect } from './package-archive.ts';

/** An archive sent to any other place is put where it belongs; the version may be in the query or a property. */
async function publish(want: Want, context: PublishContext): Promise<Draft | undefined> {
  if (want.variant === 'plain') return undefined;
  const staged = await context.stage(context.body);
  const promised = context.request.headers['x-checksum-sha256']?.toLowerCase();
  if (promised !== undefined && promised !== staged.sha256) throw new AppError(refusals.composer_archive_differs, { actual: staged.sha256, promised });
  const asked = context.request.query.get('version') ?? context.properties['composer.version']?.[0];
  const { path, ...inspection } = await context.read(identify, staged, asked);
  return { files: [{ path, staged, inspection }], answer: json({ name: inspection.package, version: inspection.version, path }, { status: 201 }) };
}

/** A remote is given as the address that clients are given, with or without the document's name. */
function upstream(want: Want, remoteUrl = ''): UpstreamRequest {
  return { path: want.variant === 'root' && remoteUrl.endsWith('/packages.json') ? remoteUrl : want.path };
}

async function aux(want: Want, context: AuxContext<ComposerListing>): Promise<Rendered> {
  if (want.variant === 'search') return search(context);
  return want.variant === 'advisories' ? findAdvisories(context) : list(context);
}

/** Packages of PHP over the second protocol of Composer. */
export const composer: Format<ComposerListing> = {
  id: 'composer',
  apiName: 'composer',
  challenge: 'basic',
  heavyFacts: { manifest: [] },
  classify,
  locate,
  inspect,
  readers: [identify],
  // Heads of branches move.
  mayReplace: (path) => isDevelopment(locate(path)?.version ?? ''),
  publish,
  load,
  parse,
  merge,
  render,
  upstream,
  discovery: {
    want: (want) => (want.kind === 'index' && want.variant !== 'root' ? rootWant : undefined),
    address: ({ package: name = '', variant }, { root }) => root?.metadata.replaceAll('%package%', variant === 'development' ? `${name}~dev` : name),
  },
  fileSource,
  offers,
  aux,
  // Advisories write names in lower case, whatever their authors do.
  advisories: { knows: isComposerVersion, compare: compareComposerVersions, normalName: (name) => name.toLowerCase() },
  evidence,
  exactVersion: (requirement) => (isComposerVersion(requirement) ? requirement : undefined),
  clientUpstream: { settings: [], usual: () => findKnownUpstream('pkg:composer/v/a@1', '/p2/v/a.json') },
  compareVersions,
  setup,
  demo: async () => (await import('./composer-demo.ts')).demo,
};
