import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, connect as openSocket } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'ldapts';

const run = promisify(execFile);

export const directoryRoot = 'dc=example,dc=org';
export const directoryManager = { dn: `cn=manager,${directoryRoot}`, password: 'manager-secret' };

export interface DirectoryServer {
  /** `ldap://…` without and `ldaps://…` with encryption; StartTLS works on the first. */
  url: string;
  secureUrl: string;
  /** PEM of the authority that signed the server's certificate. */
  certificate: string;
  /** Adds entries, each a name below the root and its attributes. */
  add(entries: readonly (readonly [string, Record<string, string | string[]>])[]): Promise<void>;
  as<T>(work: (client: Client) => Promise<T>): Promise<T>;
  stop(): Promise<void>;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function configure(home: string): Promise<void> {
  await mkdir(join(home, 'data'));
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  await run('openssl', [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '2',
    ...subject,
    '-keyout',
    join(home, 'key.pem'),
    '-out',
    join(home, 'cert.pem'),
  ]);
  const lines = [
    ...['core', 'cosine', 'nis', 'inetorgperson'].map((name) => `include /etc/ldap/schema/${name}.schema`),
    'modulepath /usr/lib/ldap',
    'moduleload back_mdb',
    'moduleload memberof',
    `pidfile ${join(home, 'slapd.pid')}`,
    `TLSCertificateFile ${join(home, 'cert.pem')}`,
    `TLSCertificateKeyFile ${join(home, 'key.pem')}`,
    'database mdb',
    `suffix "${directoryRoot}"`,
    `directory ${join(home, 'data')}`,
    `rootdn "${directoryManager.dn}"`,
    `rootpw ${directoryManager.password}`,
    'overlay memberof',
    // Nobody reads anything without signing in, as in most companies.
    'access to attrs=userPassword by anonymous auth by * none',
    'access to * by users read by anonymous auth',
  ];
  await writeFile(join(home, 'slapd.conf'), `${lines.join('\n')}\n`);
}

const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = openSocket({ host: '127.0.0.1', port });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });

async function untilItAnswers(child: ChildProcess, port: number): Promise<void> {
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error(`slapd ended at its start: ${said.slice(-2000)}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** A real OpenLDAP server of one's own: fresh folder, free ports, the root entry and a manager. */
export async function startDirectoryServer(): Promise<DirectoryServer> {
  const home = await mkdtemp(join(tmpdir(), 'packhouse-slapd-'));
  await configure(home);
  const [port, securePort] = [await freePort(), await freePort()];
  const url = `ldap://127.0.0.1:${port}`;
  // Debian keeps servers where ordinary users do not look.
  const env = { ...process.env, PATH: `${process.env.PATH}${delimiter}/usr/sbin` };
  const child = spawn('slapd', ['-d', '0', '-f', join(home, 'slapd.conf'), '-h', `${url} ldaps://127.0.0.1:${securePort}`], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const failed = new Promise<never>((_, reject) => {
    child.once('error', reject);
  });
  const ended = new Promise((resolve) => {
    child.once('exit', resolve);
  });
  await Promise.race([untilItAnswers(child, port), failed]);
  const as = async <T>(work: (client: Client) => Promise<T>): Promise<T> => {
    const client = new Client({ url });
    try {
      await client.bind(directoryManager.dn, directoryManager.password);
      return await work(client);
    } finally {
      await client.unbind();
    }
  };
  const server: DirectoryServer = {
    url: `${url}/${directoryRoot}`,
    secureUrl: `ldaps://127.0.0.1:${securePort}/${directoryRoot}`,
    certificate: await readFile(join(home, 'cert.pem'), 'utf8'),
    as,
    add: (entries) =>
      as(async (client) => {
        for (const [dn, attributes] of entries) await client.add(dn === '' ? directoryRoot : `${dn},${directoryRoot}`, attributes);
      }),
    async stop() {
      child.kill('SIGTERM');
      await ended;
      await rm(home, { recursive: true, force: true });
    },
  };
  await server.add([['', { objectClass: ['dcObject', 'organization'], dc: 'example', o: 'Example' }]]);
  return server;
}
