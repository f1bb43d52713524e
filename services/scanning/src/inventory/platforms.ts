/** What an image is made of as a whole: its distribution, a runtime it says it has, or the image it says it was built on. */
export interface Platform {
  kind: 'distribution' | 'runtime' | 'base';
  /** `os:debian`, `runtime:python`, or a package URL without its version. */
  name: string;
  version: string;
}

/** Environment variables of an image that are looked at. */
const mostVariables = 500;
const longestVersion = 100;

/** What `os-release` calls otherwise than everybody else. https://www.freedesktop.org/software/systemd/man/os-release.html#ID= */
const otherwise: Readonly<Record<string, string>> = { amzn: 'amazon', ol: 'oracle' };

/** The distribution of an image, by its `os-release`; undefined where that does not say its version. */
export function distributionPlatform({ id, version }: { id: string; version: string }): Platform | undefined {
  if (id === '' || version === '' || version.length > longestVersion) return undefined;
  return { kind: 'distribution', name: `os:${otherwise[id] ?? id}`, version };
}

/** Runtimes by the variables that official images set: `PYTHON_VERSION=3.8.20`. */
export function runtimePlatforms(variables: readonly string[]): Platform[] {
  return variables.slice(0, mostVariables).flatMap((variable): Platform[] => {
    const [, name, version] = /^([A-Z][A-Z0-9_]{0,60})_VERSION=v?(\d[\w.+-]{0,98})$/.exec(variable) ?? [];
    return name && version ? [{ kind: 'runtime', name: `runtime:${name.toLowerCase().replaceAll('_', '-')}`, version }] : [];
  });
}

/** The image that another was built on, by its annotation. https://github.com/opencontainers/image-spec/blob/main/annotations.md */
export function basePlatform(reference: string | undefined): Platform | undefined {
  const [, name, version] = /^([a-z0-9][a-z0-9._:/-]{0,250}):([\w][\w.-]{0,99})(?:@.+)?$/.exec(reference ?? '') ?? [];
  if (!name || !version) return undefined;
  const path = name.replace(/^(?:index\.)?docker\.io\//, '');
  return { kind: 'base', name: `pkg:docker/${path.includes('/') ? path : `library/${path}`}`, version };
}
