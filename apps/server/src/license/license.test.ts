import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { licenseCommand } from './license-command.ts';

let folder: string;
let told: string;
let complained: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packhouse-license-'));
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    told += String(text);
    return true;
  });
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    complained += String(text);
    return true;
  });
});
afterEach(async () => {
  vi.restoreAllMocks();
  process.exitCode = 0;
  await rm(folder, { recursive: true, force: true });
});

/** Runs the command; answers what it said, and what it complained about. */
async function run(...parameters: string[]): Promise<{ told: string; complained: string }> {
  told = '';
  complained = '';
  await licenseCommand(parameters);
  return { told, complained };
}

it('makes a key pair, signs a license and a bucket, and explains both', async () => {
  const keys = join(folder, 'issuer');
  const made = await run('keys', keys);
  const publicKey = /PACKHOUSE_LICENCE_KEY=([\w-]{43})\n/.exec(made.told)?.[1] ?? '';
  expect((await readFile(`${keys}.pub`, 'utf8')).trim()).toBe(publicKey);
  expect((await stat(keys)).mode & 0o777).toBe(0o600);
  await expect(run('keys', keys)).rejects.toMatchObject({ code: 'EEXIST' });

  const shared = ['issue', '--signing-key', keys, '--type', 'edge', '--to', 'Example Ltd', '--until', '2999-12-31'];
  const licence = join(folder, 'one.jws');
  await run(...shared, '--out', licence);
  expect((await run('inspect', licence, '--licence-key', publicKey)).told).toMatch(
    /^License \w+ of the type EDGE for Example Ltd, issued .+, expires 2999-12-31, signed by/,
  );

  const bucket = join(folder, 'bucket.json');
  const issued = await run(...shared, '--count', '3', '--projects', '8', '--out', bucket);
  const key = issued.told.trim().split('\n').at(-1) ?? '';
  const explained = await run('inspect', bucket, '--key', key, '--licence-key', `${keys}.pub`);
  expect(explained.told).toMatch(
    /^Bucket \w+: 3 licenses of the type EDGE for Example Ltd\nissued .+, expires 2999-12-31, for 8 projects\nEvery license is signed/,
  );
  expect((await run('inspect', bucket, '--key', key)).told).toContain('The signature was not checked');
  await expect(run('inspect', bucket, '--key', 'A'.repeat(43))).rejects.toThrow('This key does not open the bucket');
  const other = join(folder, 'other');
  await run('keys', other);
  await expect(run('inspect', bucket, '--key', key, '--licence-key', `${other}.pub`)).rejects.toThrow(/number 1 is not good/);
});

it('says what it was called without', async () => {
  const keys = join(folder, 'issuer');
  await run('keys', keys);
  const signing = ['issue', '--signing-key', keys];
  const wrong: [string[], string][] = [
    [[], 'packhouse license keys'],
    [['issue'], '--signing-key <file>'],
    [[...signing, '--type', 'N/A'], 'Say which type'],
    [[...signing, '--type', 'EDGE'], 'Say for whom'],
    [[...signing, '--type', 'EDGE', '--to', 'A', '--until', '2001-01-01'], '--until takes a day to come'],
    [[...signing, '--type', 'EDGE', '--to', 'A', '--count', '0'], '--count takes a whole number from 1'],
    [[...signing, '--type', 'EDGE', '--to', 'A', '--count', '2'], 'A bucket goes into a file'],
    [['inspect'], 'packhouse license inspect'],
    [['issue', '--colour', 'red'], 'colour'],
  ];
  for (const [parameters, message] of wrong) {
    expect((await run(...parameters)).complained).toContain(message);
    expect(process.exitCode).toBe(2);
  }
  await expect(run(...signing.slice(0, 2), `${keys}.pub`, '--type', 'EDGE', '--to', 'A')).rejects.toThrow('no Ed25519 private key');
});
