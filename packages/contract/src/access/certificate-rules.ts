import { z } from 'zod';

/** What a screen says of a certificate that is stored. */
export const CertificateFacts = z.object({
  /** Whom it names, such as `CN=idp.example.org`; empty where it names nobody. */
  subject: z.string(),
  validUntil: z.iso.datetime(),
});
export type CertificateFacts = z.output<typeof CertificateFacts>;

/** What is said of a text that should hold certificates and does not. */
export const certificateProblems = {
  none: { message: 'This is no certificate: it begins with -----BEGIN CERTIFICATE-----' },
  privateKey: { message: 'A private key stands here: keep it to yourself, and paste the certificate only' },
} as const;
