import { createHash } from 'node:crypto';
import type { Rendered } from '@packhouse/formats/format.ts';

/** A listing ready to go out, with its validator and, once somebody asked, its packed form. */
export interface Page {
  status: number;
  contentType: string;
  headers: Record<string, string>;
  body: Buffer;
  etag: string;
  /** Clients fetch the new end of it (see `Rendered.grows`). */
  grows: boolean;
  packed?: Promise<Buffer>;
}

export function getPage(rendered: Rendered & { body: string | Buffer }): Page {
  const body = typeof rendered.body === 'string' ? Buffer.from(rendered.body) : rendered.body;
  const headers = { ...rendered.headers };
  const grows = rendered.grows === true;
  const etag =
    headers.etag ??
    `"${createHash(grows ? 'md5' : 'sha1')
      .update(body)
      .digest('hex')}"`;
  delete headers.etag;
  if (grows) Object.assign(headers, digestHeaders(body));
  return { status: rendered.status ?? 200, contentType: rendered.contentType, headers, body, etag, grows };
}

/** Of the whole, whichever part of it is sent. https://www.rfc-editor.org/rfc/rfc9530 and, for older clients, https://www.rfc-editor.org/rfc/rfc3230 */
function digestHeaders(body: Buffer): Record<string, string> {
  const sum = createHash('sha256').update(body).digest('base64');
  return { 'repr-digest': `sha-256=:${sum}:`, digest: `sha-256=${sum}`, 'accept-ranges': 'bytes' };
}
