import { packTar } from '@packhouse/testkit/start-scanning-platform.ts';
import { describe, expect, it } from 'vitest';
import { composeImage } from './inventory/compose-image.ts';
import { memoryContent } from './inventory/content.ts';
import { countLayer, type LayerContent, readLayer } from './inventory/layer.ts';
import { knownFiles } from './inventory/libraries.ts';
import { type Limits, Meter, usualLimits } from './inventory/limits.ts';

const getMeter = (limits: Partial<Limits> = {}, signal?: AbortSignal) => new Meter({ ...usualLimits, ...limits }, 1_000_000, signal);
const read = (bytes: Buffer, limits: Partial<Limits> = {}) => readLayer(memoryContent(bytes), knownFiles, getMeter(limits));
const layer = (content: Partial<LayerContent>) => ({ files: [], gone: [], opaque: [], owned: [], notes: [], ...content });
const libraries = (path: string) => ({ path, kind: 'libraries' as const, libraries: [{ ecosystem: 'npm', name: 'a', version: '1.0.0' }] });

describe('images of strangers', () => {
  it('are read within limits of packages, and of the names and paths that are kept', async () => {
    const three = ['a', 'b', 'c'];
    const dpkg = await packTar({ 'var/lib/dpkg/status.d/all': three.map((name) => `Package: ${name}\nVersion: 1\n`).join('\n') });
    const apk = await packTar({ 'lib/apk/db/installed': three.map((name) => `P:${name}\nV:1\n`).join('\n') });
    for (const packages of [dpkg, apk]) {
      expect((await read(packages, { components: 3 })).files).toMatchObject([{ packages: three.map((name) => ({ name, version: '1' })) }]);
      await expect(read(packages, { components: 2 })).rejects.toThrow('more than 2 components');
    }
    const files = Array.from({ length: 100 }, (_, index) => `${index}.jar`);
    const list = await packTar({ 'var/lib/dpkg/info/x.list': files.map((name) => `/usr/${name}\n`).join('') });
    const owned = await packTar({ 'lib/apk/db/installed': `P:x\nV:1\nF:usr\n${files.map((name) => `R:${name}\n`).join('')}` });
    const taken = await packTar(Object.fromEntries(files.map((name) => [`.wh.${name}`, ''])));
    expect((await read(list)).owned).toEqual(files.map((name) => `usr/${name}`));
    for (const paths of [list, owned, taken]) await expect(read(paths, { text: 1000 })).rejects.toThrow('too many names and paths');
  });

  it('share their limits among all layers, those that were read before included', async () => {
    const meter = getMeter({ components: 3 });
    countLayer(layer({ files: [libraries('a'), libraries('b')] }), meter);
    await expect(readLayer(memoryContent(await packTar({ 'lib/apk/db/installed': 'P:a\nV:1\n\nP:b\nV:1\n' })), knownFiles, meter)).rejects.toThrow(
      'more than 3 components',
    );
  });

  it('are put together within limits of time, and end with what asked for it', async () => {
    const below = layer({ files: Array.from({ length: 600 }, (_, index) => libraries(`x/${index}`)) });
    const layers = [
      { digest: 'one', content: below },
      { digest: 'two', content: layer({ gone: ['x/1'], opaque: ['y'] }) },
    ];
    expect((await composeImage(layers, getMeter())).components.length).toBe(599);
    await expect(composeImage(layers, getMeter({ time: -1 }))).rejects.toThrow('took too long');
    await expect(composeImage(layers, getMeter({}, AbortSignal.abort()))).rejects.toThrow('abort');
  });

  it('may hold folders in folders without end, which are not looked into', async () => {
    const deep = `${'d/'.repeat(65)}node_modules/a/package.json`;
    const odd = await read(await packTar({ [deep]: '{"name":"a","version":"1.0.0"}', [`${'d/'.repeat(65)}.wh.gone`]: '' }));
    expect(odd).toEqual(layer({ notes: ['Files in more than 64 folders were not read'] }));
  });

  it('lose what a layer takes away: files, folders, and all that is below an opaque folder', async () => {
    const files = ['a', 'x/b', 'x/y/c', 'z/y/d.jar!/META-INF/e', 'xx/f'].map(libraries);
    const left = async (content: Partial<LayerContent>) =>
      (
        await composeImage(
          [
            { digest: 'one', content: layer({ files }) },
            { digest: 'two', content: layer(content) },
          ],
          getMeter(),
        )
      ).components.map(({ location }) => location);
    expect(await left({ gone: ['x', 'z/y/d.jar'] })).toEqual(['a', 'xx/f']);
    expect(await left({ opaque: ['x/y'] })).toEqual(['a', 'x/b', 'z/y/d.jar!/META-INF/e', 'xx/f']);
    expect(await left({ opaque: [''] })).toEqual([]);
  });
});
