type Version = Record<string, unknown>;

/** Stands where a version lacks what the one before it has. */
const absent = '__unset';

/** Each version after the first says only what differs from the one before it. https://github.com/composer/metadata-minifier */
export function expand(versions: readonly Version[]): Version[] {
  let last: Version = {};
  return versions.map((changes) => {
    last = Object.fromEntries(Object.entries({ ...last, ...changes }).filter(([, value]) => value !== absent));
    return last;
  });
}

/** Undoes `expand`: packages with hundreds of versions get a tenth of their length. */
export function minify(versions: readonly Version[]): Version[] {
  let last: Version = {};
  return versions.map((version) => {
    const changed = Object.entries(version).filter(([key, value]) => !Object.hasOwn(last, key) || JSON.stringify(last[key]) !== JSON.stringify(value));
    const gone = Object.keys(last).filter((key) => !Object.hasOwn(version, key));
    last = version;
    return Object.fromEntries([...changed, ...gone.map((key) => [key, absent] as const)]);
  });
}
