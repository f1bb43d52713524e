/** Gives what a client signed in with, when that was a token: what stands behind the name of Basic, or behind Bearer. */
export function presentedToken(authorization = ''): string | undefined {
  const { scheme = '', value = '' } = /^(?<scheme>\S+) +(?<value>\S+) *$/.exec(authorization)?.groups ?? {};
  if (scheme.toLowerCase() === 'bearer') return value;
  const pair = scheme.toLowerCase() === 'basic' ? Buffer.from(value, 'base64').toString() : '';
  return pair.includes(':') ? pair.slice(pair.indexOf(':') + 1) : undefined;
}
