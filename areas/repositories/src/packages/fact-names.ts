import { catalogue } from '@packhouse/console-kit/console-kit.ts';

/** Facts that formats tell of a version come with English names. */
const names = {
  'App version': 'App version',
  Architecture: 'Architecture',
  Created: 'Created',
  Digest: 'Digest',
  Frameworks: 'Frameworks',
  'Go version': 'Go version',
  Group: 'Group',
  Inputs: 'Inputs',
  'Module type': 'Module type',
  Origin: 'Origin',
  Outputs: 'Outputs',
  'Package id': 'Package id',
  Packaging: 'Packaging',
  Parent: 'Parent',
  Platform: 'Platform',
  Priority: 'Priority',
  Repository: 'Repository',
  'Required version': 'Required version',
  'Requires Python': 'Requires Python',
  'Ruby version': 'Ruby version',
  'Rust version': 'Rust version',
  Section: 'Section',
  Source: 'Source',
  'Swift tools version': 'Swift tools version',
  Type: 'Type',
};

const { t } = catalogue(names, {
  de: async () => ({
    'App version': 'App-Version',
    Architecture: 'Architektur',
    Created: 'Erstellt',
    Digest: 'Digest',
    Frameworks: 'Frameworks',
    'Go version': 'Go-Version',
    Group: 'Gruppe',
    Inputs: 'Eingaben',
    'Module type': 'Modulart',
    Origin: 'Herkunft',
    Outputs: 'Ausgaben',
    'Package id': 'Paketkennung',
    Packaging: 'Paketart',
    Parent: 'Übergeordnetes Projekt',
    Platform: 'Plattform',
    Priority: 'Priorität',
    Repository: 'Quelltext-Repository',
    'Required version': 'Verlangte Version',
    'Requires Python': 'Verlangt Python',
    'Ruby version': 'Ruby-Version',
    'Rust version': 'Rust-Version',
    Section: 'Bereich',
    Source: 'Quelle',
    'Swift tools version': 'Version der Swift-Werkzeuge',
    Type: 'Art',
  }),
});

const isKnown = (label: string): label is keyof typeof names => Object.hasOwn(names, label);

/** The name of a fact in the language on screen. */
export function factName(label: string): string {
  return isKnown(label) ? t(label) : label;
}
