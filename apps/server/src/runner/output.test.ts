import { Readable } from 'node:stream';
import { runnerLimits } from '@packhouse/contract/pipelines/runner-routes.ts';
import { expect, it } from 'vitest';
import { HiddenValues } from './hidden-values.ts';
import { Output } from './output.ts';

/** What reaches the server of a text that comes in pieces. */
async function send(pieces: readonly string[], secrets: readonly string[]): Promise<string[]> {
  const heard: string[] = [];
  const output = new Output(
    async (_, lines) => {
      heard.push(...lines);
      return true;
    },
    new HiddenValues(secrets),
    () => undefined,
  );
  output.follow(Readable.from(pieces.map((piece) => Buffer.from(piece))));
  await new Promise((resolve) => setImmediate(resolve));
  await output.end();
  return heard;
}

it('hides a value wherever the line or the piece ends in it', async () => {
  const secret = 'a-long-secret-value';
  expect(await send([`say ${secret.slice(0, 7)}`, `${secret.slice(7)} now\nand ${encodeURIComponent('a b/c')}!\n`], [secret, 'a b/c'])).toEqual([
    'say *** now',
    'and ***!',
  ]);
  for (const before of [runnerLimits.lineLength - 5, runnerLimits.lineLength, runnerLimits.lineLength + 3]) {
    const heard = (await send([`${'x'.repeat(before)}${secret}${'y'.repeat(runnerLimits.lineLength)}`], [secret])).join('');
    expect(heard).toBe(`${'x'.repeat(before)}***${'y'.repeat(runnerLimits.lineLength)}`);
  }
});

it('hides each line of a value of several lines', async () => {
  const key = '-----BEGIN KEY-----\nMIIEvQIBADANBg\n-----END KEY-----\n';
  expect(await send([key], [key])).toEqual(['***', '***', '***']);
});
