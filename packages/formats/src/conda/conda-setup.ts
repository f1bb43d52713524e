import type { SetupContext, Snippet } from '../format.ts';
import { tokenSnippet, tokenVariable } from '../setup-token.ts';

/** Clients put the environment's variables into the addresses of their channels. https://docs.conda.io/projects/conda/en/stable/user-guide/configuration/settings.html */
function writeSettings({ url, user, class: repositoryClass }: SetupContext): string {
  const { protocol, host, pathname } = new URL(url);
  const channel = `${protocol}//${encodeURIComponent(user)}:$${tokenVariable}@${host}${pathname}`;
  const others = repositoryClass === 'local' ? '  - defaults\n' : '';
  return `channels:\n  - ${channel}\n${others}channel_priority: strict\n`;
}

export function setup(context: SetupContext): Snippet[] {
  const { url, user, canDeploy, class: repositoryClass } = context;
  const publishing: Snippet = {
    step: 'publish',
    title: 'Upload a package; the folder is that of its platform',
    language: 'shell',
    text: `curl -f -u "${user}:$${tokenVariable}" -T mypackage-1.0.0-0.conda "${url}/noarch/mypackage-1.0.0-0.conda"`,
  };
  return [
    tokenSnippet(),
    {
      step: 'configure',
      title: repositoryClass === 'local' ? 'Have conda and mamba ask this repository, before others' : 'Have conda and mamba ask this repository, and no other',
      file: '~/.condarc',
      language: 'yaml',
      text: writeSettings(context),
    },
    ...(canDeploy ? [publishing] : []),
    { step: 'resolve', title: 'Install a package into the active environment', language: 'shell', text: 'conda install --yes mypackage' },
  ];
}
