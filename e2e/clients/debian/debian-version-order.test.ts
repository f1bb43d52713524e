import { orderDifferences, randomVersions, versionOrder, versionSeed } from '@packhouse/testkit/version-order.ts';
import { describe, expect, it } from 'vitest';
import { mustRun } from '../run-client.ts';

const words = { [-1]: 'lt', 0: 'eq', 1: 'gt' } as const;

describe('order of Debian versions', () => {
  it('FMT-009 is the order of dpkg', async () => {
    const pieces = ['0', '1', '2', '10', '00', '01', 'a', 'b', 'Z', 'rc1', 'dfsg', 'b1'];
    const versions = randomVersions(3001, ['0', '1', '2', '1.0', '1:0', '0:1'], ['.', '-', '~', '+', ''], pieces);
    const compare = versionOrder('debian');
    // dpkg is started for each pair: it is asked whether our order is right, and what is right only where it is not.
    const questions = versions.slice(1).map((version, at) => `${versions[at]} ${words[compare(versions[at] ?? '', version)]} ${version}`);
    const script = `while read -r one order other; do
      if dpkg --compare-versions "$one" "$order" "$other"; then echo "$order"
      elif dpkg --compare-versions "$one" lt "$other"; then echo lt
      elif dpkg --compare-versions "$one" gt "$other"; then echo gt; else echo eq; fi
    done`;
    const { stdout } = await mustRun('bash', ['-c', script], { cwd: '/', env: {}, input: `${questions.join('\n')}\n` });
    const told = stdout
      .trim()
      .split('\n')
      .map((word) => ({ lt: -1, gt: 1 })[word] ?? 0);
    expect(told).toHaveLength(versions.length - 1);
    expect(orderDifferences('debian', versions, told), `seed ${versionSeed}`).toEqual([]);
  });
});
