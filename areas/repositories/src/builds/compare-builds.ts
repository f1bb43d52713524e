import type { Build } from '@packhouse/contract/repositories/build-routes.ts';

/** This happened to one thing from the earlier run to the later one. */
export interface Difference {
  key: string;
  kind: 'added' | 'removed' | 'changed';
  before?: string | undefined;
  after?: string | undefined;
}

/** A thing's name, and the text that may differ. Several may have one name: the libraries of a run in two versions, a file for each platform. */
type Thing = readonly [name: string, text: string];

/** Texts of this list that the other one has not got, each as often as it is there more. */
function without(texts: readonly string[], others: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const text of others) left.set(text, (left.get(text) ?? 0) + 1);
  return texts.filter((text) => {
    const count = left.get(text) ?? 0;
    left.set(text, count - 1);
    return count <= 0;
  });
}

/** What is on one side only is told in pairs under each name, as changes, and the rest as added or removed. */
function differences(before: readonly Thing[], after: readonly Thing[]): Difference[] {
  const [had, has] = [before, after].map((things) => Map.groupBy(things, ([name]) => name)) as [Map<string, Thing[]>, Map<string, Thing[]>];
  const keys = [...new Set([...had.keys(), ...has.keys()])].sort();
  return keys.flatMap((key) => {
    const [olds, news] = [had, has].map((things) => (things.get(key) ?? []).map(([, text]) => text).sort()) as [string[], string[]];
    const [gone, come] = [without(olds, news), without(news, olds)];
    return Array.from({ length: Math.max(gone.length, come.length) }, (_, at): Difference => {
      const [was, is] = [gone[at], come[at]];
      return { key, kind: was === undefined ? 'added' : is === undefined ? 'removed' : 'changed', before: was, after: is };
    });
  });
}

/** Without its version, so that `lib:1.0` and `lib:1.1` are the same thing. */
function getName(id: string): { name: string; version: string } {
  const parts = id.split(':');
  const version = parts.length > 1 ? (parts.at(-1) ?? '') : '';
  return { name: version === '' ? id : parts.slice(0, -1).join(':'), version };
}

const readSum = ({ sha256, sha1 }: { sha256?: string | undefined; sha1?: string | undefined }) => sha256 ?? sha1 ?? '';

const getArtifacts = (build: Build): Thing[] =>
  build.modules.flatMap((module) =>
    module.artifacts.map((file) => [`${getName(module.name).name} ${withoutNumbers(file.name)}`, `${file.name} ${readSum(file)}`.trim()] as const),
  );

/** `app-1.0.3.jar` and `app-1.0.4.jar` are the same artifact of two runs. */
const withoutNumbers = (name: string) => name.replace(/\d+(?:[.\d]*\d)?/g, '#');

const getDependencies = (build: Build): Thing[] => {
  const things = build.modules.flatMap((module) =>
    module.dependencies.map((one) => {
      const { name, version } = getName(one.name);
      return [name, [version, readSum(one).slice(0, 12)].filter(Boolean).join(' ')] as const;
    }),
  );
  // What several modules use is one thing.
  return [...new Map(things.map((thing) => [thing.join('\n'), thing])).values()];
};

const readProperties = (build: Build): Thing[] => build.properties.map(({ key, value }) => [key, value] as const);

export interface Comparison {
  artifacts: Difference[];
  dependencies: Difference[];
  environment: Difference[];
}

/** Tells what a later run made and used otherwise than an earlier one. */
export function compareBuilds(before: Build, after: Build): Comparison {
  return {
    artifacts: differences(getArtifacts(before), getArtifacts(after)),
    dependencies: differences(getDependencies(before), getDependencies(after)),
    environment: differences(readProperties(before), readProperties(after)),
  };
}
