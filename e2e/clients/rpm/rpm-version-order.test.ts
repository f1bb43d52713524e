import { orderDifferences, randomVersions, versionSeed } from '@packhouse/testkit/version-order.ts';
import { describe, expect, it } from 'vitest';
import { client } from '../../../tools/clients.ts';
import { mustRun } from '../run-client.ts';

describe('order of RPM versions', () => {
  it('FMT-010 is the order of rpm', async () => {
    const pieces = ['0', '1', '2', '10', '00', '01', 'a', 'b', 'Z', 'rc1', 'git2', 'el9'];
    const versions = randomVersions(10_001, ['0', '1', '2', '1.0', '1:0', '0:1'], ['.', '-', '~', '^', '+', '_', ''], pieces).map((version) =>
      version.replace(/-(?=.*-)/g, '.'),
    );
    const loop = `local before; for version in ("${versions.join(' ')}"):gmatch("[^ ]+") do if before then print(rpm.vercmp(before, version) .. " ") end before = version end`;
    const { stdout } = await mustRun(client('rpmbuild').replace(/rpmbuild$/, 'rpm'), ['--eval', `%{lua:${loop}}`], { cwd: '/', env: {} });
    const told = stdout.trim().split(/\s+/).map(Number);
    expect(told).toHaveLength(versions.length - 1);
    expect(orderDifferences('rpm', versions, told), `seed ${versionSeed}`).toEqual([]);
  });
});
