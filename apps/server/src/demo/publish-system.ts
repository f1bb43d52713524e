import { ar, tarGz } from './archives.ts';
import { type DemoClient, digestOf } from './demo-client.ts';
import { type DemoPackage, readmeOf, repositoryOf } from './story.ts';

const imageType = 'application/vnd.oci.image.manifest.v1+json';

/** As a container client pushes: layers, settings, manifest. https://github.com/opencontainers/distribution-spec/blob/main/spec.md#push */
export async function publishDocker(client: DemoClient, { name, description, licence, versions }: DemoPackage, tag: string): Promise<void> {
  const repository = `/v2/${repositoryOf('docker')}/${name}`;
  const version = tag === 'latest' ? (versions.at(-2) ?? tag) : tag;
  const blob = async (content: Buffer, mediaType: string) => {
    const digest = `sha256:${digestOf('sha256', content)}`;
    await client.send('POST', `${repository}/blobs/uploads/?digest=${digest}`, content, { 'content-type': 'application/octet-stream' });
    return { mediaType, digest, size: content.length };
  };
  const layerType = 'application/vnd.oci.image.layer.v1.tar+gzip';
  const base = await blob(await tarGz({ 'etc/os-release': 'NAME="Demo"\n' }), layerType);
  const own = await blob(await tarGz({ 'app/version': `${name} ${version}\n`, 'app/README': description }), layerType);
  const settings = {
    architecture: 'amd64',
    os: 'linux',
    created: '2026-01-01T00:00:00Z',
    config: {
      Entrypoint: ['/app/run'],
      ExposedPorts: { '8080/tcp': {} },
      Labels: { 'org.opencontainers.image.licenses': licence, 'org.opencontainers.image.description': description },
    },
    rootfs: { type: 'layers', diff_ids: [base.digest, own.digest] },
    history: [{ created_by: 'FROM demo' }, { created_by: 'COPY app /app' }],
  };
  const config = await blob(Buffer.from(JSON.stringify(settings)), 'application/vnd.oci.image.config.v1+json');
  const manifest = { schemaVersion: 2, mediaType: imageType, config, layers: [base, own] };
  await client.send('PUT', `${repository}/manifests/${tag}`, JSON.stringify(manifest), { 'content-type': imageType });
}

/** A chart as `helm package` makes it. https://helm.sh/docs/topics/charts/ */
export async function publishHelm(client: DemoClient, one: DemoPackage, version: string): Promise<void> {
  const { name, description } = one;
  const chart = `apiVersion: v2\nname: ${name}\nversion: ${version}\nappVersion: "1.21.0"\ndescription: ${description}\n`;
  const content = await tarGz({
    [`${name}/Chart.yaml`]: chart,
    [`${name}/values.yaml`]: 'replicas: 2\n',
    [`${name}/README.md`]: readmeOf(one, `helm install ${name} demo/${name}`),
  });
  await client.send('PUT', `/artifactory/${repositoryOf('helm')}/${name}-${version}.tgz`, content);
}

function withLength(content: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(content.length);
  return Buffer.concat([length, content]);
}

/** As `cargo publish` does. https://doc.rust-lang.org/cargo/reference/registry-web-api.html#publish */
export async function publishCargo(client: DemoClient, one: DemoPackage, version: string): Promise<void> {
  const { name, description, licence } = one;
  const readme = readmeOf(one, `cargo add ${name} --registry demo`);
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
  await client.send('PUT', `/artifactory/api/cargo/${repositoryOf('cargo')}/api/v1/crates/new`, body);
}

/** A Debian package, with its coordinates in the address. https://www.debian.org/doc/debian-policy/ch-controlfields.html */
export async function publishDebian(client: DemoClient, { name, description }: DemoPackage, version: string): Promise<void> {
  const control = `Package: ${name}\nVersion: ${version}\nArchitecture: all\nMaintainer: Demo <demo@shop.example>\nSection: utils\nPriority: optional\nDescription: ${description}\n`;
  const content = ar({
    'debian-binary': Buffer.from('2.0\n'),
    'control.tar.gz': await tarGz({ './control': control }),
    'data.tar.gz': await tarGz({ [`./usr/share/doc/${name}/README`]: `${description}\n` }),
  });
  const coordinates = 'deb.distribution=bookworm;deb.component=main;deb.architecture=all';
  await client.send('PUT', `/artifactory/${repositoryOf('debian')}/pool/${name}_${version}_all.deb;${coordinates}`, content);
}

/** Plain files with properties. */
export async function publishGeneric(client: DemoClient, { name, description }: DemoPackage, version: string): Promise<void> {
  for (const language of ['en', 'de'])
    await client.send(
      'PUT',
      `/artifactory/${repositoryOf('generic')}/${name}/${version}/manual-${language}.txt;team=docs;language=${language}`,
      `${description} (${version})\n`.repeat(200),
    );
}
