import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { bare, isFunction, nameOf, parse, part, parts, type Syntax, walk } from './syntax.ts';

const root = new URL('../../', import.meta.url).pathname;

/** Tests, and the files that only tests use. */
const testFile = /\.test\.ts$|\/(?:test-[^/]+|[^/]+-test-[^/]+)\.ts$/;

/** Parsed sources, and what is called by a name in them. */
export interface Sources {
  readonly files: ReadonlyMap<string, Syntax>;
  /** The functions that a call or a `new` can mean: of the same file, or imported by name. */
  functionsOf(call: Syntax): Syntax[];
  /** Errors of the services that take their words as any error does. Those of the kernel end the start, before anybody can read the console. */
  readonly plainErrors: ReadonlySet<string>;
}

/** The name a function is called by; a constructor's is that of its class. */
function ownName(one: Syntax): string | undefined {
  const above = one.above;
  if (one.id) return nameOf(part(one, 'id'));
  if (above?.type === 'VariableDeclarator') return nameOf(part(above, 'id'));
  if (above?.kind === 'constructor') return nameOf(part(above.above?.above, 'id'));
  return above && /^(?:MethodDefinition|PropertyDefinition|Property)$/.test(above.type) ? nameOf(part(above, 'key')) : undefined;
}

function functionsByName(whole: Syntax): Map<string, Syntax[]> {
  const found = new Map<string, Syntax[]>();
  walk(whole, (one) => {
    const name = isFunction(one) ? ownName(one) : undefined;
    if (name !== undefined) found.set(name, [...(found.get(name) ?? []), one]);
    return true;
  });
  return found;
}

/** Where each imported name comes from: the file and the name there. */
function importsOf(file: string, whole: Syntax): Map<string, { file: string; name: string }> {
  const found = new Map<string, { file: string; name: string }>();
  for (const one of parts(whole, 'body')) {
    const from = part(one, 'source')?.value;
    if (one.type !== 'ImportDeclaration' || typeof from !== 'string') continue;
    const [, room, rest] = /^@packhouse\/([^/]+)\/(.+)$/.exec(from) ?? [];
    const target = room === undefined ? posix.join(posix.dirname(file), from) : `packages/${room}/src/${rest}`;
    for (const specifier of parts(one, 'specifiers')) {
      const local = nameOf(part(specifier, 'local'));
      if (local !== undefined) found.set(local, { file: target, name: nameOf(part(specifier, 'imported')) ?? 'default' });
    }
  }
  return found;
}

function plainErrorsOf(whole: Syntax): string[] {
  const found: string[] = [];
  walk(whole, (one) => {
    const isError = one.type === 'ClassDeclaration' && nameOf(part(one, 'superClass')) === 'Error';
    if (isError && !parts(part(one, 'body'), 'body').some(({ kind }) => kind === 'constructor')) found.push(nameOf(part(one, 'id')) ?? '');
    return true;
  });
  return found;
}

/** The texts of the sources below these folders of the repository, by their paths. */
export function readTexts(folders: readonly string[]): Map<string, string> {
  const found = globSync(
    folders.map((folder) => `${folder}/**/*.ts`),
    { cwd: root },
  );
  const names = found.filter((name) => !testFile.test(name) && !name.includes('node_modules')).sort();
  return new Map(names.map((name) => [name, readFileSync(`${root}${name}`, 'utf8')]));
}

export function sourcesOf(texts: ReadonlyMap<string, string>): Sources {
  const files = new Map([...texts].map(([name, text]) => [name, parse(name, text)]));
  const functions = new Map([...files].map(([name, whole]) => [name, functionsByName(whole)]));
  const imports = new Map([...files].map(([name, whole]) => [name, importsOf(name, whole)]));
  return {
    files,
    plainErrors: new Set([...files].flatMap(([name, whole]) => (name.startsWith('services/') ? plainErrorsOf(whole) : []))),
    functionsOf(call) {
      const callee = bare(part(call, 'callee'));
      const name = nameOf(callee) ?? nameOf(part(callee, 'property'));
      if (name === undefined) return [];
      const from = callee?.type === 'Identifier' ? imports.get(call.file)?.get(name) : undefined;
      return functions.get(from?.file ?? call.file)?.get(from?.name ?? name) ?? [];
    },
  };
}
