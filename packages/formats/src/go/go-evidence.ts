import type { LibraryEvidence, NamedLibrary, ProgramEvidence } from '../library-evidence.ts';
import { getRequirements } from './go-package.ts';

/** Modules that a module asks for are what its build takes at least. https://go.dev/ref/mod#go-mod-file-require */
const readGoMod = (text: string): NamedLibrary[] => getRequirements(text).map(({ name, requirement }) => ({ name, version: requirement }));

export const evidence: readonly LibraryEvidence[] = [{ path: /^(?:.{1,400}@[^/]+\/|[^/]+\/)?go\.mod$/, read: readGoMod, onlyAtTop: true }];

const magic = Buffer.from('\xff Go buildinf:', 'latin1');
/** What stands around the list of modules, so that it is not taken for other text. */
const sentinel = 16;
/** The list of the largest known programs has some hundred thousand bytes. */
const longestText = 4 * 1024 * 1024;
/** Text that only looks like the beginning is passed over so often. */
const mostBeginnings = 64;

/** A text behind its length. */
function textAt(bytes: Buffer, start: number): { text: Buffer; end: number } | undefined {
  let length = 0;
  let at = start;
  for (let shift = 0; shift < 28; shift += 7) {
    const byte = bytes[at++];
    if (byte === undefined) return undefined;
    length += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) return length <= longestText && at + length <= bytes.length ? { text: bytes.subarray(at, at + length), end: at + length } : undefined;
  }
  return undefined;
}

/** https://pkg.go.dev/runtime/debug#BuildInfo */
function readModules(list: string): NamedLibrary[] {
  const found: NamedLibrary[] = [];
  for (const line of list.split('\n')) {
    const [kind, name, version] = line.split('\t');
    // What a module was replaced with is what went in.
    if (kind === '=>' && found.length > 0) found[found.length - 1] = { name, version };
    else if (kind === 'dep' || kind === 'mod') found.push({ name, version });
  }
  return found.filter(({ version }) => typeof version === 'string' && /^v\d/.test(version));
}

/** `1.22` and `1.22rc1` as advisories write them. */
function spellCompiler(version: string): string {
  const [, number, part = '.0', rest = ''] = /^(\d+\.\d+)(\.\d+)?(.*)$/.exec(version) ?? [];
  return number === undefined ? version : `${number}${part}${/^(?:rc|beta)/.test(rest) ? `-${rest}` : ''}`;
}

/** What the linker leaves in a program: its compiler, and the modules that went in. Since Go 1.18. https://pkg.go.dev/debug/buildinfo */
async function readBuildInfo(bytes: Buffer): Promise<NamedLibrary[]> {
  let at = bytes.indexOf(magic);
  for (let tried = 0; at >= 0 && tried < mostBeginnings; tried++, at = bytes.indexOf(magic, at + 1)) {
    const isInline = ((bytes[at + 15] ?? 0) & 2) !== 0;
    const compiler = isInline && at % 16 === 0 ? textAt(bytes, at + 32) : undefined;
    const modules = compiler && textAt(bytes, compiler.end);
    const version = compiler && /^(?:devel )?go(\d+(?:\.\d+)+\S{0,40})/.exec(compiler.text.toString('latin1'))?.[1];
    if (!modules || version === undefined) continue;
    const list = modules.text.subarray(sentinel, Math.max(sentinel, modules.text.length - sentinel)).toString('utf8');
    return [{ name: 'stdlib', version: spellCompiler(version) }, ...readModules(list)];
  }
  return [];
}

export const programs: readonly ProgramEvidence[] = [{ read: ({ bytes }) => readBuildInfo(bytes) }];
