import type { SetupContext, Snippet } from '../format.ts';
import { tokenSnippet, tokenVariable } from '../setup-token.ts';

/** The client calls the repository this in its own list of remotes. */
const remote = 'packhouse';

/** The client asks variables for a remote's credentials that have the remote's name at their end; those without would be offered to every remote. */
function signIn(user: string): string {
  return [
    `export CONAN_LOGIN_USERNAME_${remote.toUpperCase()}="${user}"`,
    `export CONAN_PASSWORD_${remote.toUpperCase()}="$${tokenVariable}"`,
    `conan remote login ${remote}`,
  ].join('\n');
}

export function setup({ url, user, canDeploy, class: repositoryClass }: SetupContext): Snippet[] {
  const alone = 'conan remote disable "*"\n';
  const publishing: Snippet[] = [
    {
      step: 'publish',
      title: 'Make a package of the recipe in this folder, and upload it',
      language: 'shell',
      text: `conan create . --name=my-package --version=1.0.0\nconan upload my-package/1.0.0 --remote=${remote} --confirm`,
    },
  ];
  return [
    tokenSnippet(),
    {
      step: 'configure',
      title: repositoryClass === 'local' ? 'Add the repository' : 'Add the repository, and ask no other',
      language: 'shell',
      text: `${repositoryClass === 'local' ? '' : alone}conan remote add ${remote} "${url}"`,
    },
    { step: 'configure', title: 'Sign in', language: 'shell', text: signIn(user) },
    { step: 'configure', title: 'Describe this machine once', language: 'shell', text: 'conan profile detect --exist-ok' },
    ...(canDeploy ? publishing : []),
    { step: 'resolve', title: 'Install a package', language: 'shell', text: `conan install --requires=my-package/1.0.0 --remote=${remote}` },
  ];
}
