const commit = 'a1'.repeat(20);

/** A folder of lock files and bills of materials, as the tools of their ecosystems write them, shortened where nothing is read. */
export const lockFiles: Readonly<Record<string, string>> = {
  'package-lock.json': JSON.stringify({
    name: 'shop',
    lockfileVersion: 3,
    packages: {
      '': { name: 'shop', dependencies: { cart: '^1.0.0' } },
      'node_modules/cart': { version: '1.4.0' },
      'node_modules/cart/node_modules/@deep/inner': { version: '2.0.0-rc.1' },
      'node_modules/fixed': { version: '3.0.0' },
      'node_modules/tester': { version: '1.0.0', dev: true },
    },
  }),
  'yarn.lock':
    '# yarn lockfile v1\n\n\n"@deep/inner@^2.0.0":\n  version "2.0.0"\n  resolved "https://registry.example/inner.tgz#aa"\n\ncart@^1.0.0:\n  version "1.9.9"\n',
  'pnpm-lock.yaml':
    "lockfileVersion: '9.0'\n\nimporters:\n  .:\n    dependencies:\n      cart:\n        specifier: ^1.0.0\n        version: 1.4.0\n\npackages:\n\n  '@deep/inner@2.0.0':\n    resolution: {integrity: sha512-aa}\n\n  cart@1.4.0:\n    resolution: {integrity: sha512-bb}\n\nsnapshots:\n\n  '@deep/inner@2.0.0': {}\n\n  cart@1.4.0: {}\n",
  'requirements.txt': 'Flask_Login==0.6.1\nidna==3.7 ; python_version >= "3.5" \\\n    --hash=sha256:82fe\nranged>=1.0\n',
  'poetry.lock':
    '[[package]]\nname = "idna"\nversion = "3.6"\ndescription = ""\noptional = false\npython-versions = "*"\ngroups = ["main"]\nfiles = []\n\n[[package]]\nname = "flask-login"\nversion = "0.6.2"\ndescription = ""\noptional = false\npython-versions = "*"\ngroups = ["dev"]\nfiles = []\n\n[metadata]\nlock-version = "2.1"\npython-versions = "*"\ncontent-hash = "aa"\n',
  'uv.lock':
    'version = 1\nrequires-python = ">=3.10"\n\n[[package]]\nname = "idna"\nversion = "3.5"\nsource = { registry = "https://index.example/simple" }\n\n[[package]]\nname = "shop"\nversion = "1.0.0"\nsource = { virtual = "." }\ndependencies = [\n    { name = "idna" },\n]\n',
  'Pipfile.lock': JSON.stringify({
    _meta: { hash: { sha256: 'aa' }, 'pipfile-spec': 6, requires: {}, sources: [] },
    default: { idna: { version: '==3.4' } },
    develop: { 'flask-login': { version: '==0.6.0' } },
  }),
  'go.mod':
    'module example.com/shop\n\ngo 1.21.3\n\nrequire (\n\tgolang.org/x/net v0.1.0\n\texample.com/pseudo v0.0.0-20200101000000-0123456789ab // indirect\n)\n',
  'Cargo.lock':
    'version = 3\n\n[[package]]\nname = "shop"\nversion = "0.1.0"\ndependencies = [\n "serde",\n]\n\n[[package]]\nname = "serde"\nversion = "1.0.1"\nsource = "registry+https://index.example"\nchecksum = "aa"\n',
  'Gemfile.lock':
    'GEM\n  remote: https://gems.example/\n  specs:\n    nokogiri (1.8.0)\n      mini_portile2 (~> 2.3)\n    rack (2.0.1.1)\n\nPLATFORMS\n  ruby\n\nDEPENDENCIES\n  rack\n\nBUNDLED WITH\n   2.3.0\n',
  'packages.lock.json': JSON.stringify({
    version: 1,
    dependencies: { 'net8.0': { 'Newtonsoft.Json': { type: 'Direct', requested: '[12.0.1, )', resolved: '12.0.1', contentHash: 'aa' } } },
  }),
  'composer.lock': JSON.stringify({
    'content-hash': 'aa',
    packages: [{ name: 'symfony/http-kernel', version: 'v5.4.0', source: { type: 'git', url: 'https://git.example/kernel', reference: commit } }],
    'packages-dev': [{ name: 'phpunit/phpunit', version: '9.5.0', source: { type: 'git', url: 'https://git.example/unit', reference: commit } }],
  }),
  'mix.lock': `%{\n  "plug": {:hex, :plug, "1.10.0", "${commit}", [:mix], [], "hexpm", "${commit}"},\n}\n`,
  'pubspec.lock':
    'packages:\n  http:\n    dependency: "direct main"\n    description:\n      name: http\n      sha256: "aa"\n      url: "https://pub.example"\n    source: hosted\n    version: "0.13.2"\nsdks:\n  dart: ">=2.19.0 <4.0.0"\n',
  'conan.lock': JSON.stringify({ version: '0.5', requires: ['zlib/1.2.11#aa%1.0'], build_requires: ['cmake/3.20.0#bb%1.0'], python_requires: [] }),
  'gradle.lockfile':
    '# This is a Gradle generated file for dependency locking.\norg.demo:deep:1.1=compileClasspath,runtimeClasspath\nempty=annotationProcessor\n',
  'pom.xml': `<project><modelVersion>4.0.0</modelVersion><groupId>com.shop</groupId><artifactId>app</artifactId><version>1</version><properties><deep>1.0</deep></properties><dependencies><dependency><groupId>org.demo</groupId><artifactId>deep</artifactId><version>\${deep}</version></dependency><dependency><groupId>org.demo</groupId><artifactId>tester</artifactId><version>1.0</version><scope>test</scope></dependency></dependencies></project>`,
  'shop.cdx.json': JSON.stringify({
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    components: [
      { type: 'library', name: 'inner', group: '@deep', version: '2.0.0', purl: 'pkg:npm/%40deep/inner@2.0.0' },
      { type: 'library', name: 'http-kernel', version: 'v5.4.0', purl: 'pkg:composer/symfony/http-kernel@v5.4.0' },
      { type: 'library', name: 'swift-nio', version: '2.41.0', purl: 'pkg:swift/github.com/apple/swift-nio@2.41.0' },
      { type: 'library', name: 'libssl3', version: '3.0.11-1', purl: 'pkg:deb/debian/libssl3@3.0.11-1?arch=amd64&distro=debian-12&upstream=openssl' },
    ],
  }),
  'shop.spdx.json': JSON.stringify({
    spdxVersion: 'SPDX-2.3',
    dataLicense: 'CC0-1.0',
    SPDXID: 'SPDXRef-DOCUMENT',
    name: 'shop',
    documentNamespace: 'urn:shop',
    creationInfo: { created: '2026-01-01T00:00:00Z', creators: ['Tool: test'] },
    packages: [
      {
        SPDXID: 'SPDXRef-1',
        name: 'deep',
        versionInfo: '1.1',
        downloadLocation: 'NOASSERTION',
        externalRefs: [{ referenceCategory: 'PACKAGE-MANAGER', referenceType: 'purl', referenceLocator: 'pkg:maven/org.demo/deep@1.1' }],
      },
    ],
  }),
};
