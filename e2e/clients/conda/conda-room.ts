import { createHash } from 'node:crypto';
import { chmod, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { client } from '../../../tools/clients.ts';
import { type GoldenRepositories, startGoldenRepositories, workFolder } from '../client-platform.ts';
import { mustRun } from '../run-client.ts';

export type Side = 'server' | 'upstream';

/**
 * Solves and installs into a folder as conda and mamba do, and prints which packages those were. All of it ends at once when its work is done: threads of the
 * library that go on while the interpreter is taken apart end in a crash now and then.
 */
const installing = `
import asyncio, json, os, sys
import rattler

async def install(channels, specs, prefix, platforms):
    client = rattler.Client.default_client(max_retries=0)
    gateway = rattler.Gateway(cache_dir=os.path.join(prefix, "..", "listings"), client=client)
    records = await rattler.solve(channels, specs, gateway=gateway, platforms=platforms)
    await rattler.install(records, prefix, cache_dir=os.path.join(prefix, "..", "packages"), show_progress=False, client=client)
    return {record.name.source: f"{record.version} {record.build}" for record in records}
`;
const asked = `${installing}
order = json.load(sys.stdin)
print(json.dumps(asyncio.run(install(order["channels"], order["specs"], order["prefix"], ["linux-64", "noarch"]))), flush=True)
os._exit(0)
`;
/** Takes channels from the settings as conda does: the environment's variables stand in their addresses. */
const installCommand = `${installing}
with open(os.path.expanduser("~/.condarc")) as settings:
    lines = [line.strip() for line in settings]
channels = [os.path.expandvars(line[2:]) for line in lines if line.startswith("- ")]
assert sys.argv[1:3] == ["install", "--yes"], sys.argv
print(asyncio.run(install(channels, sys.argv[3:], os.environ["CONDA_PREFIX"], ["linux-64", "noarch"])), flush=True)
os._exit(0)
`;
const packing = `
import io, json, sys, tarfile, zipfile
import zstandard

def pack(files, mode="w"):
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode=mode) as archive:
        for name, text in files.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(text.encode())
            archive.addfile(entry, io.BytesIO(text.encode()))
    return packed.getvalue()

order = json.load(sys.stdin)
file, own, info, installed = order["file"], order["own"], order["info"], order["installed"]
if file.endswith(".conda"):
    with zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as archive:
        archive.writestr("metadata.json", json.dumps({"conda_pkg_format_version": 2}))
        for kind, files in [("pkg", installed), ("info", info)]:
            archive.writestr(f"{kind}-{own}.tar.zst", zstandard.ZstdCompressor().compress(pack(files)))
else:
    with open(file, "wb") as archive:
        archive.write(pack({**info, **installed}, "w:bz2"))
`;
const listing = `
import asyncio, os, sys, rattler
asyncio.run(rattler.index.index_fs(sys.argv[1], write_zst=False, write_shards=False))
os._exit(0)
`;

export interface CondaPackage {
  name: string;
  version: string;
  build: string;
  subdir: string;
  depends: readonly string[];
  /** In the older format. */
  isOld: boolean;
}

/** The golden rule's repositories, and a client with scripts for what its users do. */
export interface CondaRoom {
  golden: GoldenRepositories;
  work: Awaited<ReturnType<typeof workFolder>>;
  /** The package, and the name of its file. */
  pack(of: Partial<CondaPackage> & Pick<CondaPackage, 'name' | 'version'>): Promise<{ bytes: Buffer; file: string; folder: string }>;
  publish(side: Side, key: string, of: Partial<CondaPackage> & Pick<CondaPackage, 'name' | 'version'>): Promise<void>;
  /** Installs from one channel, with nothing known of earlier; answers versions and builds by name, and where they are. */
  install(channel: string, ...specs: string[]): Promise<{ installed: Record<string, string>; prefix: string }>;
  /** Address of a repository's channel, with the credentials in it. */
  channel(key: string): string;
  /** Has the client's own indexer list a folder as a channel. */
  index(folder: string): Promise<void>;
  /** A folder of the path in which `conda` is a program. */
  makeCommand(): Promise<string>;
  stop(): Promise<void>;
}

const text = (name: string, version: string) => `${name} ${version}\n`;

export async function openCondaRoom(): Promise<CondaRoom> {
  const [golden, work] = await Promise.all([startGoldenRepositories('conda', 'conda'), workFolder()]);
  const python = (script: string, parameters: readonly string[], input: object = {}) =>
    mustRun(client('rattler'), ['-c', script, ...parameters], { cwd: work.path, env: { HOME: work.path }, input: JSON.stringify(input) });
  let count = 0;
  const room: CondaRoom = {
    golden,
    work,
    async pack({ name, version, build = '0', subdir = 'noarch', depends = [], isOld = false }) {
      const number = Number(/\d*$/.exec(build)?.[0] || 0);
      const system = subdir === 'noarch' ? { noarch: 'generic' } : { arch: 'x86_64', platform: 'linux' };
      const index = { name, version, build, build_number: number, depends, license: 'MIT', subdir, timestamp: 1_760_000_000_000, ...system };
      const path = `share/${name}/said.txt`;
      const said = text(name, version);
      const entry = { _path: path, path_type: 'hardlink', sha256: createHash('sha256').update(said).digest('hex'), size_in_bytes: said.length };
      const info = {
        'info/index.json': JSON.stringify(index),
        'info/about.json': JSON.stringify({ summary: `Says ${version}` }),
        'info/paths.json': JSON.stringify({ paths: [entry], paths_version: 1 }),
        'info/files': `${path}\n`,
      };
      const own = `${name}-${version}-${build}`;
      const file = `${own}${isOld ? '.tar.bz2' : '.conda'}`;
      const at = join(work.path, `${++count}-${file}`);
      await python(packing, [], { file: at, own, info, installed: { [path]: said } });
      return { bytes: await readFile(at), file, folder: subdir };
    },
    async publish(side, key, of) {
      const { bytes, file, folder } = await room.pack(of);
      const answer = await golden[side].ask(`api/conda/${key}/${folder}/${file}`, { method: 'PUT', body: new Uint8Array(bytes) });
      if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`);
    },
    async install(channel, ...specs) {
      const prefix = join(work.path, `environment-${++count}`, 'prefix');
      await mkdir(prefix, { recursive: true });
      const { stdout } = await python(asked, [], { channels: [channel], specs, prefix });
      return { installed: JSON.parse(stdout) as Record<string, string>, prefix };
    },
    channel: (key) => golden.server.protocol(key, 'conda').replace('://', `://admin:${golden.server.token}@`),
    async index(folder) {
      await python(listing, [folder]);
    },
    async makeCommand() {
      await work.write({
        'programs/install.py': installCommand,
        'programs/conda': `#!/bin/sh\nexec "${client('rattler')}" "$(dirname "$0")/install.py" "$@"\n`,
      });
      await chmod(join(work.path, 'programs/conda'), 0o755);
      return join(work.path, 'programs');
    },
    async stop() {
      await golden.stop();
      await work.remove();
    },
  };
  return room;
}
