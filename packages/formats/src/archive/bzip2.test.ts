import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { describe, expect, it } from 'vitest';
import { createBzip2Decompress } from './bzip2.ts';

/** Words and runs, as the usual program packs them. */
const packed = Buffer.from(
  [
    'QlpoMTFBWSZTWcvu44oACPP/////////////////////////////////////////////4ApesAAAGbz6DwwLTItShWM0eAd+qeoQmABNMmTJkwJkwmBGRo0GTJgBMRgJk3qAmQYCaZNM',
    'RkyYgwACYAAEwACGJhMQwmmAhgBGEyBqeIEqpAABoAaAGgDQAADQAADQAAAAAAAAaAAAAAAAAAAAGgAAAAACTAATAAEwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAEmpSE1NQNAA',
    'A0GgABoANDQA0AAAAA0ABoA0AAAAAAaMQAAMgAAAAAAAAAIf/6qqiZqeQTAAAAAAAAJgAJgAAAAAAAmAAAaANJiYAAAATBDIwAAAAAAEwNQRKmiNCUAAAAAAAAAAAAAAAAAAAAAAAAAA',
    'AAAAAAAAAAAAAAFuhoC02qIIigX4oJBokiaKIq/JFkXRhGUaRtHEdR5H0gSEOGBwByHEA6A7DigeAeg2jHw89ICGGIESRAgfkRwhiJEnE3lAiQ8cUEoONHtiQW5Y3M1AO8eWxe6u6sKi',
    'VB2YObaamGhck21eSUae43lihabRRKeITvE7kxtzRU0zvcacnGE6ic3WzEReZTanKcpqbMhuYtJ4iagrYm2rCNZlVgmqIp1vBTmaknIcTLxu6i6vGpV4Rm9xreEQxZIzFKiDcKkCpJqa',
    'gE6cC6CuTTqMenl6miN1lCBtq5i8J3VxFQSRmbcirqGsFy0ZyGnWRkCGpB3akFQNsF0bLkPYqDV3MI5tlu95QQLWN5Nyt05uTcvFORZqRDBw7EONzsHbIisM5dtZYi1vaIzadTjcHYlb',
    'oywaqxdt0oLINssupyJmJaoqIQNRunEQpdNDZrZpmlhe4GTMxTm7pk0TKTmZyjNl0Fc27Cy6kztB2cic1VljC8licYLnCKgVQq3EUJgmZeRE7nDs0Ze9iJNqXQ2bN3tZhwllW5kmYdtz',
    'N1dyzRihKFKJO7EZcuUsM1mXN4RGVO5W5nFG6uxu4E5NbcyknkmjuhVEbLqkUJVpRaUijdmJudFs0huoEFFTMzE0w5ZhA1MODBS2oahtOQqDayokhVdzeYhVylti6zbBjCMpxBFKhtZs',
    'LcutqYQMG97F4xe7rdZDoMywowstCZbEEZDObbkmZsTko1bChrCIwINqsUNwFDxQ4DOyaYtEVRdIoNVh0VeXYuLaWRdVR3CyU62VlYHF3cwKg4GAgoKD/CHxCAmSZpomqbJunCcp0nae',
    'J6nyfqAoKhKGoiiqMo781IUlSlLUxTVOU9UFRVJU1UfoqqrKurCsq0rauOsDEDGDIHXDsAygzAzgntANINQNYdkGwG0O0DcAwFPS6AhDx4hCHUilDKoaKaBGUKJVCxY0IIi1SjVDVIio',
    'lLuWC1EhB3OYIkCwkmjKlSjWIlqLUAFYro4rUo1KMkAVRiiiMBjBVYqi3ZIXwkjAmpEkshAqEDU9UlpIqsFFRZFiMFig0XypeQVGKqsRFBUUUUiypcCS8IS7JAtAgisVRYsRiqqijIMb',
    'IAUQKAAtyEtQ1rANDgNa0LGtATQrYN6KD1uCjCQTYbbCCDgpMkOIQcIgw2EgyQIhEFl6hKCW9QzDBiE4KOjoxEQCYRRhBJlMwITQZKBB022GoTSJbBiESFGtJFQTI0JeBWtRvotxVtFY',
    'olESywRJ/e11XREl5vCtBAoIlxUcJUtUAwKOBUrQbgg4BC7UYUjAjCJCEjIEkIEhIyEIK2otiLQRLwgVKl1RrBK6hEmEYVQWghXGEgSEUjGSMCMYSSEhI4QLeQC0QKABYYRxIWiQkEkU',
    'eJnTKL0dNpgh6SAKDQRZaspUQqhaUpUlLYFCUyyyrKWkSkyC0SCiEwiQgDphIFMgpppMlEEBJtgppBEvSbBJSTYQLQLYCYLsFcCIWABdQxeAXBG6o3lAoomGIOARwNijaqViLdFXAolx',
    'ELojaNDWsJLR0jUsKBGiHEFQCU9Nkhwoha0zEEpwgSiQQWWXBCiFEBBCICjTRhtFahtwoaAhQ4ZMFxAbMMIQoYUIw6UoVBVCl8BC4ANQreRCjaEWDIKiILBVjFVi3SEtkksAC7CBcRCg',
    'oYEFsaAlqAXaiJJCQhCEBjGKpFiMGIqpbCAFXGMZFjGKqMFjFVQUVQQWSSiBfVLijYAFFWKJcELl+RhCSQJCRRVFUFkVRRZIt2Ql2QlyEBluQhUkKCF0tA3aKqhSqoaqKNVUSqKaSihk',
    'pKSkpitUlDSyimikWkWoqUIEZIWQAoklqAFkgERCxEtRaCtxEKwS6C0UQtRl5Al7LkvYMVUWCrGRGIsQRvbjROiCEkClwBCITBWk9IIhFNolApgpIhFAogttElAhAhEMhEBBNNtltIlp',
    'thINpJshFgpgvTRL0SQg2iUpVSlKWoBBWsRvIt1RIK1iBfQalSxQL6JcRC+K3hCxFrRK0SuEC3IBcheoKKipFgiCMWREYEjEkZAqAC8qUQbUQqBKlS+gNqIXUQigVKl8AK1GoULghfRC',
    'ghY0dsdtdudvdwdxdydzd0d1d2d3d4d5d6d7d8cG/VhGFYZh2IYlimLYxjWOY9kGRZJk2UZVlmXQjMMyzTNs4zrPM+hWgfs0LRNG/dpGlaZp2oalqmraxrWua9sGxbJs20bVtm3bhuW6',
    'btvG9b5v38OA4LhOG4j+X9P7cVxn+P9cdyHJcpy3Mc1znPdB0XSdN1HVdZ13Ydl2nbdx3Xed94HheJ43keV5nneh6Xqet7Hte573wfF/z5Pm+jKwkB9UK+z7oZ/4u5IpwoSGX3ccUA==',
  ].join(''),
  'base64',
);
const digest = 'a6822da9402c7b1a8c2236bad22213421047d24a211be2260e7f27ae71e61a17';
/** Forty megabytes of zeros. */
const zeros = Buffer.from(['QlpoOTFBWSZTWdjs3f4BMl9ACMAAABAACCAAMMwJqmmgSlFbUBKUV4u5IpwoSGx2bv8A'].join(''), 'base64');

