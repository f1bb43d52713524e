import { AppError } from '@packhouse/contract/errors.ts';
import { storageWords } from '@packhouse/contract/repositories/storage-words.ts';
import { storagePath } from './path.ts';

export interface RequestPath {
  path: string;
  trailingSlash: boolean;
  /** Matrix parameters (`;key=value`) of an upload. */
  properties: Record<string, string[]>;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new AppError(storageWords.path_badly_encoded);
  }
}

function addProperties(properties: Record<string, string[]>, parameter: string): void {
  if (parameter === '') return;
  const equals = parameter.indexOf('=');
  const key = decode(equals < 0 ? parameter : parameter.slice(0, equals));
  // A '+' after the key forces a property in some clients' spelling of mandatory properties.
  const name = key.endsWith('+') ? key.slice(0, -1) : key;
  const values =
    equals < 0
      ? ['']
      : parameter
          .slice(equals + 1)
          .split(',')
          .map(decode);
  properties[name] = [...(properties[name] ?? []), ...values];
}

/** Letters that tokens are made of. */
const isSecret = (text: string) => /^[\w.-]{1,8192}$/.test(text);

/**
 * The path after the `segments`-th slash of the raw URL, decoded exactly once. The framework's own parameters are already decoded,
 * so an encoded ';' or '/' could not be told from a real one. Behind `secretAfter` stands a secret, which is no place.
 */
export function requestPath(url: string, segments: number, secretAfter?: string): RequestPath {
  const end = url.search(/[?#]/);
  let raw = end < 0 ? url : url.slice(0, end);
  for (let skipped = 0; skipped < segments; skipped++) {
    const slash = raw.indexOf('/', 1);
    raw = slash < 0 ? '' : raw.slice(slash);
  }
  // Without a prototype, so that a key is never one of its members.
  const properties: Record<string, string[]> = Object.create(null);
  if (raw.includes(';')) {
    const [first = '', ...parameters] = raw.split(';');
    for (const parameter of parameters) addProperties(properties, parameter.replace(/\/$/, ''));
    raw = first + (raw.endsWith('/') && !first.endsWith('/') ? '/' : '');
  }
  const decoded = decode(raw);
  if (secretAfter !== undefined && decoded.startsWith(`/${secretAfter}`) && isSecret(decoded.slice(secretAfter.length + 1)))
    return { path: decoded.slice(1), trailingSlash: false, properties };
  return { path: storagePath(decoded), trailingSlash: decoded.endsWith('/'), properties };
}

/** The `segment`-th part of the path of the raw URL, decoded. */
export function pathSegment(url: string, segment: number): string {
  const end = url.search(/[?#;]/);
  return decode((end < 0 ? url : url.slice(0, end)).split('/')[segment] ?? '');
}

export function makeQuery(url: string): URLSearchParams {
  const question = url.indexOf('?');
  return new URLSearchParams(question < 0 ? '' : url.slice(question + 1));
}
