import type { RenderContext, Rendered, Want } from '../format.ts';
import { escapeMarkup } from '../text/html-text.ts';
import { json } from '../text/render-json.ts';
import { compareVersions } from './pypi-names.ts';
import { inOrder, type SimpleFile, type SimpleIndex } from './simple-index.ts';

// https://packaging.python.org/en/latest/specifications/simple-repository-api/
const apiVersion = '1.1';
const headers = { vary: 'accept', 'cache-control': 'max-age=0' };

function getUrl(file: SimpleFile, baseUrl: string): string {
  return `${baseUrl}/packages/${file.path.split('/').map(encodeURIComponent).join('/')}`;
}

function jsonFile(file: SimpleFile, baseUrl: string): Record<string, unknown> {
  const metadata = file.metadata && (Object.keys(file.metadata).length === 0 ? true : file.metadata);
  return {
    filename: file.name,
    url: getUrl(file, baseUrl),
    hashes: file.hashes,
    ...(file.requiresPython ? { 'requires-python': file.requiresPython } : {}),
    ...(file.size === undefined ? {} : { size: file.size }),
    ...(file.uploadTime ? { 'upload-time': file.uploadTime } : {}),
    yanked: file.yanked ?? false,
    // Not under its first name too: pip before 23.3 breaks on it. https://peps.python.org/pep-0714/
    'core-metadata': metadata ?? false,
  };
}

function fragment(hashes: Readonly<Record<string, string>>): string {
  const [name, value] = (['sha256', 'sha512', 'sha384', 'sha224', 'sha1', 'md5'].map((one) => [one, hashes[one]] as const).find(([, hash]) => hash) ?? []) as [
    string?,
    string?,
  ];
  return name && value ? `${name}=${value}` : '';
}

function anchor(file: SimpleFile, baseUrl: string): string {
  const hash = fragment(file.hashes);
  const metadata = file.metadata ? fragment(file.metadata) || 'true' : undefined;
  const attributes: [string, string | undefined][] = [
    ['href', `${getUrl(file, baseUrl)}${hash ? `#${hash}` : ''}`],
    ['data-requires-python', file.requiresPython],
    ['data-yanked', file.yanked === undefined || file.yanked === false ? undefined : file.yanked === true ? '' : file.yanked],
    ['data-core-metadata', metadata],
    ['data-dist-info-metadata', metadata],
  ];
  const written = attributes.filter(([, value]) => value !== undefined).map(([name, value]) => `${name}="${escapeMarkup(value ?? '')}"`);
  return `<a ${written.join(' ')}>${escapeMarkup(file.name)}</a><br>`;
}

function page(title: string, lines: readonly string[]): string {
  return `<!DOCTYPE html>\n<html>\n<head><meta name="pypi:repository-version" content="${apiVersion}"><title>${escapeMarkup(title)}</title></head>\n<body>\n${lines.join('\n')}\n</body>\n</html>\n`;
}

/** A listing in JSON or HTML, from one and the same model. */
export function renderSimple(want: Want, index: SimpleIndex, { baseUrl }: RenderContext): Rendered {
  const html = (body: string): Rendered => ({
    contentType: want.variant === 'html-v1' ? 'application/vnd.pypi.simple.v1+html' : 'text/html; charset=utf-8',
    headers,
    body,
  });
  const meta = { 'api-version': apiVersion };
  const jsonType = { contentType: 'application/vnd.pypi.simple.v1+json', headers };
  if ('names' in index) {
    if (want.variant === 'json') return json({ meta, projects: index.names.map((name) => ({ name })) }, jsonType);
    return html(
      page(
        'Projects',
        index.names.map((name) => `<a href="${escapeMarkup(`${baseUrl}/simple/${name}/`)}">${escapeMarkup(name)}</a><br>`),
      ),
    );
  }
  const { project } = index;
  const files = inOrder(project.files);
  if (want.variant === 'json') {
    const versions = project.versions.toSorted(compareVersions);
    return json({ meta, name: project.name, versions, files: files.map((file) => jsonFile(file, baseUrl)) }, jsonType);
  }
  return html(
    page(
      `Files of ${project.name}`,
      files.map((file) => anchor(file, baseUrl)),
    ),
  );
}
