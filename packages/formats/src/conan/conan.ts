import { AppError } from '@packhouse/contract/errors.ts';
import type { AuxContext, Format, Rendered, Want } from '../format.ts';
import { evidence } from './conan-evidence.ts';
import { inspect } from './conan-facts.ts';
import { type ConanListing, load, merge, parse, render } from './conan-listing.ts';
import { classify, locate, upstream } from './conan-paths.ts';
import { isVersion } from './conan-place.ts';
import { search } from './conan-search.ts';
import { setup } from './conan-setup.ts';
import { compareVersions } from './conan-version-order.ts';

const said = (text: string, headers?: Record<string, string>): Rendered => ({
  contentType: 'text/plain; charset=utf-8',
  body: text,
  ...(headers ? { headers } : {}),
});

/** Clients sign in with a name and a password and go on with what they are given for it. */
async function aux(want: Want, context: AuxContext<ConanListing>): Promise<Rendered | undefined> {
  // The client looks here for what the server can do, and nowhere else.
  if (want.variant === 'ping') return said('', { 'x-conan-server-capabilities': 'revisions,checksum_deploy' });
  if (want.variant === 'search') return search(context);
  if (context.user === undefined) throw new AppError('unauthenticated');
  return said(want.variant === 'authenticate' ? await context.issueToken('conan') : context.user);
}

/** Recipes and packages of C and C++ over the second protocol, with revisions. */
export const conan: Format<ConanListing> = {
  id: 'conan',
  apiName: 'conan',
  challenge: 'basic',
  removedStatus: 200,
  renderError: (status, _code, message) => ({ status, ...said(message) }),
  classify,
  locate,
  inspect,
  // A revision is named after its content; `conan upload --force` sends it again, packed otherwise perhaps.
  mayReplace: () => true,
  load,
  parse,
  merge,
  render,
  upstream,
  probeUrl: (url) => `${url.replace(/\/$/, '')}/v1/ping`,
  aux,
  compareVersions,
  // What is somebody's own is a fork, and has the flaws of what it comes from.
  advisories: { knows: isVersion, compare: compareVersions, normalName: (name) => name.split('@')[0] ?? name },
  evidence,
  setup,
};
