import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { zstdCompressSync } from 'node:zlib';
import { type Config, readConfig } from '@packhouse/kernel/config.ts';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '@packhouse/testkit/test-database.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type S3Server, startS3Server } from '../../../../tools/serve/s3-server.ts';
import { type PackhouseProcess, startPackhouse } from '../../../../tools/serve/start-packhouse.ts';
import { withOwnDatabase } from '../own-database.ts';
import { allServices } from '../services.ts';
import { terminal } from '../terminal.ts';
import { backupCommand } from './backup-command.ts';
import type { BackupFolder } from './backup-folder.ts';
import { openBackupFolder, prepareBackupFolder } from './open-backup-folder.ts';
import { pruneBackups } from './prune-backups.ts';
import { checkBackup, DamagedBlobsError, restoreBackup } from './restore-backup.ts';
import { restoreCommand } from './restore-command.ts';
import { takeBackup } from './take-backup.ts';

const password = 'Admin-password-1';
const headers = { authorization: `Basic ${Buffer.from(`admin:${password}`).toString('base64')}` };
const quiet = terminal(() => undefined);
/** Undone last first. */
const ends: (() => Promise<unknown>)[] = [];

/** One installation on an outside database and files; the tests back it up and leave it as it is, but for further files. */
let source: PackhouseProcess;
let sourceConfig: Config;
const stored = new Map<string, Buffer>();

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'packhouse-backup-'));
  ends.push(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function newDatabase(make: () => Promise<TestDatabase> = createEmptyDatabase): Promise<string> {
  const { url, drop } = await make();
  ends.push(drop);
  return url;
}

const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex');
const put = async (path: string, body: Buffer) =>
  (await fetch(`${source.url}/artifactory/files/${path}`, { method: 'PUT', headers, body: body as never })).status;
async function read({ url }: PackhouseProcess, path: string): Promise<Buffer | number> {
  const answer = await fetch(`${url}/artifactory/files/${path}`, { headers });
  return answer.ok ? Buffer.from(await answer.arrayBuffer()) : answer.status;
}
async function store(path: string, size = 3000): Promise<void> {
  const content = randomBytes(size);
  expect(await put(path, content)).toBe(201);
  stored.set(path, content);
}

const getConfig = (env: Record<string, string>, home: string) => readConfig({ PACKHOUSE_HOME: home, ...env });
const prepare = (path: string, keyFile?: string) => prepareBackupFolder(path, { encrypt: keyFile !== undefined, keyFile });
const backUp = (folder: BackupFolder, config = sourceConfig) => takeBackup(config, folder, { withMasterKey: true }, quiet);
const restore = async (folder: BackupFolder, config: Config, isIncomplete = false) =>
  restoreBackup(config, { folder, name: (await folder.listBackups()).at(-1)! }, { isIncomplete }, quiet);

function packhouse(parameters: readonly string[], env: Record<string, string>, signal?: AbortSignal): Promise<{ code: number | null; output: string }> {
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(PACKHOUSE_|DATABASE_URL$|LC_|LANG)/.test(name)));
  return new Promise((done) => {
    const options = { env: { ...inherited, ...env }, killSignal: 'SIGKILL' as const, ...(signal && { signal }) };
    execFile(process.execPath, [resolve('apps/server/src/main.ts'), ...parameters], options, (error, stdout, stderr) =>
      done({ code: error ? (typeof error.code === 'number' ? error.code : null) : 0, output: `${stdout}${stderr}` }),
    );
  });
}

beforeAll(async () => {
  const [home, databaseUrl] = [await newFolder(), await newDatabase(() => createTestDatabase(allServices()))];
  source = await startPackhouse({ home, workers: 1, adminPassword: password, env: { DATABASE_URL: databaseUrl } });
  ends.push(() => source.stop());
  sourceConfig = getConfig({ DATABASE_URL: databaseUrl }, home);
  const made = await fetch(`${source.url}/artifactory/api/repositories/files`, {
    method: 'PUT',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ rclass: 'local', packageType: 'generic' }),
  });
  if (!made.ok) throw new Error(await made.text());
  for (let count = 0; count < 12; count++) await store(`first/${count}.bin`, 1000 + count * 40_000);
});
afterAll(async () => {
  for (const end of ends.reverse()) await end();
});

/** Runs a command that stands still at this file, a pipe for so long, and kills it when several others have arrived in the folder. */
async function killAt(file: string, parameters: readonly string[], env: Record<string, string>, arriving: string): Promise<void> {
  await rename(file, `${file}.aside`);
  await promisify(execFile)('mkfifo', [file]);
  const impatience = new AbortController();
  const running = packhouse(parameters, env, impatience.signal);
  const arrived = async () => (await readdir(arriving, { recursive: true }).catch(() => [])).filter((name) => /[0-9a-f]{64}$/.test(name)).length;
  await expect.poll(arrived).toBeGreaterThanOrEqual(5);
  impatience.abort();
  expect((await running).code).toBeNull();
  await rename(`${file}.aside`, file);
}

