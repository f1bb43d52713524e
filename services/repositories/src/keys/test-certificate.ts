import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface TestCertificate {
  certificate: string;
  privateKey: string;
}

/** A certificate of its own authority, for `localhost`, and its key, in files of this name. */
export async function makeCertificate(folder: string, name: string): Promise<TestCertificate> {
  const [key, certificate] = [join(folder, `${name}.key`), join(folder, `${name}.pem`)];
  const subject = ['-subj', `/CN=${name}`, '-addext', 'subjectAltName=DNS:localhost'];
  await run('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...subject, '-keyout', key, '-out', certificate]);
  return { certificate: await readFile(certificate, 'utf8'), privateKey: await readFile(key, 'utf8') };
}
