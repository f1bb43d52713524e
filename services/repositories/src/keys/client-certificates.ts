import type { NewClientCertificate } from '@packhouse/contract/repositories/key-routes.ts';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { readCertificate } from './key-material.ts';
import { type CertificateRow, insertCertificate, lockNamed, replaceCertificate } from './key-queries.ts';
import { auditor, type Doer, refuseTaken, removeNamed } from './named-keys.ts';

/** Keeps a certificate with its key, encrypted. One of that name gives way only where that is asked for. @throws AppError `already_exists`, `invalid_input` */
export async function keepCertificate(
  context: Context,
  given: z.output<typeof NewClientCertificate>,
  by: Doer,
  options: { mayReplace?: boolean } = {},
): Promise<CertificateRow> {
  const { db, platform } = context;
  const { validUntil, privateKey, ...certificate } = readCertificate(given);
  const sealed = platform.secrets.encrypt(privateKey);
  const values = { name: given.name, ...certificate, valid_until: validUntil, private_key: sealed, created_by: by.actor.name };
  const row = await db
    .transaction()
    .execute(async (tx) => {
      await platform.outbox.publish(tx, { type: 'key.changed', subject: given.name, data: {} });
      const present = options.mayReplace ? await lockNamed(tx, 'client_certificate', given.name) : undefined;
      const made = present ? await replaceCertificate(tx, present.id, values) : await insertCertificate(tx, values);
      const states = { ...(present ? { before: { fingerprint: present.fingerprint } } : {}), after: { subject: made.subject, fingerprint: made.fingerprint } };
      await auditor(context)(tx, by, `client-certificate.${present ? 'replaced' : 'created'}`, made.name, states);
      return made;
    })
    .catch(refuseTaken('name', given.name));
  context.certificates.forget();
  return row;
}

/** @throws AppError `not_found`, `in_use` */
export async function removeCertificate(context: Context, name: string, by: Doer): Promise<void> {
  await removeNamed(context, 'client_certificate', name, (tx, states) => auditor(context)(tx, by, 'client-certificate.deleted', name, states));
}
