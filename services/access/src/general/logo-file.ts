import { accessWords } from '@packhouse/contract/access/access-words.ts';
import { maxLogoBytes } from '@packhouse/contract/access/logo-limit.ts';
import { accessRules } from '@packhouse/contract/access-rule-words.ts';
import { namedFieldRefusal } from '@packhouse/contract/errors.ts';
import { say } from '@packhouse/contract/sentences.ts';

export interface LogoFile {
  mediaType: 'image/png' | 'image/jpeg' | 'image/svg+xml';
  bytes: Buffer;
}

const signatures = [
  ['image/png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
  ['image/jpeg', Buffer.from([0xff, 0xd8, 0xff])],
] as const;

/** A drawing that only draws has no use for this: code, foreign content, entities, and references to anything outside of itself. */
const active = [
  /<\s*(?:[\w-]+:)?(?:script|foreignObject|iframe|object|embed|handler|listener|audio|video|set|animate\w*)\b/i,
  /<!\s*(?:DOCTYPE|ENTITY)/i,
  /<\?\s*xml-stylesheet/i,
  /[\s"'/]on[a-z]+\s*=/i,
  /(?:javascript|data|vbscript)\s*:(?!image\/(?:png|jpeg);base64,)/i,
  /(?:href|src)\s*=\s*["']\s*(?!#|data:image\/(?:png|jpeg);base64,)/i,
  /url\(\s*["']?\s*(?!["']?#)/i,
  /@import/i,
  /&#/,
];

/** Whether nothing but comments and the declaration stands before the drawing. One after the other: together they could be divided in endless ways. */
function beginsAsDrawing(text: string): boolean {
  const before = /\s+|<\?xml\b[^>]*\?>|<!--[\s\S]*?-->/y;
  let at = 0;
  while (before.test(text)) at = before.lastIndex;
  return /^<svg[\s>]/.test(text.slice(at, at + 5));
}

function drawing(bytes: Buffer): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return beginsAsDrawing(text) ? text : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Takes a file for a logo by what is in it, whatever its name says. Drawings (SVG) may hold nothing that acts; they are served
 * so that nothing in them could, too.
 * @throws AppError `invalid_input` at `data`
 */
export function logoFile(base64: string): LogoFile {
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length > maxLogoBytes) throw namedFieldRefusal('data', say(accessRules.picture_too_large));
  for (const [mediaType, signature] of signatures) if (bytes.subarray(0, signature.length).equals(signature)) return { mediaType, bytes };
  const text = drawing(bytes);
  if (text === undefined) throw namedFieldRefusal('data', say(accessWords.choose_picture_format));
  if (active.some((pattern) => pattern.test(text))) throw namedFieldRefusal('data', say(accessWords.svg_not_plain));
  return { mediaType: 'image/svg+xml', bytes };
}