async function readMarks(url: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query('select last_value > 4294967296 as leapt, (select count(*) from kernel.event) as events from repositories.revision');
  await client.end();
  return { ...rows[0], events: String(rows[0].events) };
}

/** The content of every table, and what watches over it, in one text for each. */
async function describeContent(config: Config): Promise<Record<string, string>> {
  return withOwnDatabase(config, async (url) => {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => undefined);
    await client.connect();
    const found: Record<string, string> = {};
    const { rows } = await client.query<{ place: string }>(
      `select format('%I.%I', schemaname, tablename) as place from pg_tables
       where schemaname = any('{access,repositories,scanning,distribution,operations,graphile_worker}') and tablename not like '%migration%'`,
    );
    for (const { place } of rows) {
      const content = await client.query<{ content: string }>(
        `select count(*) || ' ' || coalesce(md5(string_agg(t::text, ' ' order by t::text)), '') as content from ${place} t`,
      );
      found[place] = content.rows[0]!.content;
    }
    const rules = await client.query<{ rule: string }>(
      `select conrelid::regclass::text || ' ' || pg_get_constraintdef(oid) || convalidated::text as rule from pg_constraint where connamespace <> 'pg_catalog'::regnamespace
       union all select tgrelid::regclass::text || ' ' || tgname || tgenabled::text from pg_trigger where not tgisinternal order by 1`,
    );
    found.rules = rules.rows.map(({ rule }) => rule).join('\n');
    await client.end();
    return found;
  });
}

