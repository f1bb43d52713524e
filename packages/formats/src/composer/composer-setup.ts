import type { SetupContext, Snippet } from '../format.ts';
import { tokenSnippet, tokenVariable } from '../setup-token.ts';

export function setup({ url, host, key, user, canDeploy, class: repositoryClass }: SetupContext): Snippet[] {
  const alone = repositoryClass === 'local' ? '' : '\ncomposer config --global repositories.packagist.org false';
  // The client contacts nobody without TLS unless it is told to.
  const insecure = url.startsWith('http:') ? '\ncomposer config --global secure-http false' : '';
  const login = JSON.stringify({ 'http-basic': { [host]: { username: user, password: `$${tokenVariable}` } } });
  const publishing: Snippet[] = [
    {
      step: 'publish',
      title: 'Make an archive of the package in this folder, and upload it',
      language: 'shell',
      text: [
        'composer archive --format=zip --dir=/tmp --file=my-package-1.0.0',
        `curl -f -u "${user}:$${tokenVariable}" -T /tmp/my-package-1.0.0.zip "${url}/acme/my-package/my-package-1.0.0.zip"`,
      ].join('\n'),
    },
  ];
  return [
    tokenSnippet(),
    {
      step: 'configure',
      title: repositoryClass === 'local' ? 'Add the repository' : 'Add the repository, and ask no other',
      language: 'shell',
      text: `composer config --global repositories.${key} composer "${url}"${alone}${insecure}`,
    },
    { step: 'configure', title: 'Give Composer the token', language: 'shell', text: `export COMPOSER_AUTH=${JSON.stringify(login)}` },
    ...(canDeploy ? publishing : []),
    { step: 'resolve', title: 'Install a package', language: 'shell', text: 'composer require acme/my-package:^1.0' },
  ];
}
