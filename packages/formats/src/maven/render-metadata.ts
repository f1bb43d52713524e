import { createHash } from 'node:crypto';
import type { Rendered, Want } from '../format.ts';
import { escapeMarkup } from '../text/html-text.ts';
import type { MavenMetadata, SnapshotFile } from './maven-metadata.ts';

function element(name: string, text: string | undefined): string {
  return text === undefined || text === '' ? '' : `<${name}>${escapeMarkup(text)}</${name}>`;
}

function block(name: string, lines: readonly string[]): string {
  const inside = lines.filter((line) => line !== '');
  return inside.length === 0 ? '' : `<${name}>\n${inside.map((line) => line.replace(/^/gm, '  ')).join('\n')}\n</${name}>`;
}

function snapshotBlock(files: readonly SnapshotFile[]): string[] {
  const newest = files.toSorted((a, b) => (a.updated < b.updated ? 1 : -1)).find(({ value }) => /\d{8}\.\d{6}-\d+$/.test(value));
  const [, timestamp, build] = /(\d{8}\.\d{6})-(\d+)$/.exec(newest?.value ?? '') ?? [];
  const listed = files.map((file) =>
    block('snapshotVersion', [
      element('classifier', file.classifier),
      element('extension', file.extension),
      element('value', file.value),
      element('updated', file.updated),
    ]),
  );
  return [timestamp ? block('snapshot', [element('timestamp', timestamp), element('buildNumber', build)]) : '', block('snapshotVersions', listed)];
}

function getDocument(want: Want, model: MavenMetadata): string {
  const isSnapshot = want.version !== undefined;
  const listed = isSnapshot ? [] : model.versions.map((version) => element('version', version));
  const versioning = isSnapshot
    ? [...snapshotBlock(model.snapshots ?? []), element('lastUpdated', model.updated)]
    : [element('latest', model.latest), element('release', model.release), block('versions', listed), element('lastUpdated', model.updated)];
  const plugins = model.plugins.map((plugin) =>
    block('plugin', [element('name', plugin.name), element('prefix', plugin.prefix), element('artifactId', plugin.artifact)]),
  );
  const root = [
    element('groupId', model.group),
    element('artifactId', model.artifact),
    element('version', want.version),
    block('versioning', model.versions.length > 0 ? versioning : []),
    block('plugins', plugins),
  ];
  const body = root.filter((line) => line !== '').map((line) => line.replace(/^/gm, '  '));
  return `<?xml version="1.0" encoding="UTF-8"?>\n<metadata modelVersion="1.1.0">\n${body.join('\n')}\n</metadata>\n`;
}

/** The document, or one of its checksums. */
export function renderMetadata(want: Want, model: MavenMetadata): Rendered {
  const document = getDocument(want, model);
  if (want.variant === undefined) return { contentType: 'application/xml; charset=utf-8', body: document };
  return { contentType: 'text/plain; charset=utf-8', body: createHash(want.variant).update(document).digest('hex') };
}
