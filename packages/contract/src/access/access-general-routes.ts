import { z } from 'zod';
import { accessRules } from '../access-rule-words.ts';
import { prefixes } from '../prefixes.ts';
import { route, stream } from '../route.ts';
import { maxLogoBytes } from './logo-limit.ts';

const general = `${prefixes.consoleApi}/access/settings/general`;

const oneLine = (most: number) =>
  z
    .string()
    .trim()
    .max(most)
    .regex(/^\P{Cc}*$/u, accessRules.use_no_line_breaks.en);

/** Scheme, host and port, nothing behind: clients append the paths of the protocols. */
function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, pathname, search, hash, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && pathname === '/' && `${search}${hash}${username}${password}` === '';
}

function isPicture(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return protocol === 'https:' && `${username}${password}` === '';
}

export const GeneralInput = z.object({
  /** The installation is called this; empty is the name of its host. */
  serverName: oneLine(100),
  /** Address that people and clients use; empty is the one each request came to. */
  baseUrl: z
    .string()
    .trim()
    .max(500)
    .refine((text) => text === '' || isOrigin(text), accessRules.enter_base_address.en),
  /** A picture elsewhere that browsers show as the logo; the server never fetches it. */
  logoUrl: z
    .string()
    .trim()
    .max(2000)
    .refine((text) => text === '' || isPicture(text), accessRules.enter_https_address.en),
  /** A line at the foot of the sign-in page and of every other one. */
  footerMessage: oneLine(300),
});
export type GeneralInput = z.output<typeof GeneralInput>;

export const GeneralSettings = GeneralInput.extend({
  /** A logo was uploaded. It goes before the one elsewhere. */
  hasLogo: z.boolean(),
  /** The address that the configuration of the server fixes; then `baseUrl` has no effect. Null when it fixes none. */
  fixedBaseUrl: z.string().nullable(),
});
export type GeneralSettings = z.output<typeof GeneralSettings>;

export const readGeneralSettings = route('readGeneralSettings', {
  summary: 'Name, address, logo and footer of this installation',
  method: 'GET',
  url: general,
  access: 'administrator',
  reply: GeneralSettings,
});

export const updateGeneralSettings = route('updateGeneralSettings', {
  summary: 'Change name, address, logo and footer of this installation',
  method: 'PUT',
  url: general,
  access: 'administrator',
  body: GeneralInput.partial(),
  reply: GeneralSettings,
});

export const uploadLogo = route('uploadLogo', {
  summary: 'Put up a logo: PNG, JPEG, or SVG without scripts and references',
  method: 'PUT',
  url: `${general}/logo`,
  access: 'administrator',
  /** The file's bytes in base64. */
  body: z.object({ data: z.base64(accessRules.choose_picture.en).max(Math.ceil(maxLogoBytes / 3) * 4, accessRules.picture_too_large.en) }),
  reply: GeneralSettings,
});

export const removeLogo = route('removeLogo', {
  summary: 'Take the uploaded logo away',
  method: 'DELETE',
  url: `${general}/logo`,
  access: 'administrator',
  reply: GeneralSettings,
});

export const readLogo = route('readLogo', {
  summary: 'The uploaded logo, as a picture',
  method: 'GET',
  url: `${prefixes.consoleUi}/logo`,
  access: 'public',
  reply: stream('image/png', 'image/jpeg', 'image/svg+xml'),
});
