import type { Build } from '@packhouse/contract/build-routes.ts';

/** What happened to one thing from the earlier run to the later one. */
export interface Difference {
  key: string;
  kind: 'added' | 'removed' | 'changed';
  before?: string | undefined;
  after?: string | undefined;
}

/** Things by their name; the text is what may differ. */
type Things = ReadonlyMap<string, string>;

function differences(before: Things, after: Things): Difference[] {
  const keys = [...new Set([...before.keys(), ...after.keys()])].sort();
  return keys.flatMap((key): Difference[] => {
    const [was, is] = [before.get(key), after.get(key)];
    if (was === is) return [];
    return [{ key, kind: was === undefined ? 'added' : is === undefined ? 'removed' : 'changed', before: was, after: is }];
  });
}

/** Without its version, so that `lib:1.0` and `lib:1.1` are the same thing. */
function nameOf(id: string): { name: string; version: string } {
  const parts = id.split(':');
  const version = parts.length > 1 ? (parts.at(-1) ?? '') : '';
  return { name: version === '' ? id : parts.slice(0, -1).join(':'), version };
}

const sumOf = ({ sha256, sha1 }: { sha256?: string | undefined; sha1?: string | undefined }) => sha256 ?? sha1 ?? '';

const artifactsOf = (build: Build): Things =>
  new Map(
    build.modules.flatMap((module) =>
      module.artifacts.map((file) => [`${nameOf(module.name).name} ${withoutNumbers(file.name)}`, `${file.name} ${sumOf(file)}`.trim()]),
    ),
  );

/** `app-1.0.3.jar` and `app-1.0.4.jar` are the same artifact of two runs. */
const withoutNumbers = (name: string) => name.replace(/\d+(?:[.\d]*\d)?/g, '#');

const dependenciesOf = (build: Build): Things =>
  new Map(
    build.modules.flatMap((module) =>
      module.dependencies.map((one) => {
        const { name, version } = nameOf(one.name);
        return [name, [version, sumOf(one).slice(0, 12)].filter(Boolean).join(' ')] as const;
      }),
    ),
  );

const propertiesOf = (build: Build): Things => new Map(build.properties.map(({ key, value }) => [key, value]));

export interface Comparison {
  artifacts: Difference[];
  dependencies: Difference[];
  environment: Difference[];
}

/** What a later run made and used otherwise than an earlier one. */
export function compareBuilds(before: Build, after: Build): Comparison {
  return {
    artifacts: differences(artifactsOf(before), artifactsOf(after)),
    dependencies: differences(dependenciesOf(before), dependenciesOf(after)),
    environment: differences(propertiesOf(before), propertiesOf(after)),
  };
}
