import { once } from 'node:events';
import { type Entry, fromBuffer, type ZipFile } from 'yauzl';

function opened(archive: Buffer): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    fromBuffer(archive, { lazyEntries: true, autoClose: false }, (error, zip) => (error ? reject(error) : resolve(zip)));
  });
}

function getText(zip: ZipFile, entry: Entry): Promise<string> {
  return new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => {
      if (error) return reject(error);
      stream.toArray().then((chunks: Buffer[]) => resolve(Buffer.concat(chunks).toString('utf8')), reject);
    });
  });
}

/** Path and text of every file in an archive. */
export async function unzip(archive: Buffer): Promise<Record<string, string>> {
  const zip = await opened(archive);
  const files: Record<string, string> = {};
  for (let left = zip.entryCount; left > 0; left--) {
    const next = once(zip, 'entry') as Promise<[Entry]>;
    zip.readEntry();
    const [entry] = await next;
    files[entry.fileName] = await getText(zip, entry);
  }
  zip.close();
  return files;
}
