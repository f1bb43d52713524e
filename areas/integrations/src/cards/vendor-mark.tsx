import { Icon, type IconName } from '@packhouse/ui/core.ts';

/** Letters that stand for a vendor; its own mark belongs to it. */
const letters: Readonly<Record<string, string>> = {
  github: 'GH',
  gitlab: 'GL',
  bitbucket_cloud: 'BC',
  bitbucket_server: 'BS',
  gitea: 'GT',
  jetbrains: 'JB',
  vscode: 'VS',
  android_studio: 'AS',
  azure_devops: 'AD',
  github_actions: 'GA',
};
const icons: Readonly<Record<string, IconName>> = { docker_desktop: 'package', jfrog_cli: 'terminal', frogbot: 'bug' };

/** A drawing that tells one card from another. */
export function VendorMark({ id }: { id: string }) {
  const icon = icons[id];
  return (
    <span className="integration-mark" aria-hidden>
      {icon ? <Icon name={icon} size={24} /> : (letters[id] ?? id.slice(0, 2).toUpperCase())}
    </span>
  );
}
