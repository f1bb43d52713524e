import { z } from 'zod';

/** A screen says this of a certificate that is stored. */
export const CertificateFacts = z.object({
  /** Whom it names, such as `CN=idp.example.org`; empty where it names nobody. */
  subject: z.string(),
  validUntil: z.iso.datetime(),
});
export type CertificateFacts = z.output<typeof CertificateFacts>;
