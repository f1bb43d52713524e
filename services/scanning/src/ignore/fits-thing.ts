import type { ArtifactFit, ComponentFit } from './fit.ts';

// The same in memory as the conditions of the queries.

/** A component that rules are held against. */
export interface FittedComponent {
  ecosystem: string;
  distro: string;
  name: string;
  version: string;
  purl: string;
}

/** A file that rules are held against, or an assembly, which has no content of its own. */
export interface FittedThing {
  repository: string;
  path: string;
  format: string;
  package: string;
  version: string;
  sha256: string | null;
}

type Fits<Fit> = (fit: Fit) => boolean;
const someFits = <Fit>(fits: readonly Fit[] | null, test: Fits<Fit>) => fits === null || fits.some(test);
const isOpen = (wanted: string | undefined, ...given: readonly (string | null)[]) => wanted === undefined || given.includes(wanted);

export function fitsComponent({ components }: { components: readonly ComponentFit[] | null }, component: FittedComponent | undefined): boolean {
  if (!component) return components === null;
  return someFits(
    components,
    ({ name, ecosystem, purl, version, distro, versions }) =>
      isOpen(name, component.name) &&
      isOpen(ecosystem, component.ecosystem) &&
      (purl === undefined || component.purl.startsWith(`${purl}@`)) &&
      isOpen(version, component.version) &&
      isOpen(distro, component.distro) &&
      (versions === undefined || versions.includes(component.version)),
  );
}

export function fitsArtifact({ artifacts }: { artifacts: readonly ArtifactFit[] | null }, target: FittedThing): boolean {
  const whole = `${target.repository}/${target.path}`;
  const file = target.path.slice(target.path.lastIndexOf('/') + 1);
  return someFits(artifacts, (fit) => {
    const named = fit.name ?? fit.package;
    return (
      isOpen(fit.name, file, target.package) &&
      isOpen(fit.package, target.package) &&
      (fit.package === undefined || isOpen(fit.format, target.format)) &&
      isOpen(fit.version, target.version) &&
      isOpen(fit.sha256, target.sha256) &&
      (fit.folder === undefined || whole === fit.folder + file || (named === undefined && whole.startsWith(fit.folder)))
    );
  });
}
