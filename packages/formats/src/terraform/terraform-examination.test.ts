import { examineFormat } from '@packhouse/testkit/examine-format.ts';
import { packZip, packZipBomb, readLicenceText } from '../test-fixtures.ts';

const path = 'acme/network/aws/1.0.0.zip';
const main = `# A network.
terraform {
  required_version = ">= 1.5"
  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = "~> 5.0"
    }
  }
}
variable "cidr" {
  description = "Said with a } in it"
}
module "labels" {
  source  = "acme/labels/null"
  version = "1.2.3"
}
`;
const files = { 'main.tf': main, 'README.md': '# Network\n\nMakes a network.\n', LICENSE: readLicenceText('MPL-2.0') };
const bytes = await packZip(files);
const put = (title: string, body: Buffer, more: { path?: string; headers?: Record<string, string> } = {}) => ({
  title,
  method: 'PUT' as const,
  path: more.path ?? path,
  headers: more.headers ?? {},
  body,
});
const provider = 'acme/hello/1.0.0/terraform-provider-hello_1.0.0_linux_amd64.zip';

examineFormat({
  format: 'terraform',
  apiName: 'terraform',
  good: {
    upload: put('a module', bytes),
    file: path,
    bytes,
    storage: path,
    listing: { path: 'v1/modules/acme/network/aws/versions', contains: '"1.0.0"' },
    package: {
      name: 'acme/network/aws',
      version: '1.0.0',
      facts: {
        description: 'Makes a network.',
        licenses: ['MPL-2.0'],
        readme: files['README.md'],
        dependencies: [
          { name: 'acme/labels/null', requirement: '1.2.3', scope: 'runtime' },
          { name: 'hashicorp/aws', requirement: '~> 5.0', scope: 'runtime' },
        ],
        display: { Inputs: '1', Outputs: '0', 'Required version': '>= 1.5' },
      },
    },
  },
  bad: [
    put('no archive', Buffer.from('no archive at all, but long enough to be looked into')),
    put('an archive without configuration', await packZip({ 'README.md': 'nothing' })),
    put('configuration in a folder only', await packZip({ 'deep/main.tf': main })),
    put('a provider without its program', await packZip({ 'README.md': 'nothing' }), { path: provider }),
    put('a manifest without protocols', Buffer.from('{"version":1}'), { path: 'acme/hello/1.0.0/terraform-provider-hello_1.0.0_manifest.json' }),
  ],
  truncated: put('a truncated module', bytes.subarray(0, bytes.length - 10)),
  bomb: put('a bomb', await packZipBomb(files)),
  wrongChecksum: put('a wrong checksum', bytes, { headers: { 'x-checksum-sha256': '0'.repeat(64) } }),
  otherBytes: put('the same version with other bytes', await packZip({ ...files, 'main.tf': '' })),
  order: ['0.9.0', '1.0.0-alpha', '1.0.0-rc.2', '1.0.0-rc.10', '1.0.0', '1.2.0', '1.10.0'],
});
