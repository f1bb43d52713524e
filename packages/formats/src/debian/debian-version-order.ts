function parts(version: string): { epoch: number; upstream: string; revision: string } {
  const colon = version.indexOf(':');
  const epoch = colon < 0 ? 0 : Number(version.slice(0, colon));
  const rest = colon < 0 ? version : version.slice(colon + 1);
  const dash = rest.lastIndexOf('-');
  return { epoch, upstream: dash < 0 ? rest : rest.slice(0, dash), revision: dash < 0 ? '' : rest.slice(dash + 1) };
}

const isDigit = (character: string | undefined) => character !== undefined && character >= '0' && character <= '9';

/** A tilde sorts before the end, letters before everything else. */
function weight(character: string | undefined): number {
  if (character === undefined || isDigit(character)) return 0;
  if (character === '~') return -1;
  const code = character.charCodeAt(0);
  return /[A-Za-z]/.test(character) ? code : code + 256;
}

function compareParts(a: string, b: string): number {
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    while ((i < a.length && !isDigit(a[i])) || (j < b.length && !isDigit(b[j]))) {
      const difference = weight(a[i]) - weight(b[j]);
      if (difference !== 0) return difference;
      i++;
      j++;
    }
    const [left, right] = [/^\d*/.exec(a.slice(i))![0], /^\d*/.exec(b.slice(j))![0]];
    const [x, y] = [left.replace(/^0+/, ''), right.replace(/^0+/, '')];
    if (x.length !== y.length) return x.length - y.length;
    if (x !== y) return x < y ? -1 : 1;
    i += left.length;
    j += right.length;
  }
  return 0;
}

/** https://www.debian.org/doc/debian-policy/ch-controlfields.html#version */
export function compareDebianVersions(a: string, b: string): number {
  const [left, right] = [parts(a), parts(b)];
  return left.epoch - right.epoch || compareParts(left.upstream, right.upstream) || compareParts(left.revision, right.revision);
}
