import { defaultUrl } from 'registry-url';
import semver from 'semver';
import { semanticRules } from '../advisory-rules.ts';
import { findBehind } from '../client-setting.ts';
import type { Format, SetupContext, Snippet, UpstreamRequest, Want } from '../format.ts';
import { tokenSnippet, tokenVariable } from '../setup-token.ts';
import { json } from '../text/render-json.ts';
import { encodeSegment } from '../upstream-request.ts';
import { evidence } from './npm-evidence.ts';
import { locks } from './npm-locks.ts';
import { offers } from './npm-offers.ts';
import { inspect } from './npm-package.ts';
import { classify, locate, shortListing } from './npm-paths.ts';
import { publish, readAttestation, remove } from './npm-publish.ts';
import { services } from './npm-services.ts';
import { compareVersions } from './npm-version-order.ts';
import { loadPackument, mergePackuments, type Packument, parsePackument, tarballSource } from './packument.ts';
import { readDocument } from './read-document.ts';
import { condensePackument, renderPackument } from './render-packument.ts';

function upstream(want: Want, remoteUrl?: string): UpstreamRequest {
  if (want.variant !== 'attestations' && want.kind !== 'index') return { path: want.path };
  const name = want.package ?? '';
  const path = (spelling: string, version = want.version ?? ''): string => (want.kind === 'index' ? spelling : `-/npm/v1/attestations/${spelling}@${version}`);
  // Registries expect the slash of a scope encoded; a path relative to the remote is encoded by the core, which keeps slashes.
  const scoped =
    remoteUrl && name.includes('/') ? `${remoteUrl.replace(/\/$/, '')}/${path(name.replace('/', '%2f'), encodeSegment(want.version ?? ''))}` : path(name);
  // Registries that know no short listing answer with the whole one.
  const isShort = want.whole !== undefined;
  return { path: scoped, headers: { accept: isShort ? `${shortListing}; q=1.0, application/json; q=0.8` : 'application/json' } };
}

function setup({ url, canDeploy }: SetupContext): Snippet[] {
  const publishing: Snippet[] = canDeploy ? [{ step: 'publish', title: 'Publish the package in this folder', language: 'shell', text: 'npm publish' }] : [];
  return [
    tokenSnippet(),
    {
      step: 'configure',
      title: 'Point npm at this repository',
      file: '~/.npmrc',
      language: 'ini',
      text: `registry=${url}/\n${url.replace(/^https?:/, '')}/:_authToken=\${${tokenVariable}}\n`,
    },
    ...publishing,
    { step: 'resolve', title: 'Install a package', language: 'shell', text: 'npm install your-package' },
  ];
}

/** npm, pnpm and yarn. */
export const npm: Format<Packument> = {
  id: 'npm',
  apiName: 'npm',
  heavyFacts: { manifest: ['maintainers'] },
  challenge: 'basic',
  // Logging out names the token in the address, and access tokens are long.
  secretAfter: '-/user/token/',
  // To refusals for want of rights or credentials the client says words of its own; the notice it shows beside them.
  renderError: (status, code, message) =>
    json({ error: message, code }, { status, ...(status === 401 || status === 403 ? { headers: { 'npm-notice': message.replaceAll(/[^ -~]/g, '?') } } : {}) }),
  classify,
  locate,
  inspect,
  readers: [readDocument, readAttestation],
  mayReplace: () => false,
  publish,
  remove,
  load: loadPackument,
  parse: parsePackument,
  condense: condensePackument,
  merge: (_want, parts) => mergePackuments(parts),
  render: renderPackument,
  upstream,
  fileSource: tarballSource,
  offers,
  aux: services,
  clientUpstream: {
    settings: [
      { variable: 'npm_config_registry', find: (text) => [text] },
      { files: ['~/.npmrc', '/etc/npmrc'], find: findBehind(/registry\s*=/) },
    ],
    usual: () => defaultUrl,
  },
  advisories: semanticRules(true),
  evidence,
  locks,
  exactVersion: (requirement) => semver.valid(requirement) ?? undefined,
  compareVersions,
  setup,
  demo: async () => (await import('./npm-demo.ts')).demo,
};
