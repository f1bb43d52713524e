import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { fileRow, makeRequest, readRows, stagedBytes } from '../test-fixtures.ts';
import { vagrant } from './vagrant.ts';
import { findPlace } from './vagrant-paths.ts';

const want = vagrant.classify(makeRequest('GET', 'acme/hello'))!;
const stored = (version: string, ...files: string[]) => ({
  package: 'acme/hello',
  version,
  facts: { description: `Says ${version}` },
  files: files.map((file) => fileRow(`acme/hello/${version}/${file}.box`)),
});
const rows = readRows([stored('1.9.0', 'virtualbox', 'libvirt-arm64'), stored('1.10.0', 'virtualbox')]);
const parse = (document: unknown) =>
  vagrant.parse!(want, Buffer.from(typeof document === 'string' ? document : JSON.stringify(document)), { url: '', contentType: '' });
const render = (model: Awaited<ReturnType<NonNullable<typeof vagrant.load>>>) =>
  JSON.parse(String(vagrant.render!(want, model!, { baseUrl: 'http://x/boxes', request: makeRequest('GET', 'acme/hello') }).body));

describe('boxes', () => {
  it('FMT-026 knows a box by its path, and by what a script says of it', () => {
    expect(vagrant.locate('acme/hello/1.0.0/vmware_desktop-amd64.box')).toEqual({ package: 'acme/hello', version: '1.0.0', lead: true });
    expect(vagrant.locate('hello/1.0.0/virtualbox.box')).toEqual({ package: 'hello', version: '1.0.0', lead: true });
    for (const path of [
      'hello/virtualbox.box',
      'a/b/c/1.0.0/virtualbox.box',
      'hello/latest/virtualbox.box',
      '../x/1.0.0/virtualbox.box',
      'a/b/1.0.0/Virtual-Box.box',
    ])
      expect(vagrant.locate(path), path).toBeUndefined();
    const said = { box_name: ['hello'], box_version: ['1.0.0'], box_provider: ['libvirt'], box_architecture: ['arm64'] };
    expect(findPlace('x.box', said)).toBe('hello/1.0.0/libvirt-arm64.box');
    expect(findPlace('x.box', { ...said, box_name: ['../..'] })).toBe('x.box');
    expect(findPlace('x.box', {})).toBe('x.box');
  });

  it('FMT-026 lists the newest version first, each box under its address here', async () => {
    const document = render(await vagrant.load!(want, rows));
    expect(document).toMatchObject({ name: 'acme/hello', description: 'Says 1.10.0' });
    expect(document.versions.map(({ version }: { version: string }) => version)).toEqual(['1.10.0', '1.9.0']);
    expect(document.versions[1].providers).toEqual([
      { name: 'virtualbox', url: 'http://x/boxes/acme/hello/1.9.0/virtualbox.box', checksum: expect.stringMatching(/^[0-9a-f]{64}$/), checksum_type: 'sha256' },
      expect.objectContaining({ name: 'libvirt', architecture: 'arm64', url: 'http://x/boxes/acme/hello/1.9.0/libvirt-arm64.box' }),
    ]);
  });

  it('FMT-026 reads an upstream’s list, leaves out what is none, and keeps the boxes of a version together', () => {
    const box = { name: 'virtualbox', url: 'https://boxes.example/1.box', checksum: 'AB12', checksum_type: 'SHA512', architecture: 'unknown' };
    const upstream = parse({
      versions: [
        { version: 2, status: 'active', providers: [box, { name: 'docker' }] },
        { version: '3.0.0', status: 'revoked', providers: [box] },
        { version: '../1', providers: [box] },
      ],
    });
    expect(upstream.versions.map(({ version }) => version)).toEqual(['2']);
    expect(vagrant.fileSource!(vagrant.classify(makeRequest('GET', 'acme/hello/2/virtualbox.box'))!, upstream)).toEqual({ url: box.url, sha512: 'ab12' });
    const ours = { versions: [{ version: '2', boxes: [{ provider: 'libvirt' }] }] };
    const merged = vagrant.merge!(want, [
      { member: 'a', source: 'local', model: ours },
      { member: 'b', source: 'remote', model: upstream },
    ]);
    expect(merged.versions).toEqual(ours.versions);
    for (const text of ['<html>', '{}', '[]']) expect(() => parse(text)).toThrow();
  });

  it('FMT-026 looks only at the beginning of what is a disk by its size', async () => {
    const path = 'acme/hello/1.0.0/virtualbox.box';
    const opened: ({ start: number; end: number } | undefined)[] = [];
    const open = (head: Buffer) => (range?: { start: number; end: number }) => {
      opened.push(range);
      return Readable.from([head]);
    };
    const large = (head: Buffer) => ({ ...stagedBytes(Buffer.from('x')), size: 3_000_000_000, open: open(head) });
    const inspect = (head: Buffer) => vagrant.inspect!(vagrant.locate(path)!, path, large(head));
    expect(await inspect(Buffer.from([0x1f, 0x8b, 8]))).toMatchObject({ version: '1.0.0', properties: { box_provider: ['virtualbox'] } });
    expect(opened).toEqual([{ start: 0, end: 511 }]);
    await expect(inspect(Buffer.from('<html>'))).rejects.toThrow('tar archive');
  });
});
