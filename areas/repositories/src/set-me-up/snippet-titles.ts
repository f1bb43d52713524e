import { catalogue } from '@packhouse/console-kit/console-kit.ts';

/** What the formats call their snippets. The server speaks English; what stands here has its words in other languages too. */
const english = {
  'Trust the key that signs the repository, and add the repository (as root)': 'Trust the key that signs the repository, and add the repository (as root)',
  'Trust the key that signs the repository; its file must keep its name (as root)':
    'Trust the key that signs the repository; its file must keep its name (as root)',
  'Install a package (as root)': 'Install a package (as root)',
  'Publish the package in this folder': 'Publish the package in this folder',
  'Publish a module': 'Publish a module',
  'Use the repository as module proxy; over plain HTTP Go signs in nowhere: visitors must be allowed to read it':
    'Use the repository as module proxy; over plain HTTP Go signs in nowhere: visitors must be allowed to read it',
  'Use the repository as module proxy': 'Use the repository as module proxy',
  'Use a package: .package(id: "acme.Hello", from: "1.0.0") in Package.swift, then':
    'Use a package: .package(id: "acme.Hello", from: "1.0.0") in Package.swift, then',
  'Use a module and a provider': 'Use a module and a provider',
  'Upload with uv': 'Upload with uv',
  'Upload with twine': 'Upload with twine',
  'Upload a package': 'Upload a package',
  'Upload a package into a suite and component': 'Upload a package into a suite and component',
  'Upload a package into a branch, repository and architecture': 'Upload a package into a branch, repository and architecture',
  'Upload a file': 'Upload a file',
  'Upload a chart': 'Upload a chart',
  'Take dependencies from this repository': 'Take dependencies from this repository',
  'Tag the image for this repository': 'Tag the image for this repository',
  'Sign in': 'Sign in',
  'Put an access token into the environment (paste it, then press Enter)': 'Put an access token into the environment (paste it, then press Enter)',
  'Push the image': 'Push the image',
  'Push a package': 'Push a package',
  'Push a package without dotnet': 'Push a package without dotnet',
  'Push a gem': 'Push a gem',
  'Pull an image': 'Pull an image',
  Publish: 'Publish',
  'Publish from this build (apply the maven-publish plugin)': 'Publish from this build (apply the maven-publish plugin)',
  'Publish a source archive without swift': 'Publish a source archive without swift',
  'Publish a provider, one file for each platform': 'Publish a provider, one file for each platform',
  'Publish a crate': 'Publish a crate',
  'Point pip and uv at this repository': 'Point pip and uv at this repository',
  'Point npm at this repository': 'Point npm at this repository',
  'Name your own modules, so that the public checksum database is not asked about them':
    'Name your own modules, so that the public checksum database is not asked about them',
  'Name the source; the token comes from the environment': 'Name the source; the token comes from the environment',
  'Name the registry; terraform reads the same file': 'Name the registry; terraform reads the same file',
  'Name the registry': 'Name the registry',
  'Name the registry and sign in': 'Name the registry and sign in',
  'Let the HTTP backend keep your state here, locked while it changes': 'Let the HTTP backend keep your state here, locked while it changes',
  'Keep the token where only apt reads it (as root)': 'Keep the token where only apt reads it (as root)',
  'Install with uv': 'Install with uv',
  'Install with pip': 'Install with pip',
  'Install with bundler': 'Install with bundler',
  'Install a package': 'Install a package',
  'Install a gem': 'Install a gem',
  'Install a chart': 'Install a chart',
  'Give the client the token': 'Give the client the token',
  'Give gem and bundler the token': 'Give gem and bundler the token',
  'Give cargo the token': 'Give cargo the token',
  'Fetch what the build needs': 'Fetch what the build needs',
  'Fetch an artifact': 'Fetch an artifact',
  'Download a source archive without swift': 'Download a source archive without swift',
  'Download a package without dotnet': 'Download a package without dotnet',
  'Download a file': 'Download a file',
  'Deploy the project in this folder': 'Deploy the project in this folder',
  'Add the repository': 'Add the repository',
  'Add the repository (as root)': 'Add the repository (as root)',
  'Add a package to a project': 'Add a package to a project',
  'Add a module to yours': 'Add a module to yours',
  'Add a crate to yours': 'Add a crate to yours',
} as const;

const { t } = catalogue(english, { de: async () => (await import('./snippet-titles-de.ts')).german });

const isKnown = (title: string): title is keyof typeof english => Object.hasOwn(english, title);

/** The title of a snippet in the language on screen; one of a format that has none there stays as the server says it. */
export function snippetTitle(title: string): string {
  return isKnown(title) ? t(title) : title;
}
