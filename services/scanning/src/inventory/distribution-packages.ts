import type { InstalledPackage } from '@packhouse/formats/library-evidence.ts';

export type DistributionPackage = InstalledPackage;

/** PostgreSQL keeps no text with a zero byte. */
const clean = (text: string) => text.replaceAll('\0', '').trim();

/** Fields of one stanza; continued lines are left out, since none of ours has any. */
function findFields(stanza: string, separator: RegExp): Map<string, string> {
  const fields = new Map<string, string>();
  for (const line of stanza.split('\n')) {
    const match = separator.exec(line);
    if (match?.[1] && match[2] !== undefined && !fields.has(match[1])) fields.set(match[1], clean(match[2]));
  }
  return fields;
}

/** Packages that a dpkg database says are installed. https://manpages.debian.org/dpkg-query.1 */
export function readDpkgStatus(text: string, options: { alwaysInstalled?: boolean } = {}): DistributionPackage[] {
  return text.split(/\n\s*\n/).flatMap((stanza) => {
    const fields = findFields(stanza, /^([A-Za-z-]+):\s*(.*)$/s);
    const [name, version, status] = [fields.get('Package'), fields.get('Version'), fields.get('Status')];
    if (!name || !version || !(options.alwaysInstalled || status?.endsWith(' installed'))) return [];
    const [, sourceName, sourceVersion] = /^(\S+)(?:\s+\(([^)]+)\))?$/.exec(fields.get('Source') ?? '') ?? [];
    return [{ name, version, ...(sourceName ? { sourceName } : {}), ...(sourceVersion ? { sourceVersion } : {}) }];
  });
}

/** Packages of an apk database; `own` is told of each file they own. https://wiki.alpinelinux.org/wiki/Apk_spec */
export function readApkInstalled(text: string, own: (folder: string, name: string) => void): DistributionPackage[] {
  return text.split(/\n\n/).flatMap((stanza) => {
    const fields = findFields(stanza, /^([A-Za-z]):(.*)$/);
    let folder = '';
    for (const line of stanza.split('\n')) {
      if (line.startsWith('F:')) folder = line.slice(2);
      else if (line.startsWith('R:')) own(folder, line.slice(2));
    }
    const [name, version, sourceName, licence] = [fields.get('P'), fields.get('V'), fields.get('o'), fields.get('L')];
    return name && version ? [{ name, version, ...(sourceName ? { sourceName } : {}), ...(licence ? { licence } : {}) }] : [];
  });
}

/** Which distribution an image is of. https://www.freedesktop.org/software/systemd/man/os-release.html */
export function readRelease(text: string): { id: string; version: string } {
  const fields = findFields(text, /^([A-Z_]+)=(.*)$/);
  const value = (name: string) => (fields.get(name) ?? '').replace(/^(["'])(.*)\1$/, '$2');
  return { id: value('ID').toLowerCase(), version: value('VERSION_ID') };
}