describe('a backup', () => {
  // Three platforms are started in it, two of them with databases of their own.
  it('holds all that was acknowledged before it began, taken while clients upload, and moves to the embedded database and back to an outside one on S3', async () => {
    const path = await newFolder();
    let isStopping = false;
    let count = 0;
    const uploading = (async () => {
      for (; !isStopping; count++) await store(`busy/${count}.bin`, 500 + (count % 50) * 3000);
    })();
    await expect.poll(() => count).toBeGreaterThan(5);
    const folder = await prepare(path);
    const acknowledged = new Map(stored);
    const taken = await backUp(folder);
    isStopping = true;
    await uploading;
    expect(taken.record.blobs).toMatchObject({ missing: [] });
    expect(taken.copied).toBeGreaterThanOrEqual(acknowledged.size);

    const embedded = getConfig({}, await newFolder());
    const restored = await restore(folder, embedded);
    expect(restored.artifacts).toBeGreaterThanOrEqual(acknowledged.size);
    expect(restored).toMatchObject({ damaged: [], lostArtifacts: [] });
    await expect(restore(folder, embedded)).rejects.toThrow('is in use already');
    const second = await startPackhouse({ home: embedded.home, workers: 1 });
    ends.push(() => second.stop());
    for (const [name, content] of acknowledged) expect(await read(second, name), name).toEqual(content);
    await second.stop();

    const server: S3Server = await startS3Server();
    ends.push(async () => server.stop());
    const { bucket, endpoint, accessKeyId, secretAccessKey } = server;
    const home = await newFolder();
    await mkdir(join(home, 'etc'));
    await writeFile(join(home, 'etc/packhouse.yaml'), JSON.stringify({ blobs: { s3: { bucket, endpoint, accessKeyId, secretAccessKey } } }));
    const outside = getConfig({ DATABASE_URL: await newDatabase() }, home);
    const back = await prepare(await newFolder());
    const again = await backUp(back, embedded);
    expect((await restore(back, outside)).artifacts).toBe(restored.artifacts);
    expect(await describeContent(outside)).toEqual(await describeContent(embedded));
    // No revision that somebody saw after the backup is given again, and events of another server's count are gone.
    expect(await withOwnDatabase(outside, readMarks)).toEqual({ leapt: true, events: '0' });
    const third = await startPackhouse({ home, workers: 1, env: { DATABASE_URL: outside.databaseUrl! } });
    ends.push(() => third.stop());
    for (const name of [...acknowledged.keys()].slice(0, 5)) expect(await read(third, name)).toEqual(acknowledged.get(name));
    expect(again.record.blobs.count).toBeGreaterThanOrEqual(acknowledged.size);
  }, 420_000);

  it('copies only what the folder has not got, and old ones go with what only they name', async () => {
    const folder = await prepare(await newFolder());
    const first = await backUp(folder);
    for (let count = 0; count < 3; count++) await store(`new/${count}.bin`);
    await fetch(`${source.url}/artifactory/files/new/0.bin`, { method: 'DELETE', headers });
    const second = await backUp(folder);
    expect(second).toMatchObject({ copied: 3, copiedBytes: 9000 });
    expect(second.record.blobs.count).toBe(first.record.blobs.count + 3);

    const stray = folder.locate(folder.nameBlob({ sha256: sha256(Buffer.from('only an older backup named this')) }));
    await mkdir(join(stray, '..'), { recursive: true });
    await writeFile(stray, 'only an older backup named this');
    expect(await pruneBackups(folder, 2)).toEqual({ backups: 0, blobs: 1 });
    expect(await pruneBackups(folder, 1)).toEqual({ backups: 1, blobs: 0 });
    expect(await folder.listBackups()).toEqual([second.name]);
    expect((await checkBackup({ folder, name: second.name }, quiet)).damaged).toEqual([]);
  });

  it('is taken up where it was broken off, and so is its restoring', async () => {
    const path = await newFolder();
    const env = { PACKHOUSE_HOME: sourceConfig.home, DATABASE_URL: sourceConfig.databaseUrl! };
    const last = [...stored.values()].map(sha256).toSorted().at(-1)!;
    const file = join(sourceConfig.home, 'blobs', last.slice(0, 2), last);
    await killAt(file, ['backup', path], env, join(path, 'blobs'));
    const folder = await prepare(path);
    expect(await folder.listBackups()).toEqual([]);
    const resumed = await backUp(folder);
    expect(resumed.copied).toBeLessThan(resumed.record.blobs.count);
    expect((await readdir(join(path, 'backups'))).length).toBe(1);

    const [home, databaseUrl] = [await newFolder(), await newDatabase()];
    const target = { PACKHOUSE_HOME: home, DATABASE_URL: databaseUrl };
    await killAt(folder.locate(folder.nameBlob({ sha256: last })), ['restore', path], target, join(home, 'blobs'));
    const restored = await restore(folder, getConfig({ DATABASE_URL: databaseUrl }, home));
    expect(restored.there).toBeGreaterThanOrEqual(5);
    expect(restored.artifacts).toBeGreaterThanOrEqual(12);
  });

  it('that is damaged is found and named, and without --incomplete nothing is restored', async () => {
    const folder = await prepare(await newFolder());
    const { name, record } = await backUp(folder);
    const content = stored.get('first/3.bin')!;
    const file = folder.locate(folder.nameBlob({ sha256: sha256(content) }));
    const damaged = Buffer.from(content);
    damaged[100]! ^= 1;
    await writeFile(file, damaged);
    expect((await checkBackup({ folder, name }, quiet)).damaged).toEqual([file]);

    const target = getConfig({ DATABASE_URL: await newDatabase() }, await newFolder());
    const refused = await restore(folder, target).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(DamagedBlobsError);
    expect((refused as DamagedBlobsError).files).toEqual([file]);
    const lossy = await restore(folder, target, true);
    expect(lossy).toMatchObject({ damaged: [file], lostArtifacts: ['files/first/3.bin'], there: record.blobs.count - 1 });

    const table = record.tables.find((one) => one.table === 'artifact')!;
    const list = folder.locate(`backups/${name}/${table.file}`);
    const bytes = await readFile(list);
    bytes[Math.floor(bytes.length / 2)]! ^= 1;
    await writeFile(list, bytes);
    const other = getConfig({ DATABASE_URL: await newDatabase() }, await newFolder());
    await expect(restore(folder, other, true)).rejects.toThrow(`${list} is damaged`);
    expect((await checkBackup({ folder, name }, quiet)).damaged).toContain(list);

    // Rows that the database refuses, in a file that can be read to its end.
    await writeFile(list, zstdCompressSync('no row\n'));
    const third = getConfig({ DATABASE_URL: await newDatabase() }, await newFolder());
    await expect(restore(folder, third, true)).rejects.toThrow(`${list} is damaged`);
  });

  it('names what the store has lost, and is made all the same', async () => {
    await store('lost.bin');
    const content = stored.get('lost.bin')!;
    const lost = sha256(content);
    await rm(join(sourceConfig.home, 'blobs', lost.slice(0, 2), lost));
    const { record } = await backUp(await prepare(await newFolder()));
    expect(record.blobs.missing).toEqual([lost]);
    // Uploaded again it is whole again.
    expect(await put('found.bin', content)).toBe(201);
  });

  it('is encrypted with a key of its own: without it nothing is read, and the master key is in it', async () => {
    const [path, keys] = [await newFolder(), await newFolder()];
    const [right, wrong, short] = ['right', 'wrong', 'short'].map((name) => join(keys, name)) as [string, string, string];
    for (const [file, key] of [
      [right, 'a key for these tests'],
      [wrong, 'another key for these'],
      [short, 'short'],
    ] as const)
      await writeFile(file, key);
    await expect(prepare(path, short)).rejects.toThrow('16 characters');
    const folder = await prepare(path, right);
    const { name } = await backUp(folder);
    await expect(prepare(path, wrong)).rejects.toThrow('not the key');
    await expect(openBackupFolder(path, { keyFile: wrong })).rejects.toThrow('not the key');
    await expect(openBackupFolder(path, {})).rejects.toThrow('are encrypted');

    const masterKey = (await readFile(join(sourceConfig.home, 'keys/master.key'), 'utf8')).trim();
    const content = stored.get('first/1.bin')!;
    for (const entry of await readdir(path, { recursive: true })) {
      expect(entry).not.toContain(sha256(content));
      if (!(await stat(join(path, entry))).isFile()) continue;
      const bytes = await readFile(join(path, entry));
      for (const secret of [content.subarray(0, 64), masterKey, 'first/1.bin']) expect(bytes.includes(secret), entry).toBe(false);
    }
    const opened = await openBackupFolder(path, { keyFile: right });
    const target = getConfig({ DATABASE_URL: await newDatabase() }, await newFolder());
    await restoreBackup(target, { folder: opened, name }, { isIncomplete: false }, quiet);
    expect((await readFile(join(target.home, 'keys/master.key'), 'utf8')).trim()).toBe(masterKey);
  });
});

