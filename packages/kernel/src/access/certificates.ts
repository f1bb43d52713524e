import { X509Certificate } from 'node:crypto';
import { accessRules } from '@packhouse/contract/access-rule-words.ts';
import type { CertificateFacts } from '@packhouse/contract/certificate-rules.ts';
import { fieldRefusal } from '@packhouse/contract/errors.ts';
import { kernelWords } from '@packhouse/contract/kernel-words.ts';
import { type Said, say } from '@packhouse/contract/sentences.ts';

const block = /-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----/g;
const base64 = /^[A-Za-z0-9+/=\s]+$/;

function decode(text: string): X509Certificate | undefined {
  const der = Buffer.from(text, 'base64');
  try {
    const certificate = new X509Certificate(der);
    // What stands behind a certificate would be passed over in silence.
    return certificate.raw.length === der.length ? certificate : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The certificates of a text, in their order: PEM (https://www.rfc-editor.org/rfc/rfc7468), words between the blocks allowed; at least one.
 * With `bare`, base64 without the frame of PEM too, as SAML metadata has it, several parted by empty lines.
 * @throws AppError `invalid_input` of the field `path`: no certificate, one that cannot be read, or a private key among them
 */
export function readCertificates(path: string, text: string, { bare = false } = {}): [X509Certificate, ...X509Certificate[]] {
  const refuse = (said: Said) => fieldRefusal(path, said);
  if (/-----BEGIN [A-Z ]*PRIVATE KEY/.test(text)) throw refuse(say(accessRules.private_key_among_certificates));
  const parts = bare && base64.test(text) ? text.trim().split(/\n\s*\n/) : [...text.matchAll(block)].map(([, inside = '']) => inside);
  const read = parts.map(decode);
  const bad = read.indexOf(undefined);
  if (bad >= 0 && parts.length > 1) throw refuse(say(kernelWords.certificate_unreadable, { number: bad + 1, count: parts.length }));
  const [first, ...others] = read.filter((one) => one !== undefined);
  if (!first || /-----(?:BEGIN|END) /.test(text.replaceAll(block, ''))) throw refuse(say(accessRules.no_certificate));
  return [first, ...others];
}

/** A name on one line; certificates may name nobody. */
export const nameOnOneLine = (name: string | undefined): string => name?.replaceAll('\n', ', ') ?? '';

/** Gives what a screen says of the certificates of a stored text; nothing where they cannot be read. */
export function certificateFacts(text: string, form: { bare?: boolean } = {}): CertificateFacts[] {
  try {
    return readCertificates('', text, form).map(({ subject, validToDate }) => ({ subject: nameOnOneLine(subject), validUntil: validToDate.toISOString() }));
  } catch {
    return [];
  }
}
