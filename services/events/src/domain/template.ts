import { AppError } from '@packhouse/contract/errors.ts';
import { longestTemplate } from '@packhouse/contract/events/hook-settings.ts';
import { templateWords } from '@packhouse/contract/events/template-words.ts';

/** Bytes of what a template makes of one event. */
const longestResult = 256 * 1024;

/** The parts of a message that a template may name. */
const roots: readonly string[] = ['data', 'domain', 'event_type', 'subscription_key', 'jpd_origin', 'source', 'packhouse'];

type Part =
  | { readonly text: string }
  | { readonly secret: string }
  /** Written for the JSON string that it stands in, or as JSON itself. */
  | { readonly path: readonly string[]; readonly as: 'text' | 'json' };

/** A template that was read once and is rendered for every event. */
export interface Template {
  readonly parts: readonly Part[];
  /** The names of the secrets it asks for, each once. */
  readonly secrets: readonly string[];
}

const expression = /^(json\s+)?\.([a-z_][\w-]*(?:\.[a-z_][\w-]*)*)$/i;

const getPlace = (text: string, at: number) => {
  const before = text.slice(0, at).split('\n');
  return { line: before.length, column: before.at(-1)!.length + 1 };
};

function parseExpression(text: string, at: number, written: string): Part {
  const place = getPlace(text, at);
  const [, json, path] = expression.exec(written) ?? [];
  if (path === undefined) throw new AppError(templateWords.template_not_understood, { ...place, written });
  const [root, ...rest] = path.split('.') as [string, ...string[]];
  if (root === 'secrets') {
    if (json || rest.length !== 1) throw new AppError(templateWords.template_not_understood, { ...place, written });
    return { secret: rest[0]! };
  }
  if (!roots.includes(root))
    throw new AppError(templateWords.template_value_unknown, { ...place, written, known: [...roots, 'secrets'].map((one) => `.${one}`).join(', ') });
  return { path: [root, ...rest], as: json ? 'json' : 'text' };
}

/**
 * Reads a template: `{{ .data.repo_key }}` stands for a value within a JSON string, `{{ json .data }}` for a value as JSON, `{{ .secrets.NAME }}` for a
 * secret; all else is taken as it is. @throws AppError `bad_request` with the line and the column of what it does not understand
 */
export function parseTemplate(text: string): Template {
  if (Buffer.byteLength(text) > longestTemplate) throw new AppError(templateWords.template_too_long, { limit: longestTemplate });
  const parts: Part[] = [];
  let at = 0;
  for (;;) {
    const open = text.indexOf('{{', at);
    if (open === -1) break;
    if (open > at) parts.push({ text: text.slice(at, open) });
    const close = text.indexOf('}}', open);
    if (close === -1) throw new AppError(templateWords.template_not_closed, getPlace(text, open));
    parts.push(parseExpression(text, open, text.slice(open + 2, close).trim()));
    at = close + 2;
  }
  if (at < text.length) parts.push({ text: text.slice(at) });
  return { parts, secrets: [...new Set(parts.flatMap((part) => ('secret' in part ? [part.secret] : [])))] };
}

/** Values for a template: what the message has, and the webhook's secrets. */
export interface TemplateValues {
  readonly data: unknown;
  readonly secrets: Readonly<Record<string, string>>;
  readonly [name: string]: unknown;
}

function findValue(values: object, path: readonly string[]): unknown {
  let value: unknown = values;
  for (const name of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}

const escapeText = (text: string) => JSON.stringify(text).slice(1, -1);

function writeText(value: unknown): string {
  if (value === undefined || value === null) return '';
  return escapeText(typeof value === 'object' ? JSON.stringify(value) : String(value));
}

function renderPart(part: Part, values: TemplateValues): string {
  if ('text' in part) return part.text;
  if ('path' in part) {
    const value = findValue(values, part.path);
    // An event that lacks a value has nothing there; other events of the same webhook may have it.
    return part.as === 'json' ? JSON.stringify(value ?? null) : writeText(value);
  }
  if (!Object.hasOwn(values.secrets, part.secret)) throw new AppError(templateWords.template_secret_missing, { name: part.secret });
  return escapeText(values.secrets[part.secret]!);
}

/** Makes the body of a message. @throws AppError `bad_request` when a secret is missing or the body would be too long */
export function renderTemplate({ parts }: Template, values: TemplateValues): string {
  let bytes = 0;
  let text = '';
  for (const part of parts) {
    const rendered = renderPart(part, values);
    bytes += Buffer.byteLength(rendered);
    if (bytes > longestResult) throw new AppError(templateWords.rendered_too_long, { limit: longestResult });
    text += rendered;
  }
  return text;
}
