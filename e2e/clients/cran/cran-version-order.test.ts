import { orderDifferences, randomVersions, versionSeed } from '@packhouse/testkit/version-order.ts';
import { expect, it } from 'vitest';
import { mustRun } from '../run-client.ts';

it('FMT-020 is the order that R installs by', async () => {
  const drawn = randomVersions(30_000, ['0', '1', '1.0', '2.10', '1-2', '01.2'], ['.', '-'], ['0', '1', '2', '10', '007', '100000']);
  const versions = drawn.filter((version) => /^\d+(?:[.-]\d+)+$/.test(version));
  const script = 'v <- readLines(file("stdin")); n <- length(v); cat(mapply(compareVersion, v[-n], v[-1], USE.NAMES = FALSE), sep = "\\n")';
  const { stdout } = await mustRun('Rscript', ['-e', script], { cwd: '/', env: {}, input: `${versions.join('\n')}\n` });
  const orders = stdout.trim().split('\n').map(Number);
  expect(orders.length).toBeGreaterThan(10_000);
  expect(orderDifferences('cran', versions, orders), `seed ${versionSeed}`).toEqual([]);
});
