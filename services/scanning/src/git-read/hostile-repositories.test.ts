import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type UndiciOutgoing, undiciOutgoing } from '@packhouse/kernel/outgoing/undici-outgoing.ts';
import { type GitServer, startGitServer } from '@packhouse/testkit/git-server.ts';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type GitSession, openGit } from './git-session.ts';
import { type GitLimits, usualGitLimits } from './git-source.ts';

/** What somebody may write into a repository, or into the folder of a server, to have more done than reading. */

let server: GitServer;
let another: GitServer;
let outgoing: UndiciOutgoing;
let scratch: string;
const open: GitSession[] = [];

const begin = async (name: string, limits: Partial<GitLimits> = {}) => {
  const source = { url: `${server.url}/${name}.git`, header: 'Authorization: Basic c2VjcmV0LXRva2Vu', secrets: ['secret-token'] };
  const session = await openGit(outgoing, source, { signal: new AbortController().signal, limits: { ...usualGitLimits, ...limits } });
  open.push(session);
  return session;
};
const isLock = (path: string) => /lock/.test(path);

/** Contents of lock files by their paths, or why there is none. */
async function readAll(session: GitSession, ref = 'refs/heads/main'): Promise<[string, string][]> {
  const tree = await session.tree(await session.fetch(ref), isLock);
  const contents = new Map<string, string>();
  await session.files(
    tree.map(({ oid }) => oid),
    (oid, bytes, why) => void contents.set(oid, bytes?.toString('utf8') ?? why!),
  );
  return tree.map(({ path, oid }) => [path, contents.get(oid)!]);
}

interface Entry {
  mode: string;
  oid: string;
  name: string | Buffer;
}

/** Writes objects as they are, which `git` itself would never make so. */
function writer(name: string) {
  const folder = join(server.root, `${name}.git`);
  const write = (type: string, content: Buffer | string) =>
    execFileSync('git', ['-C', folder, 'hash-object', '-t', type, '-w', '--stdin', '--literally'], { input: content, encoding: 'utf8' }).trim();
  const tree = (entries: readonly Entry[]) =>
    write(
      'tree',
      Buffer.concat(entries.flatMap(({ mode, oid, name: file }) => [Buffer.from(`${mode} `), Buffer.from(file), Buffer.from([0]), Buffer.from(oid, 'hex')])),
    );
  const commit = async (oid: string) => {
    const who = 'Ann <ann@example.org> 1700000000 +0000';
    await server.git(name, 'update-ref', 'refs/heads/main', write('commit', `tree ${oid}\nauthor ${who}\ncommitter ${who}\n\nchange\n`));
  };
  return { blob: (content: Buffer | string) => write('blob', content), write, tree, commit };
}

beforeAll(async () => {
  [server, another] = await Promise.all([startGitServer(), startGitServer()]);
  outgoing = undiciOutgoing({ allow: ['127.0.0.1'], userAgent: 'packhouse-test' });
  scratch = await mkdtemp(join(tmpdir(), 'packhouse-hostile-'));
  await another.create('acme/secret', { 'package-lock.json': 'of somebody else' });
});
afterEach(async () => {
  server.instead = undefined;
  another.asked = [];
  for (const session of open.splice(0)) await session.close();
});
afterAll(async () => {
  await server?.stop();
  await another?.stop();
  await outgoing?.close();
  await rm(scratch, { recursive: true, force: true });
});

it('follows no link, wherever it leads', async () => {
  await server.create('acme/links', { 'yarn.lock': 'own' });
  const { blob, tree, commit } = writer('acme/links');
  const link = (name: string, target: string): Entry => ({ mode: '120000', oid: blob(target), name });
  const own = { mode: '100644', oid: blob('own'), name: 'yarn.lock' };
  await commit(tree([link('absolute.lock', '/etc/passwd'), link('lock-folder', '/etc'), link('up.lock', '../../../../etc/passwd'), own]));
  expect(await readAll(await begin('acme/links'))).toEqual([['yarn.lock', 'own']]);
});

