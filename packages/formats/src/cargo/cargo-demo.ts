import { tarGz } from '../demo/archives.ts';
import { type DemoClient, type DemoPackage, type FormatDemo, getReadme, licences } from '../demo/format-demo.ts';

function withLength(content: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(content.length);
  return Buffer.concat([length, content]);
}

/** As `cargo publish` does. https://doc.rust-lang.org/cargo/reference/registry-web-api.html#publish */
async function publish(client: DemoClient, repository: string, one: DemoPackage, version: string): Promise<void> {
  const { name, description, licence } = one;
  const readme = getReadme(one, `cargo add ${name} --registry demo`);
  const crate = await tarGz({
    [`${name}-${version}/Cargo.toml`]: `[package]\nname = "${name}"\nversion = "${version}"\nedition = "2021"\nlicense = "${licence}"\ndescription = "${description}"\n`,
    [`${name}-${version}/src/lib.rs`]: `pub const VERSION: &str = "${version}";\n`,
  });
  const metadata = {
    name,
    vers: version,
    deps: [],
    features: {},
    authors: [],
    description,
    readme,
    license: licence,
    keywords: [],
    categories: [],
    badges: {},
  };
  const body = Buffer.concat([withLength(Buffer.from(JSON.stringify(metadata))), withLength(crate)]);
  await client.send('PUT', `/artifactory/api/cargo/${repository}/api/v1/crates/new`, body);
}

export const demo: FormatDemo = {
  packages: [{ name: 'shop-barcode', description: 'Reads the codes on boxes', licence: licences.mit, versions: ['0.2.0', '0.2.1', '0.3.0'] }],
  publish,
};
