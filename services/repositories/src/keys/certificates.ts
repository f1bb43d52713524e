import { AppError } from '@packhouse/contract/errors.ts';
import type { RemoteSettings } from '@packhouse/contract/repositories/repository-settings.ts';
import { repositoryWords } from '@packhouse/contract/repositories/repository-words.ts';
import type { ClientIdentity } from '@packhouse/kernel/outgoing/outgoing.ts';
import type { Platform } from '@packhouse/kernel/platform.ts';
import type { Db } from '../schema.ts';
import { type CertificateRow, selectCertificates } from './key-queries.ts';

/** The certificates that upstreams are shown: in memory, read again when one changes. */
export interface Certificates {
  /** Gives what a call to this address shows, in the words of an outgoing request: nothing unless it goes to the repository's own upstream. */
  of(choice: Pick<RemoteSettings, 'url' | 'clientTlsCertificate'>, address: string): Promise<{ identity?: ClientIdentity }>;
  forget(): void;
}

export function openCertificates(db: Db, secrets: Platform['secrets']): Certificates {
  let current: Promise<readonly CertificateRow[]> | undefined;
  const rows = () => {
    current ??= selectCertificates(db).catch((error) => {
      current = undefined;
      throw error;
    });
    return current;
  };
  return {
    async of({ url, clientTlsCertificate: name }, address) {
      if (name === '' || new URL(address).origin !== new URL(url).origin) return {};
      const row = (await rows()).find((one) => one.name === name);
      if (!row) throw new AppError(repositoryWords.no_client_certificate, { name });
      return { identity: { certificate: row.certificate, privateKey: secrets.decrypt(row.private_key) } };
    },
    forget() {
      current = undefined;
    },
  };
}
