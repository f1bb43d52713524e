/** For tests: an ar archive with these members. https://manpages.debian.org/deb.5 */
export function packAr(members: Record<string, Buffer>): Buffer {
  const parts = Object.entries(members).flatMap(([name, content]) => [
    Buffer.from(`${name.padEnd(16)}0           0     0     100644  ${String(content.length).padEnd(10)}\`\n`),
    content,
    Buffer.alloc(content.length % 2, '\n'),
  ]);
  return Buffer.concat([Buffer.from('!<arch>\n'), ...parts]);
}

/** For tests: a Debian package around a compressed control archive. */
export function packDeb(control: Buffer, { name = 'control.tar.gz', data = Buffer.from('data') as Buffer } = {}): Buffer {
  return packAr({ 'debian-binary': Buffer.from('2.0\n'), [name]: control, 'data.tar.gz': data });
}
