/** The lines of a text without further signs than those of ASCII. An end in the middle of a line is none: what reads it compares checksums. */
export async function* readLines(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let begun = '';
  for await (const chunk of bytes) {
    const lines = (begun + chunk.toString('latin1')).split('\n');
    begun = lines.pop()!;
    yield* lines;
  }
}
