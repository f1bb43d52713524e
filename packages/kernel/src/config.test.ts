import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

const home = mkdtempSync(join(tmpdir(), 'packhouse-config-'));
const file = join(home, 'etc/packhouse.yaml');
mkdirSync(join(home, 'etc'));
const write = (...lines: string[]) => writeFileSync(file, lines.join('\n'));
const read = (env: Record<string, string> = {}) => readConfig({ PACKHOUSE_HOME: home, ...env });
beforeEach(() => rmSync(file, { force: true }));
afterAll(() => rmSync(home, { recursive: true }));

/** The words of the refusal. */
function refusal(env: Record<string, string> = {}): string {
  try {
    read(env);
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('The configuration was taken');
}

describe('START-004 the configuration', () => {
  it('fills what is not said', () => {
    expect(read()).toMatchObject({
      home,
      port: 8082,
      host: '0.0.0.0',
      services: ['access', 'repositories', 'scanning', 'distribution', 'events', 'mission-control', 'insight', 'pipelines'],
      log: { level: 'info', keep: 5 },
    });
  });

  it('reads the file, and lets the environment win, also inside a group', () => {
    write('port: 9000', 'log:', '  keep: 3', '  level: warn', 'outgoing:', '  allow: [10.0.0.0/8]');
    const config = read({ PACKHOUSE_PORT: '9100', PACKHOUSE_LOG_LEVEL: 'debug', PACKHOUSE_WORKERS: '2' });
    expect(config).toMatchObject({ port: 9100, workers: 2, log: { level: 'debug', keep: 3 }, outgoing: { allow: ['10.0.0.0/8'] } });
  });

  it('names an unknown key with its line', () => {
    write('port: 9000', '# a note', 'prot: 1');
    expect(refusal()).toContain(`${file}, line 3: prot: unknown key`);
  });

  it('names a nested unknown key and an invalid value with their lines, all at once', () => {
    write('log:', '  keep: none', '  colour: red', 'blobs:', '  s3:', '    endpoint: http://127.0.0.1:9000');
    const words = refusal();
    expect(words).toContain('line 2: log.keep');
    expect(words).toContain('line 3: log.colour: unknown key');
    expect(words).toContain('line 5: blobs.s3.bucket');
  });

  it('says where the file cannot be read as YAML', () => {
    write('port: 9000', 'log: {level: info');
    expect(refusal()).toMatch(/packhouse\.yaml: .*line 2/s);
    write('- port');
    expect(refusal()).toContain('keys and values are expected');
  });

  it('names unknown variables and bad values of the environment', () => {
    expect(refusal({ PACKHOUSE_PROT: '1' })).toContain('PACKHOUSE_PROT');
    expect(refusal({ PACKHOUSE_PORT: 'many' })).toContain('port');
    expect(refusal({ PACKHOUSE_MASTER_KEY: 'short' })).toContain('64 hexadecimal digits');
    expect(refusal({ PACKHOUSE_SERVICES: 'access,pipes' })).toContain('services');
  });
  it('starts in a terminal in which a client was set up', () => {
    expect(read({ PACKHOUSE_TOKEN: 'secret', PACKHOUSE_URL: 'http://localhost:8082' }).port).toBe(8082);
  });
});
