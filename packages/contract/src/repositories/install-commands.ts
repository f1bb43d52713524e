import { findFormatId, formatIds, getCard, getQueryName } from './format-ids.ts';

/** An install command is about this. `host` and `repo` matter to clients that name them in the command. */
export interface InstallTarget {
  name: string;
  /** Absent: whatever is newest. */
  version?: string | undefined;
  host?: string | undefined;
  repo?: string | undefined;
}

type Command = { readonly newest: string; readonly chosen: string };

const otherClient = (command: string, before: string): Command => ({ newest: `${command} {name}`, chosen: `${command} {name}${before}{version}` });

/** One client's command for each package type that has one, under the names that package queries use. Four types are no formats here. */
export const installCommands: ReadonlyMap<string, Command> = new Map([
  ['chef', otherClient('knife supermarket install', ' ')],
  ['opkg', otherClient('opkg install', '=')],
  ['bower', otherClient('bower install', '#')],
  ['puppet', otherClient('puppet module install', ' --version ')],
  ...formatIds.flatMap((id) => {
    const { install } = getCard(id);
    return install ? [[getQueryName(id), install] as const] : [];
  }),
]);

// Names and versions come from uploads; one that a shell would act upon must not end up in a command that people paste.
const isPlain = (text: string) => /^[\w@%+=:,./~-]*$/.test(text);

/** The command that installs a package with its own client; undefined for types without one, and for names no client could mean. */
export function installCommand(type: string, target: InstallTarget): string | undefined {
  const id = findFormatId(type);
  const command = installCommands.get(id ? getQueryName(id) : type);
  const place = [target.host, target.repo].map((part) => (part ? `${part}/` : '')).join('');
  if (!command || ![target.name, target.version ?? '', place].every(isPlain)) return undefined;
  if (target.name.startsWith('-') || target.version?.startsWith('-')) return undefined;
  return fillCommand(target.version === undefined ? command.newest : command.chosen, { name: target.name, version: target.version ?? '', place });
}

/** A command with what its signs stand for (see `FormatCard.install`). */
export function fillCommand(command: string, { name, version, place }: { name: string; version: string; place: string }): string {
  const at = name.indexOf('@', 1);
  const [stem, owner] = at < 0 ? [name, ''] : [name.slice(0, at), name.slice(at)];
  const parts: Readonly<Record<string, string>> = { name, version, place, stem, owner };
  return command.replace(/\{(name|version|place|stem|owner)\}/g, (_, part: string) => parts[part] ?? '');
}
