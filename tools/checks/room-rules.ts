import { posix } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { type Finding, lineAt } from './finding.ts';
import { type FileImport, isOnFloor } from './room-graph.ts';

/** One file asks this of another. */
export interface ImportUse {
  readonly specifier: string;
  readonly line: number;
  /** Nothing of it is left at run time. */
  readonly typeOnly: boolean;
  /** It is fetched when it is used, not when the file is read. */
  readonly lazy?: boolean;
}

/** Everybody may know this of the formats: their cards, and the words that screens show of them. */
const cards = /^packages\/formats\/src\/(cards|format-card|format-words|format-refusals)\.ts$/;

const formatCard = /^packages\/formats\/src\/[^/]+\/[^/]+-card\.ts$/;

/** Each room, and the rooms it may import. A room that is not listed here may not hold source files. */
const rooms: readonly { readonly room: RegExp; readonly mayImport: readonly RegExp[] }[] = [
  { room: /^packages\/contract\//, mayImport: [cards] },
  { room: /^packages\/limits\//, mayImport: [/^packages\/contract\//] },
  // All that a service says to its clients stands in a folder of the contract, which the kernel does not open.
  { room: /^packages\/kernel\//, mayImport: [/^packages\/limits\//, /^packages\/contract\/src\/(shell\/)?[^/]+$/] },
  { room: /^packages\/peers\//, mayImport: [/^packages\/(contract|kernel)\//] },
  { room: /^packages\/formats\//, mayImport: [/^packages\/(contract|limits)\//] },
  { room: /^packages\/ui\//, mayImport: [/^packages\/contract\//] },
  { room: /^packages\/console-kit\//, mayImport: [/^packages\/(contract|ui)\//] },
  { room: /^packages\/testkit\//, mayImport: [/^packages\//, /^services\/[^/]+\/src\/service\.ts$/] },
  { room: /^services\/(repositories|scanning)\//, mayImport: [/^packages\/(contract|limits|kernel|peers|formats)\//] },
  { room: /^services\/[^/]+\//, mayImport: [/^packages\/(contract|limits|kernel|peers)\//] },
  { room: /^areas\/[^/]+\//, mayImport: [/^packages\/(contract|ui|console-kit)\//, cards] },
  { room: /^apps\/console\//, mayImport: [/^packages\/(contract|ui|console-kit)\//, cards] },
  { room: /^apps\/server\//, mayImport: [/^packages\/(contract|kernel|peers|formats)\//, /^services\//] },
  { room: /^e2e\//, mayImport: [/^packages\/(contract|testkit)\//, /^tools\//] },
  { room: /^bench\//, mayImport: [/^packages\/(contract|testkit)\//, /^tools\//] },
  // What was built says by itself whether it is still that of its sources.
  { room: /^tools\//, mayImport: [/^packages\/contract\//, /^apps\/server\/src\/built-program\.ts$/] },
];

/** Tests, and the files that only tests use. */
const testFile = /\.test\.tsx?$|\/(test-[^/]+|[^/]+-test-[^/]+)\.tsx?$/;

export function isTestFile(file: string): boolean {
  return testFile.test(file);
}

/** Third-party libraries that only some rooms may use. */
const libraries: readonly { readonly library: RegExp; readonly allowed: (file: string) => boolean; readonly rule: string }[] = [
  {
    library: /^(react|react-dom|antd|react-router|@tanstack\/.*|@ant-design\/.*)(\/|$)/,
    allowed: isBrowserFile,
    rule: 'browser libraries belong to ui, console-kit, areas and the console',
  },
  {
    library: /^(node:.*|fastify|kysely|pg|undici)(\/|$)/,
    allowed: (file) => !isBrowserFile(file) || isConfigFile(file) || isTestkit(file),
    rule: 'the browser has no server libraries',
  },
  { library: /^(fastify|kysely|pg|react|antd)(\/|$)/, allowed: (file) => !file.startsWith('packages/contract/'), rule: 'contract imports schemas only' },
  {
    library: /^kysely(\/|$)/,
    allowed: (file) => statementFile.test(file) || !/^(packages|services|apps)\//.test(file),
    rule: 'only files of queries, schemas and migrations import the query builder',
  },
];

/** Statements stand where they are looked for. The outbox and the jobs of the kernel are tables, with what is written into them. */
const statementFile =
  /(-queries|(^|-|\/)schema)\.ts$|\/migrations\/|^packages\/kernel\/src\/(database\/|events\/postgres-outbox\.ts$|jobs\/graphile-jobs\.ts$)|^packages\/testkit\//;

const serverInside: readonly { readonly library: RegExp; readonly allowed: RegExp; readonly rule: string }[] = [
  { library: /^fastify(\/|$)/, allowed: /(-routes|\/service)\.ts$/, rule: 'only routes and service.ts import Fastify' },
];

/** Reads the imports and re-exports of a source text, dynamic ones with a literal included. */
export function readImports(file: string, text: string): ImportUse[] {
  const { module, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file} does not parse: ${errors[0]?.message}`);
  const fixed = module.staticImports.map((one) => ({
    specifier: one.moduleRequest.value,
    line: lineAt(text, one.start),
    typeOnly: one.entries.length > 0 && one.entries.every((entry) => entry.isType),
  }));
  const passedOn = module.staticExports.flatMap(({ entries, start }) =>
    entries.flatMap(({ moduleRequest, isType }) => (moduleRequest ? [{ specifier: moduleRequest.value, line: lineAt(text, start), typeOnly: isType }] : [])),
  );
  const dynamic = module.dynamicImports.flatMap(({ moduleRequest, start }) => {
    const literal = /^['"`](.*)['"`]$/s.exec(text.slice(moduleRequest.start, moduleRequest.end));
    return literal?.[1] === undefined ? [] : [{ specifier: literal[1], line: lineAt(text, start), typeOnly: false, lazy: true }];
  });
  return [...fixed, ...passedOn, ...dynamic];
}

/** Imports among our own files, for what they say together. Tests may go where they want. */
export function readFileImports(file: string, text: string, folders: ReadonlyMap<string, string>): FileImport[] {
  if (testFile.test(file)) return [];
  return readImports(file, text).flatMap(({ specifier, line, lazy = false }) => {
    const to = resolveImport(file, specifier, folders);
    return to === undefined ? [] : [{ from: file, to, line, lazy }];
  });
}

/** Names of services, and of what they do, have no place in what all of them stand on. */
const serviceWord = /\b(artifactory|xray|scan|scans|scanning|advisory|vulnerability|violation|docker|npm|maven)\b/i;

/** Checks what something in a file is called: its words, a name such as `scanDirectory` being two. */
function checkKernelNames(file: string, text: string): Finding[] {
  if (!file.startsWith('packages/kernel/') || testFile.test(file)) return [];
  const { program } = parseSync(file, text);
  const found: Finding[] = [];
  const look = (name: string, words: string, start: number) => {
    if (serviceWord.test(words)) found.push({ file, line: lineAt(text, start), message: `the kernel knows no service and none of its concerns: ${name}` });
  };
  new Visitor({
    Identifier: ({ name, start }) => look(name, name.replace(/([a-z0-9])([A-Z])/g, '$1 $2'), start),
    Literal: ({ value, start }) => typeof value === 'string' && look(value, value, start),
    TemplateElement: ({ value, start }) => look(value.raw, value.raw, start),
  }).visit(program);
  return found;
}

/** Peers are what services promise each other: types, and nothing that runs. */
function checkPeers(file: string, text: string): Finding[] {
  if (!file.startsWith('packages/peers/')) return [];
  return parseSync(file, text).program.body.flatMap((statement) => {
    const meant = statement.type === 'ExportNamedDeclaration' && statement.declaration ? statement.declaration : statement;
    const isType = meant.type === 'TSInterfaceDeclaration' || meant.type === 'TSTypeAliasDeclaration' || meant.type === 'ImportDeclaration';
    return isType ? [] : [{ file, line: lineAt(text, statement.start), message: 'peers hold types only' }];
  });
}

/** Every import of a file that its room may not make. */
export function checkRooms(file: string, text: string, folders: ReadonlyMap<string, string>): Finding[] {
  const place = rooms.find(({ room }) => room.test(file));
  if (!place) return [{ file, message: 'stands in no room that the import rules know' }];
  const imports = readImports(file, text).flatMap((use) => {
    const target = resolveImport(file, use.specifier, folders);
    const message = judgeCard(file, use, target) ?? (target === undefined ? judgeLibrary(file, use) : judgeRoom(file, place, target, use));
    return message === undefined ? [] : [{ file, line: use.line, message }];
  });
  return [...imports, ...checkKernelNames(file, text), ...checkPeers(file, text)];
}

/** The tracked path an import means, or undefined for a third-party library. */
function resolveImport(file: string, specifier: string, folders: ReadonlyMap<string, string>): string | undefined {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(file), specifier);
  const [, name, path] = /^(@packhouse\/[^/]+)\/?(.*)$/.exec(specifier) ?? [];
  if (name === undefined) return undefined;
  return `${folders.get(name) ?? 'unknown'}/src/${path}`;
}

/** The console loads every card with its first page, so a card may bring nothing along. */
function judgeCard(file: string, use: ImportUse, target: string | undefined): string | undefined {
  if (!formatCard.test(file) || (use.typeOnly && target === 'packages/formats/src/format-card.ts')) return undefined;
  return `a format's card is plain data and imports nothing but its type: ${use.specifier}`;
}

function judgeRoom(file: string, place: (typeof rooms)[number], target: string, { specifier, typeOnly }: ImportUse): string | undefined {
  if (testFile.test(file) && /^(packages\/testkit|tools)\//.test(target)) return undefined;
  if (file.startsWith('packages/peers/') && !typeOnly) return `peers are types only: ${specifier}`;
  const own = getRoom(file) === getRoom(target);
  if (!own && !place.mayImport.some((allowed) => allowed.test(target))) return `${getRoom(file)} may not import ${specifier}`;
  if (own && specifier.startsWith('@packhouse/')) return `inside a room imports are relative: ${specifier}`;
  if (!own && specifier.startsWith('.') && !target.startsWith('tools/')) return `another room is imported by its name, not by ${specifier}`;
  if (!own && target.startsWith('packages/peers/') && !typeOnly) return `peers are types only: ${specifier}`;
  if (target.endsWith('-queries.ts') && findFeature(target) !== findFeature(file) && !isOnFloor(target) && !testFile.test(file))
    return `queries are private to their feature: ${specifier}`;
  return undefined;
}

/** Tests of screens answer calls with what the contract lets a server answer: what knows how stands in the test kit. */
function judgeAnswering(file: string, { specifier, typeOnly }: ImportUse): string | undefined {
  if (typeOnly || !/^msw(\/|$)/.test(specifier) || file.startsWith('packages/testkit/')) return undefined;
  return `${specifier}: answers come from the contract: use packages/testkit/src/console/answers.ts`;
}

function judgeLibrary(file: string, use: ImportUse): string | undefined {
  const answering = judgeAnswering(file, use);
  if (answering !== undefined) return answering;
  if (testFile.test(file) || use.typeOnly) return undefined;
  const broken = libraries.find(({ library, allowed }) => library.test(use.specifier) && !allowed(file));
  if (broken) return `${use.specifier}: ${broken.rule}`;
  if (!file.startsWith('services/')) return undefined;
  const inside = serverInside.find(({ library, allowed }) => library.test(use.specifier) && !allowed.test(file));
  return inside && `${use.specifier}: ${inside.rule}`;
}

function getRoom(path: string): string {
  const [first = '', second = ''] = path.split('/');
  return ['packages', 'services', 'areas', 'apps'].includes(first) ? `${first}/${second}` : first;
}

function findFeature(path: string): string | undefined {
  return /^services\/[^/]+\/src\/[^/]+(?=\/)/.exec(path)?.[0];
}

function isBrowserFile(file: string): boolean {
  return /^(packages\/(ui|console-kit)|areas\/[^/]+|apps\/console)\//.test(file) || isTestkit(file);
}

function isTestkit(file: string): boolean {
  return /^(packages\/testkit|e2e)\//.test(file);
}

function isConfigFile(file: string): boolean {
  return file.endsWith('.config.ts');
}
