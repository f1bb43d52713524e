import { catalogue } from '@packhouse/console-kit/console-kit.ts';

/** What the formats call their snippets. The server speaks English; what stands here has its words in other languages too. */
const titles = {
  'Trust the key that signs the repository, and add the repository (as root)': {
    en: 'Trust the key that signs the repository, and add the repository (as root)',
    de: 'Dem Schlüssel vertrauen, der das Repository signiert, und das Repository hinzufügen (als root)',
  },
  'Trust the key that signs the repository; its file must keep its name (as root)': {
    en: 'Trust the key that signs the repository; its file must keep its name (as root)',
    de: 'Dem Schlüssel vertrauen, der das Repository signiert; seine Datei muss ihren Namen behalten (als root)',
  },
  'Install a package (as root)': { en: 'Install a package (as root)', de: 'Ein Paket installieren (als root)' },
  'Publish the package in this folder': { en: 'Publish the package in this folder', de: 'Das Paket in diesem Ordner veröffentlichen' },
  'Publish a module': { en: 'Publish a module', de: 'Ein Modul veröffentlichen' },
  'Use the repository as module proxy; over plain HTTP Go signs in nowhere: visitors must be allowed to read it': {
    en: 'Use the repository as module proxy; over plain HTTP Go signs in nowhere: visitors must be allowed to read it',
    de: 'Das Repository als Modul-Proxy verwenden; über unverschlüsseltes HTTP meldet Go sich nirgends an: Besucher müssen es lesen dürfen',
  },
  'Use the repository as module proxy': { en: 'Use the repository as module proxy', de: 'Das Repository als Modul-Proxy verwenden' },
  'Use a package: .package(id: "acme.Hello", from: "1.0.0") in Package.swift, then': {
    en: 'Use a package: .package(id: "acme.Hello", from: "1.0.0") in Package.swift, then',
    de: 'Ein Paket verwenden: .package(id: "acme.Hello", from: "1.0.0") in Package.swift, dann',
  },
  'Use a module and a provider': { en: 'Use a module and a provider', de: 'Ein Modul und einen Provider verwenden' },
  'Upload with uv': { en: 'Upload with uv', de: 'Mit uv hochladen' },
  'Upload with twine': { en: 'Upload with twine', de: 'Mit twine hochladen' },
  'Upload a package': { en: 'Upload a package', de: 'Ein Paket hochladen' },
  'Upload a package into a suite and component': { en: 'Upload a package into a suite and component', de: 'Ein Paket in eine Suite und Komponente hochladen' },
  'Upload a package into a branch, repository and architecture': {
    en: 'Upload a package into a branch, repository and architecture',
    de: 'Ein Paket in Zweig, Repository und Architektur hochladen',
  },
  'Upload a file': { en: 'Upload a file', de: 'Eine Datei hochladen' },
  'Upload a chart': { en: 'Upload a chart', de: 'Ein Chart hochladen' },
  'Take dependencies from this repository': { en: 'Take dependencies from this repository', de: 'Abhängigkeiten aus diesem Repository beziehen' },
  'Tag the image for this repository': { en: 'Tag the image for this repository', de: 'Das Image für dieses Repository benennen' },
  'Sign in': { en: 'Sign in', de: 'Anmelden' },
  'Put an access token into the environment (paste it, then press Enter)': {
    en: 'Put an access token into the environment (paste it, then press Enter)',
    de: 'Ein Zugriffstoken in die Umgebung legen (einfügen, dann Enter drücken)',
  },
  'Push the image': { en: 'Push the image', de: 'Das Image ablegen' },
  'Push a package': { en: 'Push a package', de: 'Ein Paket ablegen' },
  'Push a package without dotnet': { en: 'Push a package without dotnet', de: 'Ein Paket ohne dotnet ablegen' },
  'Push a gem': { en: 'Push a gem', de: 'Ein Gem ablegen' },
  'Pull an image': { en: 'Pull an image', de: 'Ein Image beziehen' },
  Publish: { en: 'Publish', de: 'Veröffentlichen' },
  'Publish from this build (apply the maven-publish plugin)': {
    en: 'Publish from this build (apply the maven-publish plugin)',
    de: 'Aus diesem Build veröffentlichen (mit dem Plug-in maven-publish)',
  },
  'Publish a source archive without swift': { en: 'Publish a source archive without swift', de: 'Ein Quellarchiv ohne swift veröffentlichen' },
  'Publish a provider, one file for each platform': {
    en: 'Publish a provider, one file for each platform',
    de: 'Einen Provider veröffentlichen, eine Datei je Plattform',
  },
  'Publish a crate': { en: 'Publish a crate', de: 'Ein Crate veröffentlichen' },
  'Point pip and uv at this repository': { en: 'Point pip and uv at this repository', de: 'pip und uv auf dieses Repository richten' },
  'Point npm at this repository': { en: 'Point npm at this repository', de: 'npm auf dieses Repository richten' },
  'Name your own modules, so that the public checksum database is not asked about them': {
    en: 'Name your own modules, so that the public checksum database is not asked about them',
    de: 'Eigene Module nennen, damit die öffentliche Prüfsummendatenbank nicht nach ihnen gefragt wird',
  },
  'Name the source; the token comes from the environment': {
    en: 'Name the source; the token comes from the environment',
    de: 'Die Quelle nennen; das Token kommt aus der Umgebung',
  },
  'Name the registry; terraform reads the same file': {
    en: 'Name the registry; terraform reads the same file',
    de: 'Die Registry nennen; terraform liest dieselbe Datei',
  },
  'Name the registry': { en: 'Name the registry', de: 'Die Registry nennen' },
  'Name the registry and sign in': { en: 'Name the registry and sign in', de: 'Die Registry nennen und anmelden' },
  'Let the HTTP backend keep your state here, locked while it changes': {
    en: 'Let the HTTP backend keep your state here, locked while it changes',
    de: 'Das HTTP-Backend bewahrt den Zustand hier, gesperrt während er sich ändert',
  },
  'Keep the token where only apt reads it (as root)': {
    en: 'Keep the token where only apt reads it (as root)',
    de: 'Das Token ablegen, wo nur apt es liest (als root)',
  },
  'Install with uv': { en: 'Install with uv', de: 'Mit uv installieren' },
  'Install with pip': { en: 'Install with pip', de: 'Mit pip installieren' },
  'Install with bundler': { en: 'Install with bundler', de: 'Mit bundler installieren' },
  'Install a package': { en: 'Install a package', de: 'Ein Paket installieren' },
  'Install a gem': { en: 'Install a gem', de: 'Ein Gem installieren' },
  'Install a chart': { en: 'Install a chart', de: 'Ein Chart installieren' },
  'Give the client the token': { en: 'Give the client the token', de: 'Dem Client das Token geben' },
  'Give gem and bundler the token': { en: 'Give gem and bundler the token', de: 'gem und bundler das Token geben' },
  'Give cargo the token': { en: 'Give cargo the token', de: 'cargo das Token geben' },
  'Fetch what the build needs': { en: 'Fetch what the build needs', de: 'Holen, was der Build braucht' },
  'Fetch an artifact': { en: 'Fetch an artifact', de: 'Ein Artefakt holen' },
  'Download a source archive without swift': { en: 'Download a source archive without swift', de: 'Ein Quellarchiv ohne swift herunterladen' },
  'Download a package without dotnet': { en: 'Download a package without dotnet', de: 'Ein Paket ohne dotnet herunterladen' },
  'Download a file': { en: 'Download a file', de: 'Eine Datei herunterladen' },
  'Deploy the project in this folder': { en: 'Deploy the project in this folder', de: 'Das Projekt in diesem Ordner ablegen' },
  'Add the repository': { en: 'Add the repository', de: 'Das Repository hinzufügen' },
  'Add the repository (as root)': { en: 'Add the repository (as root)', de: 'Das Repository hinzufügen (als root)' },
  'Add a package to a project': { en: 'Add a package to a project', de: 'Ein Paket zu einem Projekt hinzufügen' },
  'Add a module to yours': { en: 'Add a module to yours', de: 'Ein Modul zum eigenen hinzufügen' },
  'Add a crate to yours': { en: 'Add a crate to yours', de: 'Ein Crate zum eigenen hinzufügen' },
} as const;

const { t } = catalogue(titles);

const isKnown = (title: string): title is keyof typeof titles => Object.hasOwn(titles, title);

/** The title of a snippet in the language on screen; one of a format that has none there stays as the server says it. */
export function snippetTitle(title: string): string {
  return isKnown(title) ? t(title) : title;
}