describe('the commands', () => {
  it('say how they are called, and how it went', async () => {
    const path = await newFolder();
    const env = { PACKHOUSE_HOME: sourceConfig.home, DATABASE_URL: sourceConfig.databaseUrl! };
    const said = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    await backupCommand(['--help']);
    await restoreCommand([path, '--check', '-h']);
    const helped = said.mock.calls.map(([text]) => String(text)).join('');
    said.mockRestore();
    expect(helped).toMatch(/packhouse backup <.*packhouse restore </s);
    expect(await packhouse(['backup', path, '--keep', '0'], env)).toMatchObject({ code: 2, output: expect.stringContaining('--keep takes a number') });
    const made = await packhouse(['backup', path, '--keep', '2'], env);
    expect(made).toMatchObject({ code: 0, output: expect.stringContaining(`the master key is not in this backup (${sourceConfig.home}/keys/master.key)`) });
    expect(await packhouse(['restore', path, '--check'], {})).toMatchObject({ code: 0, output: expect.stringContaining('is whole: ') });
    await expect(openBackupFolder(await newFolder(), {})).rejects.toThrow('There is no backup in');
  });

  it('ask for the master key, and for an installation that is empty and stands still', async () => {
    const folder = await prepare(await newFolder());
    const { name } = await takeBackup(sourceConfig, folder, { withMasterKey: false }, quiet);
    const attempt = (config: Config) => restoreBackup(config, { folder, name }, { isIncomplete: false }, quiet);
    await expect(attempt(sourceConfig)).rejects.toThrow('Packhouse runs on');
    const [home, databaseUrl] = [await newFolder(), await newDatabase()];
    const empty = getConfig({ DATABASE_URL: databaseUrl }, home);
    await expect(attempt(empty)).rejects.toThrow('The master key is not in this backup');
    await expect(attempt({ ...empty, masterKey: 'ab'.repeat(32) })).rejects.toThrow('is not the one that this backup was made with');
    await expect(stat(join(home, 'keys/master.key'))).rejects.toThrow('ENOENT');
    const masterKey = (await readFile(join(sourceConfig.home, 'keys/master.key'), 'utf8')).trim();
    await expect(attempt({ ...empty, masterKey, databaseUrl: sourceConfig.databaseUrl })).rejects.toThrow('is in use already');
    await mkdir(join(home, 'blobs'), { recursive: true });
    await writeFile(join(home, 'blobs/store-mark'), 'of another database');
    await expect(attempt({ ...empty, masterKey })).rejects.toThrow('belongs to a database already');
  });

  it('refuse a folder of something else, and a backup that knows more than this version', async () => {
    const other = await newFolder();
    await writeFile(join(other, 'letters.txt'), 'mine');
    await expect(prepare(other)).rejects.toThrow('is no folder of backups');
    const folder = await prepare(await newFolder());
    const { name, record } = await backUp(folder);
    await expect(prepareBackupFolder(folder.path, { encrypt: true })).rejects.toThrow('are not encrypted');
    record.migrations.repositories!.push('9999-unheard-of');
    await writeFile(folder.locate(`backups/${name}/backup.json`), JSON.stringify(record));
    const target = getConfig({ DATABASE_URL: await newDatabase() }, await newFolder());
    await expect(restore(folder, target)).rejects.toThrow('schema repositories, step 9999-unheard-of');
  });
});
