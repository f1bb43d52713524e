import { orderDifferences, randomVersions, versionSeed } from '@packhouse/testkit/version-order.ts';
import { describe, expect, it } from 'vitest';
import { mustRun } from '../run-client.ts';

describe('order of versions', () => {
  it('FMT-018 is the order that Composer installs by', async () => {
    const pieces = ['0', '1', '2', '10', 'a1', 'b2', 'RC1', 'alpha', 'beta.3', 'dev', 'patch', 'p2', 'pl1', 'stable', 'rc10'];
    const drawn = randomVersions(60_000, ['0', '1', '1.0', '2.10', 'v1', '1.2.3'], ['.', '-', '', '_'], pieces);
    const script = `
      require 'Composer/Semver/autoload.php';
      $parser = new Composer\\Semver\\VersionParser();
      $known = [];
      foreach (json_decode(stream_get_contents(STDIN)) as $text) {
        try { $known[] = [$text, $parser->normalize($text)]; } catch (UnexpectedValueException $none) {}
      }
      $orders = [];
      for ($at = 1; $at < count($known); $at++) $orders[] = version_compare($known[$at - 1][1], $known[$at][1]);
      echo json_encode(['versions' => array_column($known, 0), 'orders' => $orders]);`;
    const { stdout } = await mustRun('php', ['-r', script], { cwd: '/', env: {}, input: JSON.stringify(drawn) });
    const { versions, orders } = JSON.parse(stdout) as { versions: string[]; orders: number[] };
    expect(versions.length).toBeGreaterThan(10_000);
    expect(orderDifferences('composer', versions, orders), `seed ${versionSeed}`).toEqual([]);
  });
});
