import { randomVersions, versionOrder } from '@packhouse/testkit/version-order.ts';
import { describe, expect, it } from 'vitest';
import { mustRun } from '../run-client.ts';

describe('order of Debian versions', () => {
  it('FMT-009 is the order of dpkg', async () => {
    const pieces = ['0', '1', '2', '10', '00', '01', 'a', 'b', 'Z', 'rc1', 'dfsg', 'b1'];
    const versions = randomVersions(1200, ['0', '1', '2', '1.0', '1:0', '0:1'], ['.', '-', '~', '+', ''], pieces);
    const script = `previous=; for version in "$@"; do
      if [ -n "$previous" ]; then
        if dpkg --compare-versions "$previous" lt "$version"; then echo -1
        elif dpkg --compare-versions "$previous" gt "$version"; then echo 1; else echo 0; fi
      fi; previous=$version; done`;
    const { stdout } = await mustRun('bash', ['-c', script, 'bash', ...versions], { cwd: '/', env: {} });
    const told = stdout.trim().split('\n').map(Number);
    expect(told).toHaveLength(versions.length - 1);
    const compare = versionOrder('debian');
    expect(
      told.flatMap((order, at) =>
        compare(versions[at]!, versions[at + 1]!) === order ? [] : [`${versions[at]} against ${versions[at + 1]}: dpkg says ${order}`],
      ),
    ).toEqual([]);
  });
});
