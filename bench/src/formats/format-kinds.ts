import { createHash } from 'node:crypto';
import { cargoBody, packDeb, packTarGz, packZip } from './archives.ts';
import { packRpm } from './rpm-file.ts';

export type FormatName = 'go' | 'cargo' | 'maven' | 'debian' | 'rpm';

export interface Upload {
  /** Below the address of the repository. */
  readonly path: string;
  readonly body: Buffer;
}

/** Reads below the address of a repository; nothing where there is nothing. */
export type Read = (path: string) => Promise<Buffer | undefined>;

/** One format as its clients use it, with tiny packages that hang on a number. */
export interface FormatKind {
  readonly name: FormatName;
  readonly title: string;
  /** Lists what the client of the format sends to publish a package, in its order. */
  uploads(number: number): Promise<readonly Upload[]>;
  /** Where packages may come in one archive that is taken apart: the parameters that stand behind its path. */
  readonly bulk?: string;
  /** The document with which the list of a package begins. */
  head(number: number): string;
  /** Reads what a client reads to learn of a package, ending with the document that lists it. */
  list(read: Read, number: number): Promise<Buffer | undefined>;
  /** Whether that document lists the package. */
  holds(document: Buffer, number: number): boolean;
  /** The documents a client resolves a package with. */
  documents(read: Read, number: number): Promise<readonly { readonly title: string; readonly path: string }[]>;
}

const getName = (number: number) => `bench-${String(number).padStart(6, '0')}`;
const lists = (text: (number: number) => string) => (document: Buffer, number: number) => document.includes(text(number));

const goPath = (number: number, file: string) => `example.com/bench/${getName(number)}/@v/${file}`;

/** https://go.dev/ref/mod#goproxy-protocol */
const go: FormatKind = {
  name: 'go',
  title: 'Go',
  head: (number) => goPath(number, 'list'),
  async uploads(number) {
    const module = `example.com/bench/${getName(number)}`;
    const folder = `${module}@v1.0.0`;
    const body = await packZip({
      [`${folder}/go.mod`]: `module ${module}\n\ngo 1.25\n`,
      [`${folder}/bench.go`]: `package bench\n\nconst Name = "${module}"\n`,
    });
    return [{ path: goPath(number, 'v1.0.0.zip'), body }];
  },
  async list(read, number) {
    const info = (await read(goPath(number, 'list'))) && (await read(goPath(number, 'v1.0.0.info')));
    return info && (await read(goPath(number, 'v1.0.0.mod')));
  },
  holds: lists((number) => `module example.com/bench/${getName(number)}\n`),
  documents: async (_read, number) => [
    { title: 'Go list of versions', path: goPath(number, 'list') },
    { title: 'Go .info', path: goPath(number, 'v1.0.0.info') },
    { title: 'Go .mod', path: goPath(number, 'v1.0.0.mod') },
  ],
};

/** https://doc.rust-lang.org/cargo/reference/registry-index.html#index-files */
const cratePath = (number: number) => `${getName(number).slice(0, 2)}/${getName(number).slice(2, 4)}/${getName(number)}`;

const cargo: FormatKind = {
  name: 'cargo',
  title: 'Cargo',
  head: cratePath,
  async uploads(number) {
    const name = getName(number);
    const manifest = `[package]\nname = "${name}"\nversion = "1.0.0"\nedition = "2021"\ndescription = "Made for measuring"\nlicense = "Apache-2.0"\n`;
    const crate = await packTarGz({ [`${name}-1.0.0/Cargo.toml`]: manifest, [`${name}-1.0.0/src/lib.rs`]: `pub const NAME: &str = "${name}";\n` });
    const metadata = { name, vers: '1.0.0', deps: [], features: {}, authors: [], keywords: [], description: 'Made for measuring', license: 'Apache-2.0' };
    return [{ path: 'api/v1/crates/new', body: cargoBody(metadata, crate) }];
  },
  list: (read, number) => read(cratePath(number)),
  holds: lists((number) => `"name":"${getName(number)}","vers":"1.0.0"`),
  documents: async (_read, number) => [{ title: 'Cargo index file', path: cratePath(number) }],
};

const mavenPath = (number: number, file: string) => `org/bench/${getName(number)}/${file}`;

