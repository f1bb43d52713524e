import { describe, expect, it } from 'vitest';
import { blobPath, isImageName, isTag, locateContainerPath, manifestPath, needDigest, parseDigest, parseReference, tagPath } from './reference.ts';

const hex = 'a'.repeat(64);
const digest = needDigest(`sha256:${hex}`);

describe('names, tags and digests', () => {
  it.each(['hello', 'library/hello-world', 'a/b/c', 'a__b', 'a.b/c--d', '0'])('takes the image name %s', (name) => {
    expect(isImageName(name)).toBe(true);
  });
  it.each(['', 'Hello', 'a//b', '/a', 'a/', 'a..b', '_layers', 'a/_layers', 'a b', 'a:b', 'x'.repeat(256)])('refuses the image name %j', (name) => {
    expect(isImageName(name)).toBe(false);
  });
  it.each(['latest', '1.0.0', '_x', 'A-b.c', 'x'.repeat(128)])('takes the tag %s', (tag) => {
    expect(isTag(tag)).toBe(true);
  });
  it.each(['', '.x', '-x', 'a/b', 'x'.repeat(129), `sha256__${hex}`, 'manifest.json', 'list.manifest.json', '_layers'])('refuses the tag %j', (tag) => {
    expect(isTag(tag)).toBe(false);
  });
  it('knows whole digests of two algorithms only', () => {
    expect(parseDigest(`sha512:${'b'.repeat(128)}`)?.algorithm).toBe('sha512');
    for (const bad of ['sha256:abc', `sha256:${'A'.repeat(64)}`, `md5:${'a'.repeat(32)}`, hex, 'sha256:', `sha256:${'a'.repeat(65)}`])
      expect(parseDigest(bad)).toBeUndefined();
  });
  it('reads a reference as a digest when it holds a colon', () => {
    expect(parseReference('latest')).toEqual({ tag: 'latest' });
    expect(parseReference(`sha256:${hex}`)).toEqual({ digest });
    expect(() => parseReference('sha256:baddigeststring')).toThrow(expect.objectContaining({ code: 'digest_invalid' }));
    expect(() => parseReference('not a tag')).toThrow(expect.objectContaining({ code: 'tag_invalid' }));
  });
});

describe('storage paths', () => {
  it('finds back what every path holds', () => {
    expect(locateContainerPath(tagPath('library/hello-world', 'latest', 'index'))).toEqual({ kind: 'tag', image: 'library/hello-world', tag: 'latest' });
    expect(locateContainerPath(tagPath('app', '1.0', 'image'))).toEqual({ kind: 'tag', image: 'app', tag: '1.0' });
    expect(locateContainerPath(manifestPath('a/b', digest))).toEqual({ kind: 'manifest', image: 'a/b', digest });
    expect(locateContainerPath(blobPath('a/b', digest))).toEqual({ kind: 'blob', image: 'a/b', digest });
  });
  it.each(['readme.txt', 'manifest.json', 'latest/manifest.json', 'a/_layers/other', 'a/b/c.json', `a/sha256__${hex}/other.json`])(
    'knows nothing of %s',
    (path) => {
      expect(locateContainerPath(path)).toBeUndefined();
    },
  );
});
