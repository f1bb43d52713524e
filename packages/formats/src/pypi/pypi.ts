import { findBehind } from '../client-setting.ts';
import type { AuxContext, Format, Rendered, SetupContext, Snippet, UpstreamRequest, Want } from '../format.ts';
import { findKnownUpstream } from '../known-upstream.ts';
import { tokenSnippet, tokenVariable } from '../setup-token.ts';
import { encodeSegment } from '../upstream-request.ts';
import { inspect, readDistribution } from './core-metadata.ts';
import { parseSimple } from './parse-simple.ts';
import { evidence } from './pypi-evidence.ts';
import { classify, compareVersions, locate, normalise, normalVersion } from './pypi-names.ts';
import { offers } from './pypi-offers.ts';
import { publish } from './pypi-publish.ts';
import { renderSimple } from './render-simple.ts';
import { fileSource, loadIndex, mergeIndexes, type SimpleIndex } from './simple-index.ts';

/** Remotes are given either as the index URL that pip takes, which ends in `simple`, or as what stands above it. */
function upstream(want: Want, remoteUrl = ''): UpstreamRequest {
  if (want.kind !== 'index') return { path: want.path };
  const project = want.package === undefined ? '' : `${encodeSegment(want.package)}/`;
  const base = remoteUrl.replace(/\/$/, '');
  return {
    path: base.endsWith('/simple') ? `${base}/${project}` : `${base ? `${base}/` : ''}simple/${project}`,
    headers: { accept: 'application/vnd.pypi.simple.v1+json, application/vnd.pypi.simple.v1+html;q=0.2, text/html;q=0.01' },
  };
}

async function aux(want: Want, { baseUrl }: AuxContext): Promise<Rendered | undefined> {
  if (want.variant !== 'redirect') return undefined;
  return {
    status: 301,
    contentType: 'text/plain; charset=utf-8',
    headers: { location: `${baseUrl}/simple/${want.path}/` },
    body: 'The name is spelled differently here',
  };
}

function renderError(status: number, code: string, message: string): Rendered {
  return { status: code === 'version_exists' ? 400 : status, contentType: 'text/plain; charset=utf-8', body: message };
}

function setup({ url, host, user, canDeploy }: SetupContext): Snippet[] {
  const [scheme = 'http', rest = ''] = url.split('://');
  const authorised = `${scheme}://${encodeURIComponent(user)}:$${tokenVariable}@${rest}/simple`;
  const trusted = scheme === 'http' ? `\nexport PIP_TRUSTED_HOST="${host}"` : '';
  const publishing: Snippet[] = canDeploy
    ? [
        {
          step: 'publish',
          title: 'Upload with twine',
          language: 'shell',
          text: `twine upload --non-interactive --repository-url "${url}/" -u "${user}" -p "$${tokenVariable}" dist/*`,
        },
        {
          step: 'publish',
          title: 'Upload with uv',
          language: 'shell',
          text: `uv publish --publish-url "${url}/" --username "${user}" --password "$${tokenVariable}" dist/*`,
        },
      ]
    : [];
  return [
    tokenSnippet(),
    {
      step: 'configure',
      title: 'Point pip and uv at this repository',
      language: 'shell',
      text: `export PIP_INDEX_URL="${authorised}"${trusted}\nexport UV_DEFAULT_INDEX="$PIP_INDEX_URL"`,
    },
    ...publishing,
    { step: 'resolve', title: 'Install with pip', language: 'shell', text: 'pip install your-package' },
    { step: 'resolve', title: 'Install with uv', language: 'shell', text: 'uv pip install your-package' },
  ];
}

/** Python packages: pip, uv, twine. */
export const pypi: Format<SimpleIndex> = {
  id: 'pypi',
  apiName: 'pypi',
  challenge: 'basic',
  renderError,
  tellsInStatusLine: true,
  classify,
  locate,
  inspect,
  readers: [readDistribution],
  mayReplace: () => false,
  publish,
  load: loadIndex,
  parse: parseSimple,
  merge: (_want, parts) => mergeIndexes(parts),
  render: renderSimple,
  upstream,
  fileSource,
  offers,
  aux,
  advisories: { knows: (version) => normalVersion(version) !== undefined, compare: compareVersions, normalName: normalise },
  evidence,
  exactVersion: (requirement) => /^\(?={2,3}\s*([^\s,;*()]+)\)?(?:\s*;.*)?$/.exec(requirement)?.[1],
  // https://pip.pypa.io/en/stable/topics/configuration/
  clientUpstream: {
    settings: [
      { variable: 'PIP_INDEX_URL', find: (text) => [text] },
      { files: ['~/.config/pip/pip.conf', '~/.pip/pip.conf', '/etc/pip.conf'], find: findBehind(/index-url\s*=/) },
    ],
    usual: () => findKnownUpstream('pkg:pypi/a@1', '/simple/a/'),
  },
  compareVersions,
  setup,
  demo: async () => (await import('./pypi-demo.ts')).demo,
};
