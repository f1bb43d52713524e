import { examineFormat } from '@packhouse/testkit/examine-format.ts';
import { makeManifest, recipeText } from './test-recipe.ts';

const { text: manifest, revision } = makeManifest({ 'conanfile.py': recipeText });
const bytes = Buffer.from(recipeText);
const reference = 'v2/conans/hello/1.2.0/acme/stable';
const folder = 'acme/hello/1.2.0/stable';

const put = (title: string, path: string, body: Buffer | string, headers: Record<string, string> = {}) => ({
  title,
  method: 'PUT' as const,
  path,
  headers,
  body,
});
const recipeFile = (name: string, of = revision) => `${reference}/revisions/${of}/files/${name}`;
const packageFile = (name: string, of: string) => `${reference}/revisions/${revision}/packages/${'b'.repeat(40)}/revisions/${of}/files/${name}`;

examineFormat({
  format: 'conan',
  apiName: 'conan',
  good: {
    upload: put('a recipe', recipeFile('conanfile.py'), bytes),
    file: recipeFile('conanfile.py'),
    bytes,
    storage: `${folder}/${revision}/export/conanfile.py`,
    listing: { path: 'v2/conans/search?q=hello/*', contains: 'hello/1.2.0@acme/stable' },
    package: {
      name: 'hello@acme/stable',
      version: '1.2.0',
      facts: {
        description: 'Says hello',
        licenses: ['MIT', 'Apache-2.0'],
        tags: ['greeting', 'polite'],
        homepage: 'https://hello.example.test',
        authors: ['Ada <ada@example.test>'],
        dependencies: [
          { name: 'zlib', requirement: '[>=1.2.11 <2]', scope: 'runtime' },
          { name: 'fmt@acme/stable', requirement: '10.2.1', scope: 'runtime' },
          { name: 'cmake', requirement: '3.27.1', scope: 'build' },
          { name: 'gtest', requirement: '1.14.0', scope: 'test' },
        ],
        display: {
          'Package type': 'library',
          Settings: 'os, compiler, build_type, arch',
          Options: 'shared, fPIC',
          Recipe: 'https://git.example.test/hello',
        },
      },
    },
  },
  bad: [
    put('a manifest of another revision', recipeFile('conanmanifest.txt', '0'.repeat(32)), manifest),
    put('a manifest without a time', recipeFile('conanmanifest.txt'), 'conanfile.py: 00\n'),
    put('a manifest with a line that is none', recipeFile('conanmanifest.txt'), '1767323045\nconanfile.py\n'),
    put('a manifest of another package', packageFile('conanmanifest.txt', '0'.repeat(32)), manifest),
    put('a recipe that is no recipe', recipeFile('conanfile.py'), Buffer.alloc(2 * 1024 * 1024, '#')),
    put('information that has no end', packageFile('conaninfo.txt', 'c'.repeat(32)), Buffer.alloc(1024 * 1024, '[')),
    put('a revision of another shape', recipeFile('conanfile.py', 'Latest'), bytes),
    put('a revision that is none', recipeFile('conanfile.py', 'a'.repeat(65)), bytes),
    put('a reference of another shape', `v2/conans/hello/1.2 0/_/_/revisions/${revision}/files/conanfile.py`, bytes),
    put('a channel that is nobody’s', `v2/conans/hello/1.2.0/_/stable/revisions/${revision}/files/conanfile.py`, bytes),
    put('a reference that is too long', `v2/conans/${'h'.repeat(101)}/${'1'.repeat(100)}/_/_/revisions/${revision}/files/conanfile.py`, bytes),
    put('a hidden file', recipeFile('.files'), bytes),
    put('a file of no revision', `${reference}/files/conanfile.py`, bytes),
  ],
  wrongChecksum: put('a wrong checksum', recipeFile('conanfile.py'), bytes, { 'x-checksum-sha1': '0'.repeat(40) }),
  order: ['1.0-alpha', '1.0-alpha.1', '1.0-rc.2', '1.0-rc.10', '1.0', '1.0+2', '1.0+10', '1.2', '1.2.3', '1.10', '2', 'cci.20200203', 'cci.20210118'],
});