it('goes into no submodule, on this machine or on another', async () => {
  const folder = join(scratch, 'inner');
  await mkdir(folder);
  execFileSync('git', ['-C', folder, 'init', '--quiet']);
  await server.create('acme/modules', { 'yarn.lock': 'own' });
  const { blob, tree, commit } = writer('acme/modules');
  const modules = [
    `[submodule "inner"]\n\tpath = lock-inner\n\turl = file://${folder}\n\tupdate = !touch ${scratch}/ran`,
    `[submodule "outer"]\n\tpath = lock-outer\n\turl = ${another.url}/acme/secret.git`,
    `[submodule "option"]\n\tpath = lock-option\n\turl = ext::sh -c touch% ${scratch}/ran`,
  ].join('\n');
  const gitlink = (name: string): Entry => ({ mode: '160000', oid: 'a'.repeat(40), name });
  await commit(
    tree([
      { mode: '100644', oid: blob(modules), name: '.gitmodules' },
      gitlink('lock-inner'),
      gitlink('lock-option'),
      gitlink('lock-outer'),
      { mode: '100644', oid: blob('own'), name: 'yarn.lock' },
    ]),
  );
  expect(await readAll(await begin('acme/modules'))).toEqual([['yarn.lock', 'own']]);
  expect([another.asked, await readdir(scratch)]).toEqual([[], ['inner']]);
});

it('ends a tree that unfolds to ten thousand million files, and one that unfolds to as many empty folders', async () => {
  await server.create('acme/bomb', { 'yarn.lock': 'own' });
  const { blob, tree, commit } = writer('acme/bomb');
  const unfold = (leaf: Omit<Entry, 'name'>) => {
    let inner = leaf;
    for (let level = 0; level < 10; level++) inner = { mode: '40000', oid: tree(Array.from({ length: 10 }, (_, at) => ({ ...inner, name: `lock${at}` }))) };
    return inner.oid;
  };
  await commit(unfold({ mode: '100644', oid: blob('x') }));
  const files = await begin('acme/bomb', { entries: 5000 });
  const commitOfFiles = await files.fetch('refs/heads/main');
  await expect(files.tree(commitOfFiles, isLock)).rejects.toMatchObject({ reason: 'git_too_many_files' });
  await commit(unfold({ mode: '40000', oid: tree([]) }));
  const folders = await begin('acme/bomb', { time: 3000 });
  await expect(folders.fetch('refs/heads/main').then((one) => folders.tree(one, isLock))).rejects.toMatchObject({ reason: 'git_too_slow' });
});

it('reads names with characters of control as they are, and passes over those that are no text', async () => {
  await server.create('acme/names', { 'yarn.lock': 'own' });
  const { blob, tree, commit } = writer('acme/names');
  const file = (name: string | Buffer, content: string): Entry => ({ mode: '100644', oid: blob(content), name });
  const names = ['\u0001\u001B[31m.lock', '\tlock', '\n100644 blob lock', '\r\nlock', '"quoted".lock', '-lock', '<script>.lock', '\\lock'].toSorted((a, b) =>
    Buffer.compare(Buffer.from(a), Buffer.from(b)),
  );
  await commit(tree([...names.map((name) => file(name, JSON.stringify(name))), file(Buffer.from('ÿlock', 'latin1'), 'no text')]));
  expect(await readAll(await begin('acme/names'))).toEqual(names.map((name) => [name, JSON.stringify(name)]));
});

it('takes nothing from a server whose objects are no objects: folders above, and the folder of git itself', async () => {
  for (const [at, name] of ['..', '.git', '.GIT', 'a/b'].entries()) {
    await server.create(`acme/escape-${at}`, { 'yarn.lock': 'own' });
    const { blob, tree, commit } = writer(`acme/escape-${at}`);
    const inner = tree([{ mode: '100755', oid: blob(`#!/bin/sh\ntouch ${scratch}/ran\n`), name: 'post-checkout-lock' }]);
    await commit(tree([{ mode: '40000', oid: inner, name }]));
    await expect((await begin(`acme/escape-${at}`)).fetch('refs/heads/main')).rejects.toMatchObject({ reason: 'git_fails' });
  }
  expect(await readdir(scratch)).not.toContain('ran');
});

