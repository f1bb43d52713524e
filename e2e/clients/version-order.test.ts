import { dirname, join } from 'node:path';
import { orderDifferences, randomVersions, versionSeed } from '@packhouse/testkit/version-order.ts';
import { describe, expect, it } from 'vitest';
import { client } from '../../tools/clients.ts';
import { mustRun } from './run-client.ts';

describe('order of versions', () => {
  it('FMT-004 is the order of the very classes that Maven compares with', async () => {
    const pieces = [
      '0',
      '1',
      '2',
      '10',
      '00',
      '01',
      'a',
      'b',
      'm',
      'alpha',
      'beta',
      'rc',
      'cr',
      'ga',
      'final',
      'sp',
      'snapshot',
      'foo',
      'x',
      'milestone',
      'release',
    ];
    const versions = randomVersions(10_001, ['0', '1', '2', '1.0'], ['.', '-', '', '--', '..', '.-'], pieces);
    const script =
      'home=$("$0" --version | sed -n "s/^Maven home: //p"); exec java -cp "$home/lib/*" org.apache.maven.artifact.versioning.ComparableVersion "$@"';
    const { stdout } = await mustRun('bash', ['-c', script, client('mvn'), ...versions], { cwd: '/', env: {} });
    const told = [...stdout.matchAll(/^ {3}.* (==|<|>) .*$/gm)].map(([, sign]) => (sign === '<' ? -1 : sign === '>' ? 1 : 0));
    expect(told).toHaveLength(versions.length - 1);
    expect(orderDifferences('maven', versions, told), `seed ${versionSeed}`).toEqual([]);
  });

  it('FMT-006 is the order that pip installs by', async () => {
    const pieces = ['0', '1', '2', '10', 'a1', 'b2', 'rc1', 'alpha', 'dev0', 'dev3', 'post1', 'post', 'rev2', 'c3', 'preview1'];
    const drawn = randomVersions(100_000, ['0', '1', '1.0', '2.10', '1!0', 'v1'], ['.', '', '-', '_'], pieces);
    const script = `import sys, json
from pip._vendor.packaging.version import Version, InvalidVersion
def read(text):
    try: return Version(text)
    except InvalidVersion: return None
known = [(text, read(text)) for text in json.load(sys.stdin)]
known = [(text, version) for text, version in known if version is not None]
orders = [(a[1] > b[1]) - (a[1] < b[1]) for a, b in zip(known, known[1:])]
print(json.dumps({"versions": [text for text, _ in known], "orders": orders}))`;
    const { stdout } = await mustRun(join(dirname(client('pip')), 'python3'), ['-c', script], { cwd: '/', env: {}, input: JSON.stringify(drawn) });
    const { versions, orders } = JSON.parse(stdout) as { versions: string[]; orders: number[] };
    expect(versions.length).toBeGreaterThan(10_000);
    expect(orderDifferences('pypi', versions, orders), `seed ${versionSeed}`).toEqual([]);
  });
});
