import { isKnownLicence } from '../licence-rule.ts';
import { findLicences, isLicenceFile } from '../text/licence-text.ts';
import { ownText } from '../text/plain-json.ts';

// https://learn.microsoft.com/en-us/nuget/reference/nuspec#license

/** What a package says of its licence: an expression, or the file of its own in which that stands, or as packages formerly did an address. */
export interface StatedLicence {
  expression?: string;
  file?: string;
}

/** Clients that know files and expressions write this into packages for those that know addresses alone. */
const addressOfFiles = 'https://aka.ms/deprecateLicenseUrl';

export function readStated(element: unknown): StatedLicence {
  const text = ownText(element, '#text', 500);
  const type = ownText(element, '@type');
  if (text === undefined) return {};
  return type === 'expression' ? { expression: text } : type === 'file' ? { file: text.replaceAll('\\', '/') } : {};
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

/** The licence that stands at an address, where its id is a part of that; undefined for pages of projects, which may say anything. */
function readAddress(address: string | undefined): string | undefined {
  if (address === undefined || address === addressOfFiles) return undefined;
  const [, given = '', path = ''] = /^https?:\/\/(?:www\.)?([^/?#]{1,200})\/([^?#]{1,1000})/i.exec(address) ?? [];
  const host = given.toLowerCase();
  const [, name] = /^licen[cs]es?\/([\w.-]{1,100}?)(?:\.php|\.html|\.txt)?\/?$/i.exec(path) ?? [];
  const found = {
    'licenses.nuget.org': decode(path),
    'opensource.org': name?.replace(/^mit-license$/i, 'MIT'),
    'apache.org': name?.replace(/^LICENSE-2\.0$/i, 'Apache-2.0'),
  };
  const id = Object.hasOwn(found, host) ? found[host as keyof typeof found] : undefined;
  return id !== undefined && isKnownLicence(id) ? id : undefined;
}

/** Files of a package that may be the one that holds its licence: which it is, another file says. */
export const mayHoldLicence = (entry: string): boolean => /^(?:[^/]+\/)?[^/]+$/.test(entry) && isLicenceFile(entry.slice(entry.indexOf('/') + 1));

/** Licences of a package by what it says of them, and by the text of the file that it names. */
export function findPackageLicences({ expression, file }: StatedLicence, address: string | undefined, files: ReadonlyMap<string, Buffer>): string[] {
  const stated = expression ?? readAddress(address);
  if (stated !== undefined) return [stated];
  const text = file === undefined ? undefined : [...files].find(([entry]) => entry.toLowerCase() === file.toLowerCase())?.[1];
  return text ? findLicences([text.toString()]) : [];
}
