import type { IncomingHttpHeaders } from 'node:http';

/** How a request says who makes it. */
export type Credentials = { kind: 'none' } | { kind: 'pair'; user: string; secret: string } | { kind: 'token'; token: string } | { kind: 'broken' };

const longest = 16_384;

function getPair(encoded: string): Credentials {
  if (!/^[A-Za-z0-9+/_-]*={0,2}$/.test(encoded)) return { kind: 'broken' };
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (colon < 0) return { kind: 'broken' };
  const user = text.slice(0, colon);
  const secret = text.slice(colon + 1);
  // Clients without credentials send an empty pair.
  return user === '' && secret === '' ? { kind: 'none' } : { kind: 'pair', user, secret };
}

/**
 * Reads every form that clients use: Basic, Bearer, a token without scheme in Authorization (cargo, gem), and the API key headers, NuGet's among them.
 * https://www.rfc-editor.org/rfc/rfc9110#name-credentials
 */
export function makeCredentials(headers: IncomingHttpHeaders): Credentials {
  const { authorization } = headers;
  if (authorization !== undefined && authorization !== '') {
    if (authorization.length > longest) return { kind: 'broken' };
    const match = /^(?<scheme>[A-Za-z]+) +(?<value>\S+) *$/.exec(authorization);
    const scheme = match?.groups?.scheme?.toLowerCase();
    const value = match?.groups?.value ?? '';
    if (scheme === 'basic') return getPair(value);
    if (scheme === 'bearer' || scheme === 'token') return { kind: 'token', token: value };
    if (/^(basic|bearer) *$/i.test(authorization)) return { kind: 'none' };
    return /^\S+$/.test(authorization) ? { kind: 'token', token: authorization } : { kind: 'broken' };
  }
  const key = headers['x-jfrog-art-api'] ?? headers['x-nuget-apikey'];
  if (typeof key !== 'string' || key === '') return { kind: 'none' };
  return key.length > longest || /\s/.test(key) ? { kind: 'broken' } : { kind: 'token', token: key };
}
