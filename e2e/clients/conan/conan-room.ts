import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { client } from '../../../tools/clients.ts';
import { type GoldenRepositories, startGoldenRepositories, workFolder } from '../client-platform.ts';
import { mustRun, type ProgramResult, runProgram } from '../run-client.ts';

export type Side = 'server' | 'upstream';

/** The golden rule's repositories, and clients that each have a home and remotes of their own. */
export interface ConanRoom {
  golden: GoldenRepositories;
  /** The folder everything is in, and how files are put there. */
  work: Awaited<ReturnType<typeof workFolder>>;
  env: Record<string, string>;
  /** Where the client keeps what it knows; each knows one repository, as `here`. */
  home(side: Side, key: string, name?: string): Promise<Record<string, string>>;
  /** A client that must succeed. */
  run(env: Record<string, string>, ...parameters: string[]): Promise<ProgramResult>;
  /** A client that may fail. */
  tryRun(env: Record<string, string>, ...parameters: string[]): Promise<ProgramResult>;
  /** Makes a package of a recipe, in the client's own store. */
  create(env: Record<string, string>, reference: string, more?: Partial<Made>): Promise<void>;
  /** Makes a package and uploads it. */
  publish(side: Side, key: string, reference: string, more?: Partial<Made>): Promise<Record<string, string>>;
  /** Installs into a new home from one repository; answers what the package of that name says. */
  install(key: string, requirement: string, name: string, ...more: string[]): Promise<string>;
  stop(): Promise<void>;
}

interface Made {
  /** Lines of the recipe's class. */
  lines: readonly string[];
  /** The package says this. */
  text: string;
  /** Further parameters of `conan create`. */
  parameters: readonly string[];
}

const recipe = (lines: readonly string[], text: string) => `from conan import ConanFile
from conan.tools.files import save
import os

class Recipe(ConanFile):
    description = "Made here"
    license = "MIT"
    settings = "os"
${lines.map((line) => `    ${line}\n`).join('')}
    def package(self):
        save(self, os.path.join(self.package_folder, "said.txt"), ${JSON.stringify(text)})
`;

/** The client would find this out by itself, if it were asked to. */
const profile = '[settings]\nos=Linux\narch=x86_64\nbuild_type=Release\n';

export async function openConanRoom(): Promise<ConanRoom> {
  const [golden, work] = await Promise.all([startGoldenRepositories('conan', 'conan'), workFolder()]);
  const env = { PATH: `${dirname(client('conan'))}:${process.env.PATH ?? ''}`, HOME: work.path, NO_COLOR: '1' };
  const program = (own: Record<string, string>, parameters: readonly string[]) => [client('conan'), parameters, { cwd: work.path, env: own }] as const;
  const run: ConanRoom['run'] = (own, ...parameters) => mustRun(...program(own, parameters));
  const room: ConanRoom = {
    golden,
    work,
    env,
    async home(side, key, name = `${side}-${key}`) {
      const remotes = [{ name: 'here', url: golden[side].protocol(key, 'conan'), verify_ssl: true }];
      await work.write({ [`home-${name}/remotes.json`]: JSON.stringify({ remotes }), [`home-${name}/profiles/default`]: profile });
      return { ...env, CONAN_HOME: join(work.path, `home-${name}`), CONAN_LOGIN_USERNAME_HERE: 'admin', CONAN_PASSWORD_HERE: golden[side].token };
    },
    run,
    tryRun: (own, ...parameters) => runProgram(...program(own, parameters)),
    async create(own, reference, { lines = [], text = reference, parameters = [] } = {}) {
      const [, name = '', version = '', user, channel] = /^([^/]+)\/([^@]+)(?:@([^/]+)\/(.+))?$/.exec(reference) ?? [];
      const folder = `recipe-${Math.random()}`;
      await work.write({ [`${folder}/conanfile.py`]: recipe(lines, text) });
      const owner = user === undefined ? [] : [`--user=${user}`, `--channel=${channel}`];
      await run(own, 'create', join(work.path, folder), `--name=${name}`, `--version=${version}`, ...owner, ...parameters);
    },
    async publish(side, key, reference, more) {
      const own = await room.home(side, key);
      await room.create(own, reference, more);
      await run(own, 'upload', reference, '--remote=here', '--confirm');
      return own;
    },
    async install(key, requirement, name, ...more) {
      const folder = `installed-${Math.random()}`;
      const own = await room.home('server', key, folder);
      await run(
        own,
        'install',
        `--requires=${requirement}`,
        '--remote=here',
        '--deployer=direct_deploy',
        `--output-folder=${join(work.path, folder)}`,
        ...more,
      );
      return readFile(join(work.path, folder, 'direct_deploy', name, 'said.txt'), 'utf8');
    },
    async stop() {
      await golden.stop();
      await work.remove();
    },
  };
  return room;
}
