import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openLogging } from './logging.ts';
import { getBytes, openRotatingFile } from './rotating-file.ts';

const home = mkdtempSync(join(tmpdir(), 'packhouse-logs-'));
afterAll(() => rmSync(home, { recursive: true }));

it('moves a grown file aside, keeps a few, and loses no line of any writer', async () => {
  const folder = join(home, 'rotate');
  const file = join(folder, 'x.log');
  const options = { maxSize: 2000, keep: 3, checkEvery: 50 };
  const writers = [openRotatingFile(file, options), openRotatingFile(file, options)];
  for (let round = 0; round < 8; round++) {
    for (const [index, writer] of writers.entries())
      for (let line = 0; line < 10; line++) writer.write(`${JSON.stringify({ round, index, line, pad: 'x'.repeat(20) })}\n`);
    for (const writer of writers) writer.flush();
    await new Promise((resolve) => setTimeout(resolve, 120));
  }
  for (const writer of writers) writer.close();
  const names = readdirSync(folder).toSorted();
  expect(names.filter((name) => name !== 'x.log')).toEqual(['x.1.log', 'x.2.log', 'x.3.log']);
  const lines = names.flatMap((name) => readFileSync(join(folder, name), 'utf8').trim().split('\n').filter(Boolean));
  const rounds = new Map<number, number>();
  for (const line of lines) {
    const { round } = JSON.parse(line) as { round: number };
    rounds.set(round, (rounds.get(round) ?? 0) + 1);
  }
  expect(rounds.get(7)).toBe(20);
  for (const [, count] of [...rounds].toSorted(([a], [b]) => b - a).slice(0, 3)) expect(count).toBe(20);
});

it('writes lines of JSON per service, without secrets', async () => {
  const logging = openLogging({ home, log: { level: 'info', keep: 2, maxSize: '1m' } });
  logging.logger('access').info({ user: 'ann', password: 'hidden', headers: { authorization: 'Basic hidden' } }, 'signed in');
  logging.logger('access').debug('not at this level');
  logging.close();
  const lines = readFileSync(join(home, 'logs/access/access.log'), 'utf8').trim().split('\n');
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0]!)).toMatchObject({ service: 'access', user: 'ann', password: '***', msg: 'signed in' });
  expect(lines[0]).not.toContain('hidden');
});

it('reads sizes in words', () => {
  expect([getBytes('512k'), getBytes('20m'), getBytes('1g'), getBytes('77')]).toEqual([524_288, 20_971_520, 1_073_741_824, 77]);
  expect(() => getBytes('big')).toThrow('not a size');
});
