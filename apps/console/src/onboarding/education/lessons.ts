import type { desiredFeatures } from '@packhouse/contract/shell/onboarding-user-routes.ts';
import type { LessonWord } from './education-words.ts';

/** One moment of a video: what is said, and what is typed. */
export interface Scene {
  say: LessonWord;
  /** Typed in a terminal; `{base}`, `{host}` and `{user}` stand for this installation and its reader. */
  run?: string;
}

export interface Video {
  id: string;
  title: LessonWord;
  scenes: readonly Scene[];
}

export interface Module {
  id: string;
  title: LessonWord;
  text: LessonWord;
  videos: readonly Video[];
  /** Features that the module helps with. */
  about: readonly (typeof desiredFeatures)[number][];
  /** Where the reader can do it at once. */
  path: string;
}

const login = '-u {user}';

/** The education center teaches this, from the first repository to keeping house. */
export const modules: readonly Module[] = [
  {
    id: 'repositories',
    title: 'repositories',
    text: 'repositoriesText',
    about: ['Binary management'],
    path: '/quick-setup',
    videos: [
      {
        id: 'three-kinds',
        title: 'threeKinds',
        scenes: [{ say: 'threeKindsLocal' }, { say: 'threeKindsRemote' }, { say: 'threeKindsVirtual' }],
      },
      {
        id: 'first-file',
        title: 'firstFile',
        scenes: [
          { say: 'firstFileUp', run: `curl -f ${login} -T notes.txt {base}/artifactory/generic-local/team/notes.txt` },
          { say: 'firstFileDown', run: `curl -f ${login} -O {base}/artifactory/generic-local/team/notes.txt` },
          { say: 'firstFileInfo', run: `curl -f ${login} {base}/artifactory/api/storage/generic-local/team/notes.txt` },
        ],
      },
    ],
  },
  {
    id: 'npm-packages',
    title: 'npmPackages',
    text: 'npmText',
    about: ['Binary management'],
    path: '/set-me-up',
    videos: [
      {
        id: 'npm-install',
        title: 'npmInstall',
        scenes: [
          { say: 'npmRegistry', run: 'npm config set registry {base}/artifactory/api/npm/npm/' },
          { say: 'npmLogin', run: 'npm login --auth-type=legacy' },
          { say: 'npmInstallRun', run: 'npm install left-pad' },
        ],
      },
      {
        id: 'npm-publish',
        title: 'npmPublish',
        scenes: [
          { say: 'npmVersion', run: 'npm version patch' },
          { say: 'npmPublishRun', run: 'npm publish' },
        ],
      },
    ],
  },
  {
    id: 'containers',
    title: 'containers',
    text: 'containersText',
    about: ['Container Registry'],
    path: '/quick-setup',
    videos: [
      {
        id: 'container-pull',
        title: 'containerPull',
        scenes: [
          { say: 'containerLogin', run: 'docker login -u {user} {host}' },
          { say: 'containerPullRun', run: 'docker pull {host}/docker/hello-world:latest' },
        ],
      },
      {
        id: 'container-push',
        title: 'containerPush',
        scenes: [
          { say: 'containerTag', run: 'docker tag hello-world:latest {host}/docker/hello-world:1.0.0' },
          { say: 'containerPushRun', run: 'docker push {host}/docker/hello-world:1.0.0' },
        ],
      },
    ],
  },
  {
    id: 'access',
    title: 'access',
    text: 'accessText',
    about: ['Team Administration', 'Single Sign On'],
    path: '/admin/management/permissions',
    videos: [
      { id: 'who-may-what', title: 'whoMayWhat', scenes: [{ say: 'whoGroups' }, { say: 'whoPermissions' }, { say: 'whoCheck' }] },
      {
        id: 'tokens',
        title: 'tokens',
        scenes: [
          { say: 'tokensMake', run: `curl -f ${login} -X POST {base}/access/api/v1/tokens -d expires_in=3600 -d description=laptop` },
          { say: 'tokensUse', run: 'curl -f -H "Authorization: Bearer $TOKEN" {base}/artifactory/api/repositories' },
        ],
      },
    ],
  },
  {
    id: 'ci',
    title: 'ci',
    text: 'ciText',
    about: ['CI/CD'],
    path: '/builds',
    videos: [
      {
        id: 'build-info',
        title: 'buildInfo',
        scenes: [
          { say: 'ciConfig', run: 'jf config add packhouse --url={base} --user={user} --interactive=true' },
          { say: 'ciUpload', run: 'jf rt upload "dist/*.tgz" generic-local/app/ --build-name=app --build-number=1' },
          { say: 'ciPublish', run: 'jf rt build-publish app 1' },
        ],
      },
    ],
  },
  {
    id: 'finding',
    title: 'finding',
    text: 'findingText',
    about: ['Binary management', 'License Compliance Checks'],
    path: '/packages',
    videos: [
      {
        id: 'properties',
        title: 'properties',
        scenes: [
          { say: 'propertiesSet', run: `curl -f ${login} -X PUT "{base}/artifactory/api/storage/generic-local/team/notes.txt?properties=reviewed=yes"` },
          {
            say: 'propertiesFind',
            run: `curl -f ${login} -H "content-type: text/plain" {base}/artifactory/api/search/aql --data 'items.find({"@reviewed": "yes"})'`,
          },
        ],
      },
    ],
  },
  {
    id: 'keeping-house',
    title: 'keepingHouse',
    text: 'keepingHouseText',
    about: ['Binary management'],
    path: '/repos/tree',
    videos: [
      {
        id: 'trash',
        title: 'trash',
        scenes: [
          { say: 'trashDelete', run: `curl -f ${login} -X DELETE {base}/artifactory/generic-local/team/notes.txt` },
          { say: 'trashRestore', run: `curl -f ${login} -X POST {base}/artifactory/api/trash/restore/generic-local/team/notes.txt` },
        ],
      },
      { id: 'backup', title: 'backup', scenes: [{ say: 'backupDatabase' }, { say: 'backupBlobs' }, { say: 'backupDoctor', run: 'packhouse doctor' }] },
    ],
  },
];

/** A command with this installation's address and its reader's name in it. */
export function fillCommand(command: string, { base, user }: { base: string; user: string }): string {
  const values: Record<string, string> = { base, host: new URL(base).host, user };
  return command.replace(/\{(base|host|user)\}/g, (_, name: string) => values[name] ?? '');
}

/** Modules with the text in their words or commands, those about what the reader wants first. */
export function findModules(text: string, wishes: readonly string[], word: (key: LessonWord) => string): readonly Module[] {
  const wanted = text.trim().toLowerCase();
  const getText = ({ title, text: intro, videos }: Module) =>
    [word(title), word(intro), ...videos.flatMap((video) => [word(video.title), ...video.scenes.flatMap(({ say, run = '' }) => [word(say), run])])].join('\n');
  const fitting = modules.filter((module) => getText(module).toLowerCase().includes(wanted));
  const isWished = ({ about }: Module) => about.some((feature) => wishes.includes(feature));
  return [...fitting.filter(isWished), ...fitting.filter((module) => !isWished(module))];
}
