import mime from 'mime';

const ours: Record<string, string> = {
  jar: 'application/java-archive',
  war: 'application/java-archive',
  aar: 'application/octet-stream',
  pom: 'application/x-maven-pom+xml',
  tgz: 'application/x-gzip',
  gz: 'application/x-gzip',
  whl: 'application/zip',
  sha1: 'application/x-checksum',
  sha256: 'application/x-checksum',
  sha512: 'application/x-checksum',
  md5: 'application/x-checksum',
  asc: 'text/plain',
};

/** The media type that a file's name promises. */
export function findMediaType(name: string): string {
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  return ours[ending] ?? mime.getType(name) ?? 'application/octet-stream';
}

/** `Content-Disposition` with a plain and an encoded name (RFC 6266). */
export function disposition(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\;%]/g, '_');
  return plain === name
    ? `attachment; filename="${name}"`
    : `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)}`;
}
