import { gzipSync } from 'node:zlib';
import { packFiles, packTarFile } from './dated-answers.ts';

const specification = (name: string, version: string, summary: string) => `--- !ruby/object:Gem::Specification
name: ${name}
version: !ruby/object:Gem::Version
  version: ${version}
platform: ruby
authors:
- Ada
dependencies: []
files:
- lib/${name}.rb
licenses:
- MIT
metadata: {}
require_paths:
- lib
required_ruby_version: !ruby/object:Gem::Requirement
  requirements:
  - - ">="
    - !ruby/object:Gem::Version
      version: '0'
required_rubygems_version: !ruby/object:Gem::Requirement
  requirements:
  - - ">="
    - !ruby/object:Gem::Version
      version: '0'
rubygems_version: 3.3.15
specification_version: 4
summary: ${summary}
`;

/** A gem that Ruby's own tools install. */
export async function packGem(name: string, version: string, summary: string): Promise<Buffer> {
  const data = await packFiles({ [`lib/${name}.rb`]: `puts "${name} ${version}"\n` });
  return packTarFile({ 'metadata.gz': gzipSync(specification(name, version, summary)), 'data.tar.gz': data });
}
