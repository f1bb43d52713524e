import { zstdCompressSync } from 'node:zlib';
import { tar, zip } from '../demo/archives.ts';

type Files = Readonly<Record<string, string | Buffer>>;

/** A package in the newer format, of what it says and what it installs. */
export async function packConda(index: object, about: object, installed: Files, more: Files = {}): Promise<Buffer> {
  const { name, version, build } = index as Readonly<Record<string, unknown>>;
  const own = `${name}-${version}-${build}.tar.zst`;
  const info = await tar({ 'info/index.json': JSON.stringify(index), 'info/about.json': JSON.stringify(about), ...more });
  const members = {
    'metadata.json': JSON.stringify({ conda_pkg_format_version: 2 }),
    [`pkg-${own}`]: zstdCompressSync(await tar(installed)),
    [`info-${own}`]: zstdCompressSync(info),
  };
  return zip(members, { compress: false });
}
