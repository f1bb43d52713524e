import type { LibraryEvidence, NamedLibrary } from '../library-evidence.ts';
import { type Block, readConfiguration } from './configuration.ts';

/** The public registry is not named in front of what comes from it. */
const shortName = (name: string) => name.replace(/^registry\.(?:terraform\.io|opentofu\.org)\//, '');

const read = (text: string): Block[] => readConfiguration(text.slice(0, 1_000_000));

/** https://developer.hashicorp.com/terraform/language/files/dependency-lock */
function readLock(text: string): NamedLibrary[] {
  const found: NamedLibrary[] = [];
  let provider: string | undefined;
  // The client alone writes it, a thing a line.
  for (const whole of text.split('\n')) {
    const line = whole.slice(0, 500);
    provider = /^provider "([^"\s]{1,300})" \{\s*$/.exec(line)?.[1] ?? (line.startsWith('}') ? undefined : provider);
    const version = provider === undefined ? undefined : /^ {2}version\s{1,20}= "([^"\s]{1,100})"\s*$/.exec(line)?.[1];
    if (provider !== undefined && version !== undefined) found.push({ name: shortName(provider), version });
  }
  return found;
}

/** Modules of a registry that are called at one version alone. */
const readModules = (text: string): NamedLibrary[] =>
  read(text).flatMap(({ type, texts: { source, version } }) => {
    const [, exact] = /^\s*=?\s*(\d+(?:\.\d+)*[0-9A-Za-z.+-]*)\s*$/.exec(version ?? '') ?? [];
    return type === 'module' && source !== undefined && exact !== undefined && !source.startsWith('.') ? [{ name: shortName(source), version: exact }] : [];
  });

export const evidence: readonly LibraryEvidence[] = [
  { path: /^(?:[^/]+\/)?\.terraform\.lock\.hcl$/, read: readLock, onlyAtTop: true },
  { path: /^(?:[^/]+\/)?[^/]+\.(?:tf|tofu)$/, read: readModules, onlyAtTop: true },
];
