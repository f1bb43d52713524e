import { classifyFiles } from '../classify-files.ts';
import type { Format, SetupContext, Snippet } from '../format.ts';
import { compareNaturally } from '../natural-order.ts';
import { tokenSnippet, tokenVariable } from '../setup-token.ts';

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
  challenge: 'basic',
  classify: classifyFiles((path) => ({ kind: 'file', path, freshness: 'metadata' })),
  locate: () => undefined,
  mayReplace: () => true,
  compareVersions: compareNaturally,
  setup,
  demo: async () => (await import('./generic-demo.ts')).demo,
};
