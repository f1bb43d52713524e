import { t } from './tool-words.ts';

/** Terminals differ by these. */
export const systems = ['osx', 'linux', 'windows'] as const;
export type System = (typeof systems)[number];

/** Whom and what the commands are for. */
export interface ToolFacts {
  /** Under which clients reach the platform. */
  baseUrl: string;
  userName: string;
}

/** One thing to do: in a terminal, in a file, or as the text says. */
export interface ToolStep {
  title: string;
  text?: string;
  command?: Readonly<Record<System, string>>;
  file?: { name: string; code: string };
}

const plain = /^[\w@.+:/=-]+$/;

/** A text as one word of a command. */
function quote(text: string, system: System): string {
  if (plain.test(text)) return text;
  return system === 'windows' ? `'${text.replaceAll("'", "''")}'` : `'${text.replaceAll("'", "'\\''")}'`;
}

const onEach = (make: (system: System) => string): Record<System, string> => ({ osx: make('osx'), linux: make('linux'), windows: make('windows') });

const same = (command: string) => onEach(() => command);

/** Starts a program that reads its connection from the environment. */
function startWith(program: Readonly<Record<System, string>>, { baseUrl, userName }: ToolFacts): ToolStep {
  const unix = (system: System) =>
    [
      `export JFROG_IDE_URL=${quote(baseUrl, system)}`,
      `export JFROG_IDE_USERNAME=${quote(userName, system)}`,
      'read -rs JFROG_IDE_PASSWORD && export JFROG_IDE_PASSWORD',
      program[system],
    ].join('\n');
  const literal = (text: string) => `'${text.replaceAll("'", "''")}'`;
  const windows = [
    `$env:JFROG_IDE_URL = ${literal(baseUrl)}`,
    `$env:JFROG_IDE_USERNAME = ${literal(userName)}`,
    "$env:JFROG_IDE_PASSWORD = Read-Host 'Password'",
    program.windows,
  ].join('\n');
  return { title: t('startConnected'), text: t('startConnectedHelp'), command: { osx: unix('osx'), linux: unix('linux'), windows } };
}

function checkWith({ baseUrl, userName }: ToolFacts): ToolStep {
  const command = onEach((system) => {
    const curl = system === 'windows' ? 'curl.exe' : 'curl';
    return `${curl} --fail --user ${quote(userName, system)} ${quote(`${baseUrl}/artifactory/api/repositories`, system)}`;
  });
  return { title: t('check'), text: t('checkHelp'), command };
}

/** An editor whose plugin comes from its maker's marketplace. */
function editor(program: Readonly<Record<System, string>>, facts: ToolFacts): ToolStep[] {
  const install = onEach((system) => `${program[system]} installPlugins org.jfrog.idea`);
  return [{ title: t('installPlugin'), text: t('installPluginHelp'), command: install }, startWith(program, facts), checkWith(facts)];
}

const storeInGitHub = ({ baseUrl }: ToolFacts): ToolStep[] => [
  { title: t('storeUrl'), command: onEach((system) => `gh variable set JF_URL --body ${quote(baseUrl, system)}`) },
  { title: t('storeToken'), text: t('storeTokenHelp'), command: same('gh secret set JF_ACCESS_TOKEN') },
];

const setUpCli = `name: packages
on: push
jobs:
  build:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: jfrog/setup-jfrog-cli@v4
        env:
          JF_URL: \${{ vars.JF_URL }}
          JF_ACCESS_TOKEN: \${{ secrets.JF_ACCESS_TOKEN }}
      - run: jf rt ping
`;

const frogbot = `name: frogbot
on:
  pull_request_target:
    types: [opened, synchronize]
permissions:
  pull-requests: write
  contents: read
jobs:
  scan:
    runs-on: ubuntu-latest
    steps:
      - uses: jfrog/frogbot@v2
        env:
          JF_URL: \${{ vars.JF_URL }}
          JF_ACCESS_TOKEN: \${{ secrets.JF_ACCESS_TOKEN }}
          JF_GIT_TOKEN: \${{ secrets.GITHUB_TOKEN }}
`;

const azure = `steps:
  - task: JFrogToolsInstaller@1
  - task: JfrogCliV2@1
    inputs:
      jfrogPlatformConnection: packhouse
      command: jf rt ping
`;

const steps: Readonly<Record<string, (facts: ToolFacts) => ToolStep[]>> = {
  jetbrains: (facts) => editor({ osx: 'idea', linux: 'idea.sh', windows: 'idea64.exe' }, facts),
  android_studio: (facts) => editor({ osx: 'studio', linux: 'studio.sh', windows: 'studio64.exe' }, facts),
  vscode: (facts) => [
    { title: t('installExtension'), command: same('code --install-extension JFrog.jfrog-vscode-extension') },
    startWith(same('code'), facts),
    checkWith(facts),
  ],
  docker_desktop: (facts) => [
    { title: t('installExtension'), command: same('docker extension install jfrog/jfrog-docker-desktop-extension') },
    {
      title: t('signInDocker'),
      command: onEach((system) => `docker login ${new URL(facts.baseUrl).host} --username ${quote(facts.userName, system)}`),
    },
    checkWith(facts),
  ],
  jfrog_cli: (facts) => [
    {
      title: t('installCli'),
      command: { osx: 'brew install jfrog-cli', linux: 'npm install --global jfrog-cli-v2-jf', windows: 'npm install --global jfrog-cli-v2-jf' },
    },
    {
      title: t('configureCli'),
      command: onEach((system) => `jf config add packhouse --url=${quote(facts.baseUrl, system)} --user=${quote(facts.userName, system)}`),
    },
    { title: t('check'), text: t('pingHelp'), command: same('jf rt ping --server-id=packhouse') },
  ],
  github_actions: (facts) => [...storeInGitHub(facts), { title: t('workflow'), file: { name: '.github/workflows/packages.yml', code: setUpCli } }],
  azure_devops: ({ baseUrl, userName }) => [
    {
      title: t('installExtension'),
      command: same('az devops extension install --extension-id jfrog-azure-devops-extension --publisher-id JFrog'),
    },
    { title: t('serviceConnection'), text: t('serviceConnectionHelp', { url: baseUrl, user: userName }) },
    { title: t('pipeline'), file: { name: 'azure-pipelines.yml', code: azure } },
  ],
  frogbot: (facts) => [...storeInGitHub(facts), { title: t('workflow'), file: { name: '.github/workflows/frogbot.yml', code: frogbot } }],
};

/** What is to be done for a tool, with the real host and user. */
export function getToolSteps(tool: string, facts: ToolFacts): ToolStep[] {
  return steps[tool]?.(facts) ?? [];
}