it('takes what a content holds only from the content of that name, though a tag or a commit in its place tells lines that look like one', async () => {
  await server.create('acme/forged', { 'yarn.lock': 'own' });
  const { blob, tree, commit, write } = writer('acme/forged');
  const victim = blob('{"of":"another"}');
  const who = 'Ann <ann@example.org> 1700000000 +0000';
  const own = blob('own');
  const forged = `\n${victim} blob 6\nforged\n`;
  const tag = write('tag', `object ${own}\ntype blob\ntag v1\ntagger ${who}\n\n${forged}`);
  const change = write('commit', `tree ${tree([])}\nauthor ${who}\ncommitter ${who}\n\n${forged}`);
  for (const [name, oid] of [
    ['tag', tag],
    ['commit', change],
  ] as const) {
    await server.git('acme/forged', 'update-ref', `refs/tags/${name}`, oid);
    await commit(
      tree([
        { mode: '100644', oid, name: 'a.lock' },
        { mode: '100644', oid: own, name: 'b.lock' },
      ]),
    );
    const told: [string, string | undefined][] = [];
    const session = await begin('acme/forged');
    const read = session.fetch('refs/heads/main').then(async (one) => {
      const found = await session.tree(one, isLock);
      await session.files(
        found.map((file) => file.oid),
        (content, bytes) => void told.push([content, bytes?.toString()]),
      );
    });
    await read.catch((error: unknown) => expect(error).toMatchObject({ name: 'AppError' }));
    expect(told.filter(([content]) => content === victim)).toEqual([]);
    expect(told.filter(([content, text]) => content === oid && text !== undefined)).toEqual([]);
  }
});

it('gives contents as they are stored: no filter, no line ends, no encoding of the repository has a say', async () => {
  await server.create('acme/filters', { 'yarn.lock': 'own' });
  // Written as they are: committing has filters of its own.
  const { blob, tree, commit } = writer('acme/filters');
  const attributes = '*.lock filter=evil diff=evil text eol=crlf ident working-tree-encoding=UTF-16 export-subst\n';
  const config = `[filter "evil"]\n\tsmudge = touch ${scratch}/ran\n\trequired = true\n`;
  await commit(
    tree([
      { mode: '100644', oid: blob(attributes), name: '.gitattributes' },
      { mode: '100644', oid: blob(config), name: '.gitconfig' },
      { mode: '100644', oid: blob('a\n$Id$\n$Format:%H$\n'), name: 'yarn.lock' },
    ]),
  );
  expect(await readAll(await begin('acme/filters'))).toEqual([['yarn.lock', 'a\n$Id$\n$Format:%H$\n']]);
  expect(await readdir(scratch)).not.toContain('ran');
});

it('runs no hook, and believes nothing of the environment it was started in', async () => {
  await server.create('acme/hooks', { 'yarn.lock': 'own' });
  const hooks = join(scratch, 'template/hooks');
  await mkdir(hooks, { recursive: true });
  const script = `#!/bin/sh\ntouch ${scratch}/ran\n`;
  for (const name of ['reference-transaction', 'post-checkout', 'post-index-change', 'update']) await writeFile(join(hooks, name), script, { mode: 0o755 });
  const config = join(scratch, 'config');
  await writeFile(config, `[core]\n\thooksPath = ${hooks}\n\tfsmonitor = touch ${scratch}/ran\n[url "${another.url}/"]\n\tinsteadOf = ${server.url}/\n`);
  const given = {
    GIT_TEMPLATE_DIR: join(scratch, 'template'),
    GIT_CONFIG_GLOBAL: config,
    GIT_CONFIG_SYSTEM: config,
    GIT_DIR: scratch,
    GIT_OBJECT_DIRECTORY: scratch,
    GIT_ALTERNATE_OBJECT_DIRECTORIES: scratch,
    GIT_EXEC_PATH: scratch,
    GIT_ASKPASS: `${scratch}/ask`,
    GIT_PROXY_COMMAND: `touch ${scratch}/ran`,
    GIT_CONFIG_PARAMETERS: "'core.fsmonitor'='touch /tmp/x'",
    GIT_TRACE: join(scratch, 'trace'),
  };
  const before = Object.fromEntries(Object.keys(given).map((name) => [name, process.env[name]]));
  try {
    Object.assign(process.env, given);
    expect(await readAll(await begin('acme/hooks'))).toEqual([['yarn.lock', 'own']]);
  } finally {
    for (const [name, value] of Object.entries(before)) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  }
  expect([another.asked, (await readdir(scratch)).toSorted()]).toEqual([[], ['config', 'inner', 'template']]);
});

