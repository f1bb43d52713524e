import type { TakeFile } from './git-source.ts';

/** A file of a commit. */
export interface TreeFile {
  path: string;
  /** Name of its content. */
  oid: string;
}

const longestEntry = 16 * 1024;

interface Reader<Result> {
  take(chunk: Buffer): void;
  end(): Result;
}

/** Reads what `ls-tree -r -z` lists: `<mode> blob <oid>\t<path>`, each ended by a NUL. Links, submodules and names that are no text are passed over. */
export function readTree(most: number, isWanted: (path: string) => boolean, tooMany: () => Error): Reader<TreeFile[]> {
  const found: TreeFile[] = [];
  let rest: Buffer = Buffer.alloc(0);
  let count = 0;
  return {
    take(chunk) {
      const all = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      let from = 0;
      for (let end = all.indexOf(0, from); end >= 0; end = all.indexOf(0, from)) {
        if (++count > most) throw tooMany();
        const [, oid, path] = /^100\d{3} blob ([0-9a-f]+)\t(.+)$/s.exec(all.toString('utf8', from, end)) ?? [];
        if (oid !== undefined && path !== undefined && !path.includes('\uFFFD') && isWanted(path)) found.push({ path, oid });
        from = end + 1;
      }
      rest = all.subarray(from);
      if (rest.length > longestEntry) throw tooMany();
    },
    end: () => found,
  };
}

/** What `cat-file --batch` says before each content. https://git-scm.com/docs/git-cat-file#_batch_output */
const objectLine = /^([0-9a-f]+) (blob|tree|commit|tag) (\d+)$/;

/** A file's content that is here, with its bytes. */
export interface HeldFile {
  oid: string;
  size: number;
}

/** Reads what `cat-file --batch-check` lists: the contents of files that are here, and names of all else. */
export function readSizes(text: string): { held: HeldFile[]; others: string[] } {
  const held: HeldFile[] = [];
  const others: string[] = [];
  for (const line of text.split('\n')) {
    const [, oid, type, size] = objectLine.exec(line) ?? [];
    if (oid !== undefined && type === 'blob') held.push({ oid, size: Number(size) });
    else if (line !== '') others.push(line.slice(0, line.indexOf(' ')));
  }
  return { held, others };
}

/**
 * Reads what `cat-file --batch` gives: `<oid> blob <size>`, the content, and a line end; or `<oid> missing`. What is no file's content is passed over as a
 * whole: its author could have written lines into it that look like another file's beginning.
 */
export function readBatch(largest: number, give: TakeFile): Reader<void> {
  let chunks: Buffer[] = [];
  let head = '';
  let open: { oid: string; left: number; why: 'too large' | 'absent' | undefined } | undefined;
  const finish = ({ oid, why }: NonNullable<typeof open>) => {
    if (why === undefined) give(oid, Buffer.concat(chunks));
    else give(oid, undefined, why);
    chunks = [];
    open = undefined;
  };
  const begin = (line: string) => {
    const [, oid, type, size] = objectLine.exec(line) ?? [];
    const [, lost] = /^([0-9a-f]+) missing$/.exec(line) ?? [];
    if (oid !== undefined) open = { oid, left: Number(size) + 1, why: type !== 'blob' ? 'absent' : Number(size) > largest ? 'too large' : undefined };
    else if (lost !== undefined) give(lost, undefined, 'absent');
  };
  return {
    take(chunk) {
      let at = 0;
      while (at < chunk.length) {
        if (!open) {
          const end = chunk.indexOf(10, at);
          head += chunk.toString('latin1', at, end < 0 ? undefined : end);
          if (end < 0) return;
          begin(head);
          head = '';
          at = end + 1;
          continue;
        }
        const length = Math.min(open.left, chunk.length - at);
        open.left -= length;
        // The last byte is the line end.
        if (open.why === undefined) chunks.push(chunk.subarray(at, at + length - (open.left === 0 ? 1 : 0)));
        at += length;
        if (open.left === 0) finish(open);
      }
    },
    end: () => undefined,
  };
}