async function unpack(bytes: readonly Buffer[]): Promise<Buffer> {
  const chunks: Buffer[] = [];
  await pipeline(Readable.from(bytes), createBzip2Decompress(), async (unpacked) => {
    for await (const chunk of unpacked as AsyncIterable<Buffer>) chunks.push(chunk);
  });
  return Buffer.concat(chunks);
}

describe('bzip2', () => {
  it('unpacks what the usual program packs, however it is cut into pieces', async () => {
    for (const size of [1, 7, 1000, packed.length]) {
      const pieces = Array.from({ length: Math.ceil(packed.length / size) }, (_, at) => packed.subarray(at * size, (at + 1) * size));
      expect(
        createHash('sha256')
          .update(await unpack(pieces))
          .digest('hex'),
        String(size),
      ).toBe(digest);
    }
  });

  it('unpacks several parts one behind the other', async () => {
    const once = await unpack([packed]);
    expect((await unpack([packed, packed])).equals(Buffer.concat([once, once]))).toBe(true);
  });

  it('refuses what is damaged, cut off or something else, and never gives out what it was not told', async () => {
    for (let at = 0; at < packed.length; at += 3) {
      const damaged = Buffer.from(packed);
      damaged[at]! ^= 0x10;
      await expect(unpack([damaged]), String(at)).rejects.toThrow();
    }
    for (let length = 0; length < packed.length; length += 11) await expect(unpack([packed.subarray(0, length)]), String(length)).rejects.toThrow();
    await expect(unpack([Buffer.from('something else altogether')])).rejects.toThrow();
  });

  it('gives out a bomb piece by piece, and stops with whoever reads', async () => {
    let length = 0;
    const reading = pipeline(Readable.from([zeros]), createBzip2Decompress(), async (unpacked) => {
      for await (const chunk of unpacked as AsyncIterable<Buffer>) {
        expect(chunk.length).toBeLessThanOrEqual(64 * 1024);
        length += chunk.length;
        if (length > 1024 * 1024) throw new Error('enough');
      }
    });
    await expect(reading).rejects.toThrow('enough');
    expect(length).toBeLessThan(2 * 1024 * 1024);
  });
});
