import { globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
const worthIt = 1024;

/** Writes `.br` and `.gz` beside every text file, so that the server sends bytes it never has to press itself. */
export async function compressAssets(folder: string): Promise<void> {
  const files = globSync('**/*.{js,css,html,json,svg,txt}', { cwd: folder });
  for (const file of files) {
    const path = join(folder, file);
    const content = await readFile(path);
    if (content.length < worthIt) continue;
    const small = await brotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length } });
    await Promise.all([writeFile(`${path}.br`, small), writeFile(`${path}.gz`, await zip(content, { level: 9 }))]);
  }
}
