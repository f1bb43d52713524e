/** Lines below its name in which a package's version is looked for. */
const near = 4;
const mostLines = 64;

/** Every spelling under which a name may be looked for in a word of a lock file. */
function readNames(word: string): string[] {
  const bare = word.replace(/^.*node_modules\//, '').replace(/^\//, '');
  const at = bare.indexOf('@', 1);
  const colon = bare.lastIndexOf(':');
  return [word, bare, ...(at > 0 ? [bare.slice(0, at)] : []), ...(colon > 0 ? [bare.slice(0, colon)] : [])];
}

/** Finds the line, from 1, on which a lock file tells of a package. */
export function indexLines(text: string): (name: string, version: string) => number | undefined {
  const lines = text.split('\n');
  const places = new Map<string, number[]>();
  for (const [at, line] of lines.entries()) {
    for (const word of line.slice(0, 2000).split(/[\s"'`,=()[\]{}<>]+|:(?=\s|$)/))
      for (const name of new Set(word === '' ? [] : readNames(word))) {
        const known = places.get(name.toLowerCase());
        if (!known) places.set(name.toLowerCase(), [at]);
        else if (known.length < mostLines) known.push(at);
      }
  }
  return (name, version) => {
    const found = places.get(name.toLowerCase());
    const best = found?.find((at) => lines.slice(at, at + near).some((line) => line.includes(version))) ?? found?.[0];
    return best === undefined ? undefined : best + 1;
  };
}
