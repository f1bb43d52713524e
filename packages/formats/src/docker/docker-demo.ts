import { tarGz } from '../demo/archives.ts';
import { computeDigest, type DemoClient, type DemoPackage, type FormatDemo, licences } from '../demo/format-demo.ts';

const imageType = 'application/vnd.oci.image.manifest.v1+json';

/** As a container client pushes: layers, settings, manifest. https://github.com/opencontainers/distribution-spec/blob/main/spec.md#push */
async function publish(client: DemoClient, key: string, { name, description, licence, versions }: DemoPackage, tag: string): Promise<void> {
  const image = `/v2/${key}/${name}`;
  const version = tag === 'latest' ? (versions.at(-2) ?? tag) : tag;
  const blob = async (content: Buffer, mediaType: string) => {
    const digest = `sha256:${computeDigest('sha256', content)}`;
    await client.send('POST', `${image}/blobs/uploads/?digest=${digest}`, content, { 'content-type': 'application/octet-stream' });
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
  await client.send('PUT', `${image}/manifests/${tag}`, JSON.stringify(manifest), { 'content-type': imageType });
}

export const demo: FormatDemo = {
  packages: [
    { name: 'shop/storefront', description: 'The pages that visitors see', licence: licences.apache, versions: ['1.20.0', '1.21.0', 'latest'] },
    { name: 'shop/order-service', description: 'Takes orders and follows them to the door', licence: licences.apache, versions: ['1.4.0', '1.5.0'] },
  ],
  publish,
};
