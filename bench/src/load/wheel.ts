import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

export interface Wheel {
  readonly name: string;
  readonly version: string;
  readonly fileName: string;
  readonly bytes: Buffer;
}

/** https://packaging.python.org/en/latest/specifications/binary-distribution-format/ */
export async function packWheel(name: string, version: string): Promise<Wheel> {
  const distribution = name.replaceAll('-', '_');
  const folder = `${distribution}-${version}.dist-info`;
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from(`NAME = '${name}'\n`), `${distribution}/__init__.py`);
  zip.addBuffer(Buffer.from(`Metadata-Version: 2.1\nName: ${name}\nVersion: ${version}\nSummary: Made for measuring\n`), `${folder}/METADATA`);
  zip.addBuffer(Buffer.from('Wheel-Version: 1.0\nGenerator: bench\nRoot-Is-Purelib: true\nTag: py3-none-any\n'), `${folder}/WHEEL`);
  zip.addBuffer(Buffer.from(`${distribution}/__init__.py,,\n${folder}/METADATA,,\n${folder}/WHEEL,,\n${folder}/RECORD,,\n`), `${folder}/RECORD`);
  zip.end();
  return { name, version, fileName: `${distribution}-${version}-py3-none-any.whl`, bytes: await buffer(zip.outputStream) };
}
