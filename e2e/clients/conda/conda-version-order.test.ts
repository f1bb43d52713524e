import { drawnVersions, orderDifferences, versionSeed } from '@packhouse/testkit/version-order.ts';
import { expect, it } from 'vitest';
import { client } from '../../../tools/clients.ts';
import { mustRun } from '../run-client.ts';

const script = `import sys, json
from rattler import Version
known = []
for text in json.load(sys.stdin):
    try:
        known.append((text, Version(text)))
    except Exception:
        pass
print(json.dumps([[text for text, _ in known], [(b < a) - (a < b) for (_, a), (_, b) in zip(known, known[1:])]]))`;

it('FMT-019 is the order that solvers choose by', async () => {
  const pieces = ['0', '1', '2', '10', '00', '01', 'a', 'b1', 'rc', 'rc1', 'dev', 'dev0', 'DEV1', 'post', 'post1', 'postal', '1a', 'g4f1', '20200203', 'A1'];
  const drawn = drawnVersions(['0', '1', '2', '1.0', '0.0', '1!1', '0!1', '2!0', '1a', 'a', '10b', '2020'], ['.', '', '_', '-', '+', '.', '.'], pieces);
  const versions = [...drawn, ...drawn.slice(0, 2000).map((version) => `${version}_`)];
  const { stdout } = await mustRun(client('rattler'), ['-c', script], { cwd: '/', env: {}, input: JSON.stringify(versions) });
  const [known, orders] = JSON.parse(stdout) as [string[], number[]];
  expect(orders.length).toBeGreaterThan(10_000);
  expect(orderDifferences('conda', known, orders), `seed ${versionSeed}`).toEqual([]);
});