/** Jar, pom, and the checksums and metadata that maven sends after them. https://maven.apache.org/repository/layout.html */
const maven: FormatKind = {
  name: 'maven',
  title: 'Maven',
  bulk: ';source=bench',
  head: (number) => mavenPath(number, 'maven-metadata.xml'),
  async uploads(number) {
    const name = getName(number);
    const base = mavenPath(number, `1.0/${name}-1.0`);
    const about = `<groupId>org.bench</groupId><artifactId>${name}</artifactId>`;
    const jar = await packZip({ 'META-INF/MANIFEST.MF': `Manifest-Version: 1.0\nImplementation-Title: ${name}\n` });
    const pom = Buffer.from(`<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>${about}<version>1.0</version></project>\n`);
    const metadata = Buffer.from(`<metadata>${about}<versioning><release>1.0</release><versions><version>1.0</version></versions></versioning></metadata>\n`);
    const withSum = (path: string, body: Buffer): Upload[] => [
      { path, body },
      { path: `${path}.sha1`, body: Buffer.from(createHash('sha1').update(body).digest('hex')) },
    ];
    return [...withSum(`${base}.pom`, pom), ...withSum(`${base}.jar`, jar), { path: mavenPath(number, 'maven-metadata.xml'), body: metadata }];
  },
  list: (read, number) => read(mavenPath(number, 'maven-metadata.xml')),
  holds: lists(() => '<version>1.0</version>'),
  documents: async (_read, number) => [
    { title: 'Maven metadata', path: mavenPath(number, 'maven-metadata.xml') },
    { title: 'Maven pom', path: mavenPath(number, `1.0/${getName(number)}-1.0.pom`) },
  ],
};

const debianFile = (number: number) => `pool/main/b/${getName(number)}/${getName(number)}_1.0-1_amd64.deb`;
/** Where a package is listed, as parameters of its upload. */
const suite = ';deb.distribution=stable;deb.component=main;deb.architecture=amd64';
const debianHead = 'dists/stable/InRelease';

/** The list that the signed head names, as apt reads it. https://wiki.debian.org/DebianRepository/Format */
async function debianList(read: Read): Promise<string | undefined> {
  const sha256 = /^ ([0-9a-f]{64})\s+\d+ main\/binary-amd64\/Packages\.gz$/m.exec(String(await read(debianHead)))?.[1];
  return sha256 && `dists/stable/main/binary-amd64/by-hash/SHA256/${sha256}`;
}

const debian: FormatKind = {
  name: 'debian',
  title: 'apt',
  bulk: suite,
  head: () => debianHead,
  async uploads(number) {
    const name = getName(number);
    const about = 'Section: misc\nPriority: optional\nDepends: libc6 (>= 2.36)\nDescription: Made for measuring\n A package with one small file.\n';
    const control = `Package: ${name}\nVersion: 1.0-1\nArchitecture: amd64\nMaintainer: Bench <bench@example.org>\n${about}`;
    const body = await packDeb(control, { [`./usr/share/${name}/name`]: `${name}\n` });
    return [{ path: `${debianFile(number)}${suite}`, body }];
  },
  async list(read) {
    const path = await debianList(read);
    return path === undefined ? undefined : read(path);
  },
  holds: lists((number) => `Package: ${getName(number)}\n`),
  async documents(read) {
    const path = await debianList(read);
    return [{ title: 'apt InRelease', path: debianHead }, ...(path === undefined ? [] : [{ title: 'apt Packages.gz', path }])];
  },
};

const rpmHead = 'repodata/repomd.xml';

async function rpmList(read: Read): Promise<string | undefined> {
  return /<location href="(repodata\/[^"]*-primary\.xml\.gz)"/.exec(String(await read(rpmHead)))?.[1];
}

const rpm: FormatKind = {
  name: 'rpm',
  title: 'rpm',
  bulk: ';source=bench',
  head: () => rpmHead,
  async uploads(number) {
    const name = getName(number);
    const body = packRpm(`${name}-1.0-1`, [
      [1000, 'text', name],
      [1001, 'text', '1.0'],
      [1002, 'text', '1'],
      [1004, 'translated', 'Made for measuring'],
      [1005, 'translated', 'A package with nothing in it.'],
      [1006, 'numbers', [1_700_000_000]],
      [1009, 'numbers', [0]],
      [1014, 'text', 'Apache-2.0'],
      [1016, 'translated', 'Unspecified'],
      [1021, 'text', 'linux'],
      [1022, 'text', 'noarch'],
      [1044, 'text', `${name}-1.0-1.src.rpm`],
      [1047, 'texts', [name]],
      [1112, 'numbers', [8]],
      [1113, 'texts', ['1.0-1']],
    ]);
    return [{ path: `Packages/${name}-1.0-1.noarch.rpm`, body }];
  },
  async list(read) {
    const path = await rpmList(read);
    return path === undefined ? undefined : read(path);
  },
  holds: lists((number) => `<name>${getName(number)}</name>`),
  async documents(read) {
    const path = await rpmList(read);
    return [{ title: 'rpm repomd.xml', path: rpmHead }, ...(path === undefined ? [] : [{ title: 'rpm primary.xml.gz', path }])];
  },
};

export const formatKinds: readonly FormatKind[] = [go, cargo, maven, debian, rpm];
