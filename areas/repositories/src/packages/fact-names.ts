import { catalogue } from '@packhouse/console-kit/console-kit.ts';

/** Facts that formats tell of a version come with English names. */
const names = {
  'App version': { en: 'App version', de: 'App-Version' },
  Architecture: { en: 'Architecture', de: 'Architektur' },
  Created: { en: 'Created', de: 'Erstellt' },
  Digest: { en: 'Digest', de: 'Digest' },
  Frameworks: { en: 'Frameworks', de: 'Frameworks' },
  'Go version': { en: 'Go version', de: 'Go-Version' },
  Group: { en: 'Group', de: 'Gruppe' },
  Inputs: { en: 'Inputs', de: 'Eingaben' },
  'Module type': { en: 'Module type', de: 'Modulart' },
  Origin: { en: 'Origin', de: 'Herkunft' },
  Outputs: { en: 'Outputs', de: 'Ausgaben' },
  'Package id': { en: 'Package id', de: 'Paketkennung' },
  Packaging: { en: 'Packaging', de: 'Paketart' },
  Parent: { en: 'Parent', de: 'Übergeordnetes Projekt' },
  Platform: { en: 'Platform', de: 'Plattform' },
  Priority: { en: 'Priority', de: 'Priorität' },
  Repository: { en: 'Repository', de: 'Quelltext-Repository' },
  'Required version': { en: 'Required version', de: 'Verlangte Version' },
  'Requires Python': { en: 'Requires Python', de: 'Verlangt Python' },
  'Ruby version': { en: 'Ruby version', de: 'Ruby-Version' },
  'Rust version': { en: 'Rust version', de: 'Rust-Version' },
  Section: { en: 'Section', de: 'Bereich' },
  Source: { en: 'Source', de: 'Quelle' },
  'Swift tools version': { en: 'Swift tools version', de: 'Version der Swift-Werkzeuge' },
  Type: { en: 'Type', de: 'Art' },
} as const;

const { t } = catalogue(names);

const isKnown = (label: string): label is keyof typeof names => Object.hasOwn(names, label);

/** The name of a fact in the language on screen. */
export function factName(label: string): string {
  return isKnown(label) ? t(label) : label;
}
