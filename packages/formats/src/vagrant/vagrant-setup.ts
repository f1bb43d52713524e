import type { SetupContext, Snippet } from '../format.ts';
import { tokenSnippet, tokenVariable } from '../setup-token.ts';

/** https://developer.hashicorp.com/vagrant/docs/other/environmental-variables */
export function setup({ url, user, canDeploy }: SetupContext): Snippet[] {
  const publishing: Snippet = {
    step: 'publish',
    title: 'Upload a box; its path says box, version and provider',
    language: 'shell',
    text: `curl -f -u "${user}:$${tokenVariable}" -T package.box "${url}/acme/hello/1.0.0/virtualbox.box"`,
  };
  return [
    tokenSnippet(),
    {
      step: 'configure',
      title: 'Have vagrant ask this repository for boxes that have no address',
      language: 'shell',
      text: `export VAGRANT_SERVER_URL="${url}" VAGRANT_CLOUD_TOKEN="$${tokenVariable}"`,
    },
    ...(canDeploy ? [publishing] : []),
    { step: 'resolve', title: 'Add a box', language: 'shell', text: 'vagrant box add acme/hello --provider virtualbox' },
  ];
}
