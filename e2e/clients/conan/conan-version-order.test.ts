import { dirname, join } from 'node:path';
import { orderDifferences, randomVersions, versionSeed } from '@packhouse/testkit/version-order.ts';
import { describe, expect, it } from 'vitest';
import { client } from '../../../tools/clients.ts';
import { mustRun } from '../run-client.ts';

const script = `import sys, json
from conan.tools.scm import Version
known = [Version(text) for text in json.load(sys.stdin)]
print(json.dumps([(b < a) - (a < b) for a, b in zip(known, known[1:])]))`;

describe('order of conan versions', () => {
  it('FMT-017 is the order of the very class that conan compares with', async () => {
    const pieces = ['0', '1', '2', '10', '00', '01', 'a', 'b', 'rc1', 'rc', 'cci', '20200203', 'g4f1', '1_0', '_1', 'beta'];
    const versions = randomVersions(20_001, ['0', '1', '2', '1.0', '0.0', 'cci', '1a', '10b'], ['.', '-', '+', '', '.-', '_', '+-'], pieces);
    const { stdout } = await mustRun(join(dirname(client('conan')), 'python3'), ['-c', script], { cwd: '/', env: {}, input: JSON.stringify(versions) });
    const told = JSON.parse(stdout) as number[];
    expect(told).toHaveLength(versions.length - 1);
    expect(orderDifferences('conan', versions, told), `seed ${versionSeed}`).toEqual([]);
  });
});
