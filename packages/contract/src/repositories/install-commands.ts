import { formatIdOf, queryNameOf } from './format-ids.ts';

/** What an install command is about. `host` and `repo` matter to clients that name them in the command. */
export interface InstallTarget {
  name: string;
  /** Absent: whatever is newest. */
  version?: string | undefined;
  host?: string | undefined;
  repo?: string | undefined;
}

type Command = (target: { name: string; version: string | undefined; place: string }) => string;

const withVersion =
  (command: string, before: string) =>
  ({ name, version }: { name: string; version: string | undefined }) =>
    version === undefined ? `${command} ${name}` : `${command} ${name}${before}${version}`;

/** One client's command for each package type, under the names that package queries use. */
export const installCommands: Readonly<Record<string, Command>> = {
  alpine: withVersion('apk add', '='),
  cargo: withVersion('cargo install', ' --version '),
  chef: withVersion('knife supermarket install', ' '),
  deb: withVersion('apt-get install', '='),
  rubygems: withVersion('gem install', ' -v '),
  npm: withVersion('npm install', '@'),
  nuget: withVersion('nuget install', ' -Version '),
  opkg: withVersion('opkg install', '='),
  pypi: withVersion('pip install', '=='),
  rpm: withVersion('yum install', '-'),
  bower: withVersion('bower install', '#'),
  docker: ({ name, version, place }) => `docker pull ${place}${name}:${version ?? 'latest'}`,
  go: withVersion('go get', '@'),
  puppet: withVersion('puppet module install', ' --version '),
};

// Names and versions come from uploads; one that a shell would act upon must not end up in a command that people paste.
const isPlain = (text: string) => /^[\w@%+=:,./~-]*$/.test(text);

/** The command that installs a package with its own client; undefined for types without one, and for names no client could mean. */
export function installCommand(type: string, target: InstallTarget): string | undefined {
  const id = formatIdOf(type);
  const command = installCommands[id ? queryNameOf(id) : type];
  const place = [target.host, target.repo].map((part) => (part ? `${part}/` : '')).join('');
  if (!command || ![target.name, target.version ?? '', place].every(isPlain)) return undefined;
  if (target.name.startsWith('-') || target.version?.startsWith('-')) return undefined;
  return command({ name: target.name, version: target.version, place });
}
