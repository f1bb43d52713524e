import { AppError } from '@packhouse/contract/errors.ts';
import type { Want } from '../format.ts';
import { unescapeMarkup } from '../text/html-text.ts';
import { findRecord, ownText, ownValue } from '../text/plain-json.ts';
import { filePath, isProjectName, normalise, parseFileName } from './pypi-names.ts';
import { refusals } from './pypi-refusals.ts';
import type { SimpleFile, SimpleIndex } from './simple-index.ts';

function broken(cause?: unknown): AppError {
  return new AppError(refusals.upstream_sent_no_simple_listing, {}, { cause });
}

function computeHashes(value: unknown): Record<string, string> {
  const hashes = Object.entries(findRecord(value) ?? {}).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && /^[0-9a-f]{32,128}$/i.test(entry[1]),
  );
  return Object.fromEntries(hashes.map(([name, hash]) => [name, hash.toLowerCase()]));
}

function isFileName(name: string): boolean {
  return name !== '' && name.length <= 255 && !/[/\\\0]/.test(name) && !name.startsWith('.');
}

function getFile(project: string, name: string, url: string, more: Partial<SimpleFile>): SimpleFile | undefined {
  if (!isFileName(name)) return undefined;
  const version = parseFileName(name, project)?.version;
  return { name, path: filePath(project, name), ...(version ? { version } : {}), url, hashes: {}, ...more };
}

function jsonFile(project: string, value: unknown, base: string): SimpleFile | undefined {
  const name = ownText(value, 'filename');
  const url = ownText(value, 'url');
  if (!name || !url || !URL.canParse(url, base)) return undefined;
  const size = ownValue(value, 'size');
  const yanked = ownValue(value, 'yanked');
  const metadata = ownValue(value, 'core-metadata') ?? ownValue(value, 'dist-info-metadata');
  const requiresPython = ownText(value, 'requires-python', 500);
  const uploadTime = ownText(value, 'upload-time', 50);
  // https://peps.python.org/pep-0740/: an index that keeps none leaves the key out.
  const provenance = ownValue(value, 'provenance');
  return getFile(project, name, new URL(url, base).href, {
    hashes: computeHashes(ownValue(value, 'hashes')),
    ...(requiresPython ? { requiresPython } : {}),
    ...(typeof size === 'number' && Number.isSafeInteger(size) ? { size } : {}),
    ...(uploadTime ? { uploadTime } : {}),
    ...(provenance === undefined ? {} : { provenance: typeof provenance === 'string' && provenance !== '' }),
    ...(yanked ? { yanked: typeof yanked === 'string' ? yanked.slice(0, 2000) : true } : {}),
    ...(metadata ? { metadata: computeHashes(metadata) } : {}),
  });
}

function makeIndex(project: string, files: readonly (SimpleFile | undefined)[], versions: readonly string[]): SimpleIndex {
  const kept = files.filter((file) => file !== undefined);
  const seen = kept.flatMap(({ version }) => (version ? [version] : []));
  return { project: { name: project, versions: [...new Set([...versions, ...seen])], files: kept } };
}

function parseJson(want: Want, text: string, base: string): SimpleIndex {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (cause) {
    throw broken(cause);
  }
  if (want.package === undefined) {
    const projects = ownValue(parsed, 'projects');
    if (!Array.isArray(projects)) throw broken();
    const names = projects.map((one) => ownText(one, 'name') ?? '').filter(isProjectName);
    return { names: [...new Set(names.map(normalise))] };
  }
  const files = ownValue(parsed, 'files');
  const { package: project } = want;
  if (!Array.isArray(files) || normalise(ownText(parsed, 'name') ?? '') !== project) throw broken();
  const versions = ownValue(parsed, 'versions');
  return makeIndex(
    project,
    files.map((file) => jsonFile(project, file, base)),
    Array.isArray(versions) ? versions.filter((one) => typeof one === 'string') : [],
  );
}

