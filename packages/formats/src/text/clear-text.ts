import { AppError } from '@packhouse/contract/errors.ts';
import { documentRefusals } from '../document-refusals.ts';

const begin = '-----BEGIN PGP SIGNED MESSAGE-----';
const signature = '-----BEGIN PGP SIGNATURE-----';
const end = '-----END PGP SIGNATURE-----';

/**
 * The text that the signature of a clear-signed document is about; a document that says nothing of a signature is its own text.
 * https://www.rfc-editor.org/rfc/rfc9580#name-cleartext-signature-framewo
 * @throws AppError `upstream_failed` when there is anything before, beside or after the one signed message: nobody signed that
 */
export function clearText(document: string): string {
  if (!document.includes('-----BEGIN PGP')) return document;
  const lines = document
    .trim()
    .split('\n')
    .map((line) => line.trimEnd());
  const blank = lines.indexOf('');
  const from = lines.indexOf(signature);
  const marks = lines.filter((line) => line.startsWith('-----'));
  const isOne = marks.length === 3 && lines[0] === begin && blank > 0 && blank < from && lines.at(-1) === end;
  const headers = lines.slice(1, blank);
  const text = lines.slice(blank + 1, from);
  // In a signed text a line never begins with a dash but that of its escape.
  if (!isOne || headers.some((line) => !line.startsWith('Hash: ')) || text.some((line) => line.startsWith('-') && !line.startsWith('- ')))
    throw new AppError(documentRefusals.listing_signed_twice);
  return text.map((line) => line.replace(/^- /, '')).join('\n');
}
