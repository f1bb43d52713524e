/** Compares runs of digits by value and runs of letters by code; `~` is older than the end, `^` newer. https://rpm-software-management.github.io/rpm/manual/dependencies.html */
function compareParts(a: string, b: string): number {
  let [left, right] = [a, b];
  while (left !== '' || right !== '') {
    left = left.replace(/^[^A-Za-z0-9~^]+/, '');
    right = right.replace(/^[^A-Za-z0-9~^]+/, '');
    const [x, y] = [left[0], right[0]];
    if (x === '~' || y === '~') {
      if (x !== y) return x === '~' ? -1 : 1;
      [left, right] = [left.slice(1), right.slice(1)];
      continue;
    }
    if (x === '^' || y === '^') {
      if (x === undefined) return -1;
      if (y === undefined) return 1;
      if (x !== y) return x === '^' ? -1 : 1;
      [left, right] = [left.slice(1), right.slice(1)];
      continue;
    }
    if (x === undefined || y === undefined) break;
    const isNumber = /\d/.test(x);
    const run = isNumber ? /^\d+/ : /^[A-Za-z]+/;
    const [one, other] = [run.exec(left)![0], run.exec(right)?.[0] ?? ''];
    if (other === '') return isNumber ? 1 : -1;
    const difference = isNumber ? compareNumbers(one, other) : one < other ? -1 : one > other ? 1 : 0;
    if (difference !== 0) return difference;
    [left, right] = [left.slice(one.length), right.slice(other.length)];
  }
  return left === right ? 0 : left === '' ? -1 : 1;
}

function compareNumbers(a: string, b: string): number {
  const [x, y] = [a.replace(/^0+/, ''), b.replace(/^0+/, '')];
  return x.length - y.length || (x < y ? -1 : x > y ? 1 : 0);
}

export interface Evr {
  epoch: string;
  version: string;
  release: string;
}

/** `[epoch:]version[-release]` */
export function parseEvr(text: string): Evr {
  const colon = text.indexOf(':');
  const rest = text.slice(colon + 1);
  const dash = rest.lastIndexOf('-');
  return { epoch: colon > 0 ? text.slice(0, colon) : '0', version: dash < 0 ? rest : rest.slice(0, dash), release: dash < 0 ? '' : rest.slice(dash + 1) };
}

export function compareRpmVersions(a: string, b: string): number {
  const [left, right] = [parseEvr(a), parseEvr(b)];
  return Number(left.epoch) - Number(right.epoch) || compareParts(left.version, right.version) || compareParts(left.release, right.release);
}
