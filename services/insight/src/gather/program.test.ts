import { expect, it } from 'vitest';
import { findProgram } from './program.ts';

/** As these programs call themselves. */
const agents = {
  'npm/10.9.2 node/v24.0.0 linux x64 workspaces/false': 'npm CLI',
  'pnpm/9.15.0 npm/? node/v22.0.0 linux x64': 'pnpm',
  'yarn/1.22.22 npm/? node/v22.0.0 linux x64': 'Yarn',
  'pip/25.0 {"ci":null,"cpu":"x86_64"}': 'pip',
  'uv/0.5.11 {"installer":{"name":"uv"}}': 'uv',
  'Apache-Maven/3.9.9 (Java 21.0.5; Linux 6.1)': 'Maven',
  'Gradle/8.11 (Linux;6.1;amd64) (Eclipse Adoptium;21)': 'Gradle',
  'docker/28.0.1 go/go1.23.6 git-commit/bbd0a17 kernel/6.1 os/linux arch/amd64 UpstreamClient(Docker-Client/28.0.1)': 'Docker',
  'containers/5.33.0 (github.com/containers/image)': 'Podman and Skopeo',
  'Helm/3.16.3': 'Helm',
  'Go-http-client/1.1': 'Go',
  'cargo 1.83.0 (5ffbef321 2024-10-29)': 'Cargo',
  'Debian APT-HTTP/1.3 (2.6.1)': 'apt',
  'libdnf (Fedora Linux 41; generic; Linux.x86_64)': 'dnf, yum and zypper',
  'Composer/2.8.4 (Linux; 6.1; PHP 8.2.26)': 'Composer',
  'unknown/None; hf_hub/0.26.5; python/3.11.2': 'Hugging Face',
  'Vagrant/2.3.4 (+https://www.vagrantup.com; ruby3.1.2)': 'Vagrant',
  'curl/7.88.1': 'curl',
  node: 'Node.js programs',
  'python-requests/2.32.3': 'Python programs',
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36': 'browsers',
  'in-house-tool/1.0': 'others',
};

it('knows programs by what they call themselves, and makes no name of what it does not know', () => {
  for (const [agent, program] of Object.entries(agents)) expect(findProgram(agent), agent).toBe(program);
  expect([findProgram(undefined), findProgram('')]).toEqual(['others', 'others']);
  expect(new Set(Array.from({ length: 3000 }, (_, at) => findProgram(`made-up-${at}`)))).toEqual(new Set(['others']));
});
