import { query, useCommands, useSession } from '@packhouse/console-kit/console-kit.ts';
import { containerFormats } from '@packhouse/contract/repositories/format-ids.ts';
import { installCommand } from '@packhouse/contract/repositories/install-commands.ts';
import { getSetMeUp } from '@packhouse/contract/repositories/package-routes.ts';
import { CodeBlock } from '@packhouse/ui/core.ts';
import { useQuery } from '@tanstack/react-query';
import { t } from './packages-words.ts';

interface InstallProps {
  format: string;
  name: string;
  version?: string;
  /** Repository that clients would take it from. */
  repo: string | undefined;
}

/** The command that installs this with the format's own client. Nothing for formats that have none. */
function useInstallCommand({ format, name, version, repo }: InstallProps): string | undefined {
  const { baseUrl } = useSession();
  const { host } = new URL(baseUrl || window.location.origin);
  // Clients of containers name the host in the command, and a web server in front may give the repository one of its own.
  const asksPlace = containerFormats.some((one) => one === format) && repo !== undefined;
  const { data } = useQuery({ ...query(getSetMeUp, { query: { repoKey: repo } }), enabled: asksPlace });
  const registry = asksPlace ? data?.registry : undefined;
  return installCommand(format, { name, version, host: registry?.host ?? host, repo: registry?.prefix === '' ? undefined : repo });
}

export function InstallCommand(props: InstallProps) {
  const command = useInstallCommand(props);
  const title = props.version === undefined ? t('installLatest') : t('install');
  useCommands(() => (command === undefined ? [] : [{ title, code: command }]));
  return command === undefined ? null : <CodeBlock title={title} code={command} prompt />;
}