it('reads what a server keeps in the objects of another repository, and is led to no other server by it', async () => {
  await server.create('acme/origin', { 'yarn.lock': 'shared' });
  await server.create('acme/fork', { 'other.lock': 'own' });
  const info = (name: string) => join(server.root, `${name}.git/objects/info`);
  await writeFile(join(info('acme/fork'), 'alternates'), `${join(server.root, 'acme/origin.git/objects')}\n`);
  await server.git('acme/fork', 'update-ref', 'refs/heads/main', await server.git('acme/origin', 'rev-parse', 'main'));
  expect(await readAll(await begin('acme/fork'))).toEqual([['yarn.lock', 'shared']]);

  // The oldest way of reading by HTTP, in which a client itself follows what stands there.
  await server.git('acme/fork', 'update-server-info');
  await writeFile(join(info('acme/fork'), 'http-alternates'), `${another.url}/acme/secret.git/objects/\nfile:///etc/\n`);
  server.instead = (request, response) => {
    const path = new URL(request.url!, server.url).pathname;
    void readFile(join(server.root, path)).then(
      (bytes) => response.writeHead(200, { 'content-type': 'text/plain' }).end(bytes),
      () => response.writeHead(404).end(),
    );
    return true;
  };
  await expect((await begin('acme/fork')).fetch('refs/heads/main')).rejects.toMatchObject({ name: 'AppError' });
  expect(another.asked).toEqual([]);
});

it('fetches nothing from the addresses that a server names for parts of its answer', async () => {
  const elsewhere: string[] = [];
  const store = createServer((request, response) => {
    elsewhere.push(request.url!);
    response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => store.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(store.address() as { port: number }).port}`;
  await server.create('acme/parts', { 'yarn.lock': 'own' });
  const blob = await server.git('acme/parts', 'rev-parse', 'main:yarn.lock');
  await server.git('acme/parts', 'config', 'uploadpack.blobPackfileUri', `${blob} ${'b'.repeat(40)} ${url}/part.pack`);
  await server.git('acme/parts', 'config', 'uploadpack.advertiseBundleURIs', 'true');
  await server.git('acme/parts', 'config', 'bundle.version', '1');
  await server.git('acme/parts', 'config', 'bundle.mode', 'all');
  await server.git('acme/parts', 'config', 'bundle.one.uri', `${url}/one.bundle`);
  expect(await readAll(await begin('acme/parts'))).toEqual([['yarn.lock', 'own']]);
  expect(elsewhere).toEqual([]);
  await new Promise((resolve) => store.close(resolve));
});

it('reads a branch that is called like an option', async () => {
  await server.create('acme/options', { 'yarn.lock': 'own' });
  const name = `refs/heads/--upload-pack=touch${'$'}{IFS}${scratch.slice(1)}/ran`;
  await server.git('acme/options', 'update-ref', name, 'refs/heads/main');
  await server.git('acme/options', 'symbolic-ref', 'HEAD', name);
  const session = await begin('acme/options');
  expect((await session.refs(['HEAD'])).defaultBranch).toBe(name.slice('refs/heads/'.length));
  expect(await readAll(session, name)).toEqual([['yarn.lock', 'own']]);
  expect(await readdir(scratch)).not.toContain('ran');
});

it('reads no further than it may hold until what it read was taken, however many there are and however small they came', async () => {
  const files = Array.from({ length: 12 }, (_, at) => [`${at}.lock`, Buffer.alloc(1_000_000, `${at};`)]);
  await server.create('acme/zeros', Object.fromEntries(files));
  const session = await begin('acme/zeros', { held: 3_000_000 });
  const tree = await session.tree(await session.fetch('refs/heads/main'), isLock);
  expect(tree).toHaveLength(12);
  let taken = 0;
  const reading = session.files(
    tree.map(({ oid }) => oid),
    async () => {
      // Nothing can be read any more from here on; what still comes was held.
      if (taken++ === 0) await session.close();
    },
  );
  await expect(reading).rejects.toThrow();
  expect(taken).toBe(3);
  expect(session.received()).toBeLessThan(200_000);
});

it('ends a pack that has no end', async () => {
  await server.create('acme/endless', { 'yarn.lock': 'own' });
  server.instead = (request, response) => {
    if (!request.url!.endsWith('/git-upload-pack')) return false;
    request.resume();
    response.writeHead(200, { 'content-type': 'application/x-git-upload-pack-result' });
    const more = () => {
      if (!response.destroyed) response.write(`0ff5\u0002${'x'.repeat(4080)}`, () => setImmediate(more));
    };
    response.write('000dpackfile\n');
    more();
    return true;
  };
  const session = await begin('acme/endless', { received: 1024 ** 2 });
  await expect(session.fetch('refs/heads/main')).rejects.toMatchObject({ name: 'AppError' });
});
