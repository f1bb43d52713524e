import type { Format, ProtocolRequest, SetupContext, Snippet, Want } from '../format.ts';
import { compareNaturally } from '../natural-order.ts';
import { tokenSnippet, tokenVariable } from '../setup-token.ts';

function classify({ method, path }: ProtocolRequest): Want | undefined {
  if (method === 'GET' || method === 'HEAD') return { kind: 'file', path, freshness: 'metadata' };
  if (path === '') return undefined;
  if (method === 'PUT' || method === 'POST') return { kind: 'publish', path };
  if (method === 'DELETE') return { kind: 'remove', path };
  return undefined;
}

function setup({ url, user, canDeploy }: SetupContext): Snippet[] {
  const login = `-u "${user}:$${tokenVariable}"`;
  const publish: Snippet[] = canDeploy
    ? [{ step: 'publish', title: 'Upload a file', language: 'shell', text: `curl -f ${login} -T artifact.bin "${url}/path/to/artifact.bin"` }]
    : [];
  return [
    tokenSnippet(),
    ...publish,
    { step: 'resolve', title: 'Download a file', language: 'shell', text: `curl -f ${login} -O "${url}/path/to/artifact.bin"` },
  ];
}

/** Plain files at any path: no packages, no listings; a remote one is a cache of an ordinary web server. */
export const generic: Format = {
  id: 'generic',
  title: 'Generic',
  purlType: 'generic',
  challenge: 'basic',
  classify,
  locate: () => undefined,
  mayReplace: () => true,
  compareVersions: compareNaturally,
  setup,
};
