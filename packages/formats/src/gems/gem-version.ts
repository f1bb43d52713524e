/** Version and platform of a gem file, as they stand in its name: `1.0.0` or `1.0.0-x86_64-linux`. */
export function splitVersion(version: string): { number: string; platform: string } {
  const dash = version.indexOf('-');
  return dash < 0 ? { number: version, platform: 'ruby' } : { number: version.slice(0, dash), platform: version.slice(dash + 1) };
}

export const joinVersion = (number: string, platform: string) => (platform === 'ruby' || platform === '' ? number : `${number}-${platform}`);

export const isVersionNumber = (text: string) => text.length <= 100 && /^\d+(?:\.[0-9A-Za-z]+)*$/.test(text);
export const isPrerelease = (version: string) => /[A-Za-z]/.test(splitVersion(version).number);

/** Numbers and words; zeros at the end of either part of a version mean nothing. */
function getSegments(number: string): (bigint | string)[] {
  const all = (number.match(/\d+|[A-Za-z]+/g) ?? []).map((part) => (/^\d/.test(part) ? BigInt(part) : part));
  const word = all.findIndex((part) => typeof part === 'string');
  const trim = (parts: (bigint | string)[]) => {
    let end = parts.length;
    while (end > 0 && parts[end - 1] === 0n) end--;
    return parts.slice(0, end);
  };
  return word < 0 ? trim(all) : [...trim(all.slice(0, word)), ...trim(all.slice(word))];
}

function compareNumbers(a: string, b: string): number {
  const [left, right] = [getSegments(a), getSegments(b)];
  for (let at = 0; at < Math.max(left.length, right.length); at++) {
    const [one, other] = [left[at] ?? 0n, right[at] ?? 0n];
    if (one === other) continue;
    if (typeof one !== typeof other) return typeof one === 'string' ? -1 : 1;
    return one < other ? -1 : 1;
  }
  return 0;
}

/** Gem::Version's order; of one version the plain one stands before those for platforms. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [splitVersion(a), splitVersion(b)];
  const known = [isVersionNumber(left.number), isVersionNumber(right.number)];
  if (known[0] !== known[1]) return known[0] ? 1 : -1;
  if (!known[0]) return a < b ? -1 : a > b ? 1 : 0;
  const order = compareNumbers(left.number, right.number);
  if (order !== 0 || left.platform === right.platform) return order;
  if (left.platform === 'ruby' || right.platform === 'ruby') return left.platform === 'ruby' ? -1 : 1;
  return left.platform < right.platform ? -1 : 1;
}
