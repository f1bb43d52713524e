import { execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

interface CommitOptions {
  branch?: string;
  ref?: string;
  from?: string;
}

export interface GitServer {
  url: string;
  /** Whoever trusts this trusts its certificate, where it speaks TLS. */
  authority: string | undefined;
  /** Folder of the repositories. */
  root: string;
  /** Makes a repository with these files on `main`; answers the commit. */
  create(name: string, files: Record<string, string | Buffer>, options?: { filter?: boolean }): Promise<string>;
  /** Commits on a branch, which begins where `main` is when it is new; null takes a file away. */
  commit(name: string, files: Record<string, string | Buffer | null>, options?: CommitOptions): Promise<string>;
  /** Runs `git` in the repository itself. */
  git(name: string, ...args: string[]): Promise<string>;
  /** What has to stand in the Authorization header; nothing unless said. */
  wants: string | undefined;
  /** Answers requests instead of `git`; false leaves them to it. */
  instead: ((request: IncomingMessage, response: ServerResponse) => boolean) | undefined;
  /** `METHOD path` of all requests. */
  asked: string[];
  /** Answers a request as this server does: for a vendor's stand-in at whose address the repositories are, too. */
  handle(request: IncomingMessage, response: ServerResponse): void;
  stop(): Promise<void>;
}

const identity = {
  GIT_AUTHOR_NAME: 'Ann',
  GIT_AUTHOR_EMAIL: 'ann@example.org',
  GIT_COMMITTER_NAME: 'Ann',
  GIT_COMMITTER_EMAIL: 'ann@example.org',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
};

/** Gives a request to `git http-backend` as a web server would. https://git-scm.com/docs/git-http-backend */
function bridge(root: string, request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(request.url!, 'http://git.example');
  const child = spawn('git', ['http-backend'], {
    env: {
      PATH: process.env.PATH,
      ...identity,
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: '1',
      PATH_INFO: decodeURIComponent(url.pathname),
      QUERY_STRING: url.search.slice(1),
      REQUEST_METHOD: request.method,
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      ...(request.headers['content-length'] === undefined ? {} : { CONTENT_LENGTH: request.headers['content-length'] }),
      ...(request.headers['content-encoding'] === undefined ? {} : { HTTP_CONTENT_ENCODING: request.headers['content-encoding'] }),
      GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
    },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  child.stdin.on('error', () => undefined);
  request.pipe(child.stdin);
  let head = Buffer.alloc(0);
  let isBody = false;
  child.stdout.on('data', (chunk: Buffer) => {
    if (isBody) return void response.write(chunk);
    head = Buffer.concat([head, chunk]);
    const end = head.indexOf('\r\n\r\n');
    if (end < 0) return;
    isBody = true;
    const lines = head
      .toString('latin1', 0, end)
      .split('\r\n')
      .map((line) => line.split(': ') as [string, string]);
    const headers = Object.fromEntries(lines.filter(([name]) => name !== 'Status'));
    response.writeHead(Number.parseInt(lines.find(([name]) => name === 'Status')?.[1] ?? '200', 10), headers);
    response.write(head.subarray(end + 4));
  });
  child.stdout.on('end', () => response.end());
  response.on('close', () => child.kill());
}

async function commitFiles(folder: string, files: Record<string, string | Buffer | null>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    const file = join(folder, path);
    if (content === null) await rm(file);
    else {
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, content);
    }
  }
}

async function git(folder: string, ...args: string[]): Promise<string> {
  const env = { ...process.env, ...identity };
  return (await run('git', ['-C', folder, ...args], { env, maxBuffer: 16 * 1024 ** 2 })).stdout.trim();
}

async function commitTo(repository: string, work: string, files: Record<string, string | Buffer | null>, options: CommitOptions): Promise<string> {
  const { branch = 'main', from = 'refs/heads/main' } = options;
  const { ref = `refs/heads/${branch}` } = options;
  const find = (name: string) => git(repository, 'rev-parse', '--verify', '--quiet', name).catch(() => '');
  const known = (await find(ref)) || (await find(from));
  await git(work, 'init', '--quiet', '--initial-branch=work');
  if (known !== '') {
    await git(work, 'fetch', '--quiet', repository, known);
    await git(work, 'reset', '--quiet', '--hard', 'FETCH_HEAD');
  }
  await commitFiles(work, files);
  await git(work, 'add', '--all');
  await git(work, 'commit', '--quiet', '--allow-empty', '--message=change');
  await git(work, 'push', '--quiet', '--force', repository, `HEAD:${ref}`);
  return git(work, 'rev-parse', 'HEAD');
}

/** Makes a certificate for this name that a new authority signs. */
async function makeCertificate(home: string, name: string) {
  const at = (file: string) => join(home, file);
  const make = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2'];
  await run('openssl', [...make, '-subj', '/CN=Test authority', '-keyout', at('ca-key.pem'), '-out', at('ca.pem')]);
  const signing = ['-CA', at('ca.pem'), '-CAkey', at('ca-key.pem'), '-addext', `subjectAltName=DNS:${name}`, '-addext', 'basicConstraints=CA:FALSE'];
  await run('openssl', [...make, '-subj', `/CN=${name}`, ...signing, '-keyout', at('key.pem'), '-out', at('cert.pem')]);
  const [key, cert, authority] = await Promise.all(['key.pem', 'cert.pem', 'ca.pem'].map((file) => readFile(at(file), 'utf8')));
  return { key, cert, authority };
}

/** Starts a server of real `git` repositories; `certifiedFor` has it speak TLS as `localhost`, with a certificate for that name. */
export async function startGitServer({ certifiedFor }: { certifiedFor?: string } = {}): Promise<GitServer> {
  const home = await mkdtemp(join(tmpdir(), 'packhouse-git-server-'));
  const root = join(home, 'repositories');
  const at = (name: string) => join(root, `${name}.git`);
  const state: Pick<GitServer, 'wants' | 'instead' | 'asked'> = { wants: undefined, instead: undefined, asked: [] };
  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    state.asked.push(`${request.method} ${request.url}`);
    if (state.instead?.(request, response)) return;
    if (state.wants !== undefined && request.headers.authorization !== state.wants)
      return void response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end();
    bridge(root, request, response);
  };
  const tls = certifiedFor === undefined ? undefined : await makeCertificate(home, certifiedFor);
  const server = tls ? createTlsServer({ key: tls.key, cert: tls.cert }, handle) : createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const commit: GitServer['commit'] = async (name, files, options = {}) => commitTo(at(name), await mkdtemp(join(home, 'work-')), files, options);
  return Object.assign(state, {
    url: `${tls ? 'https://localhost' : 'http://127.0.0.1'}:${(server.address() as { port: number }).port}`,
    authority: tls?.authority,
    root,
    handle,
    commit,
    async create(name: string, files: Record<string, string | Buffer>, { filter = true } = {}) {
      await mkdir(at(name), { recursive: true });
      await git(at(name), 'init', '--quiet', '--bare', '--initial-branch=main');
      if (filter) await git(at(name), 'config', 'uploadpack.allowFilter', 'true');
      return commit(name, files);
    },
    git: (name: string, ...args: string[]) => git(at(name), ...args),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(home, { recursive: true, force: true });
    },
  });
}
