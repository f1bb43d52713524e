/** Clients look documents up by this spelling of build names and numbers, so that no name can reach into another folder. */
const encoded: Readonly<Record<string, string>> = {
  '/': '%2F',
  '\\': '%5C',
  '|': '%7C',
  '*': '%2A',
  '?': '%3F',
  "'": '%22',
  ':': '%3A',
  ';': '%3B',
  '%': '%25',
};

/** A build's name or number as a part of a path. Blanks next to a slash are spelled out too. */
export function encodeBuildPart(text: string): string {
  const parts = text.split('/').map((part, at, all) => {
    const start = at > 0 ? part.length - part.trimStart().length : 0;
    const end = at < all.length - 1 ? part.slice(start).length - part.slice(start).trimEnd().length : 0;
    const middle = part.slice(start, part.length - end).replace(/[\\|*?':;%]/g, (character) => encoded[character] ?? character);
    return `${'%20'.repeat(start)}${middle}${'%20'.repeat(end)}`;
  });
  return parts.join('%2F');
}

/** Where the document of one run is in its repository. */
export function buildDocumentPath(name: string, number: string, startedMillis: number): string {
  return `${encodeBuildPart(name)}/${encodeBuildPart(number)}-${startedMillis}.json`;
}