/** Where a tag ends whose name ends at `from`; quoted values may hold `>`. Without an end: how far it was looked for. */
function tagEnd(text: string, from: number): { at: number; closed: boolean } {
  const piece = /[^>"']+|"[^"]{0,3000}"|'[^']{0,3000}'/y;
  let at = from;
  while (at < text.length && text[at] !== '>') {
    piece.lastIndex = at;
    if (!piece.test(text)) return { at, closed: false };
    at = piece.lastIndex;
  }
  return { at, closed: at < text.length };
}

interface Anchor {
  attributes: ReadonlyMap<string, string>;
  label: string;
}

/** The links of a page. What was looked through once is not looked through again, so that markup without end takes no longer than any other. */
function* getAnchors(text: string): Generator<Anchor> {
  const opening = /<a\b/gi;
  const rest = />([^<]{0,500})<\/a>/iy;
  for (let found = opening.exec(text); found; found = opening.exec(text)) {
    const from = opening.lastIndex;
    const end = tagEnd(text, from);
    rest.lastIndex = end.at;
    const label = end.closed ? rest.exec(text)?.[1] : undefined;
    if (label !== undefined) yield { attributes: getAttributes(text.slice(from, end.at)), label: unescapeMarkup(label).trim() };
    opening.lastIndex = end.at;
  }
}

/** Characters among which a page says what its links are relative to. */
const headLength = 100_000;
const attribute = /([a-z][a-z-]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/gi;

function getAttributes(text: string): Map<string, string> {
  return new Map(
    [...text.matchAll(attribute)].map(([, name = '', double, single, bare]) => [name.toLowerCase(), unescapeMarkup(double ?? single ?? bare ?? '')]),
  );
}

function fragmentHashes(fragment: string): Record<string, string> {
  const [name = '', value = ''] = fragment.split('=');
  return name ? computeHashes({ [name]: value }) : {};
}

function htmlFile(project: string, attributes: ReadonlyMap<string, string>, text: string, base: string): SimpleFile | undefined {
  const href = attributes.get('href');
  if (!href || !URL.canParse(href, base)) return undefined;
  const url = new URL(href, base);
  const hashes = fragmentHashes(url.hash.slice(1));
  url.hash = '';
  let last = '';
  try {
    last = decodeURIComponent(url.pathname.slice(url.pathname.lastIndexOf('/') + 1));
  } catch {
    return undefined;
  }
  const requiresPython = attributes.get('data-requires-python');
  const metadata = attributes.get('data-core-metadata') ?? attributes.get('data-dist-info-metadata');
  const yanked = attributes.get('data-yanked');
  return getFile(project, last || text, url.href, {
    hashes,
    ...(requiresPython ? { requiresPython } : {}),
    ...(yanked === undefined ? {} : { yanked: yanked === '' ? true : yanked }),
    ...(metadata === undefined || metadata === 'false' ? {} : { metadata: fragmentHashes(metadata) }),
  });
}

function parseHtml(want: Want, text: string, source: string): SimpleIndex {
  if (!/<(?:!doctype html|html|a|body)\b/i.test(text.slice(0, 5000))) throw broken();
  const href = getAttributes(/<base\b([^>]{0,2000})>/i.exec(text.slice(0, headLength))?.[1] ?? '').get('href');
  const base = href && URL.canParse(href, source) ? new URL(href, source).href : source;
  const anchors = [...getAnchors(text)];
  if (want.package === undefined)
    return {
      names: [
        ...new Set(
          anchors
            .map(({ label }) => label.replace(/\/$/, ''))
            .filter(isProjectName)
            .map(normalise),
        ),
      ],
    };
  const { package: project } = want;
  // A page of links that has none to a distribution, such as a login page, is not a listing of an existing project.
  const files = anchors.map(({ attributes, label }) => htmlFile(project, attributes, label, base)).filter((file) => file?.version !== undefined);
  if (anchors.length > 0 && files.length === 0) throw broken();
  return makeIndex(project, files, []);
}

/** Reads an upstream's answer, JSON or HTML. @throws AppError `upstream_failed` */
export function parseSimple(want: Want, document: Buffer, source: { url: string; contentType: string }): SimpleIndex {
  const text = document.toString('utf8');
  return /\bjson\b/.test(source.contentType) || /^\s*\{/.test(text.slice(0, 200)) ? parseJson(want, text, source.url) : parseHtml(want, text, source.url);
}
