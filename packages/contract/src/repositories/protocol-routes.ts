// Package managers speak this: one entry for every protocol, whose calls the protocol itself defines.
import { proofs } from '../compatible-proofs.ts';
import { prefixes } from '../prefixes.ts';
import { anything, json, type Route, route } from '../route.ts';

const api = `${prefixes.repositories}/api`;
/** Every call that a protocol may make; no schema stands between its client and its bytes. */
const everything = { method: 'GET', alsoMethods: ['HEAD', 'PUT', 'POST', 'DELETE', 'PATCH'], access: 'handler', body: anything, reply: anything } as const;

/** The address of a format's own protocol; `name` may hold a slash. */
export function packageProtocol(name: string): Route {
  return route(`${name.replaceAll('/', '-')}-protocol`, {
    ...everything,
    summary: `The protocol of package managers that know ${name}`,
    url: `${api}/${name}/:key/*path?`,
    compatible: { provenBy: [proofs.packages] },
  });
}

export const storedFile = route('storedFile', {
  ...everything,
  summary: 'Download, upload and deletion of files and folders; the protocol of formats without an address of their own',
  url: `${prefixes.repositories}/:key/*path?`,
  compatible: {
    note: 'ranges and conditions, checksum files, matrix parameters, checksums, `X-Checksum-Deploy`, `X-Explode-Archive`; 204 for a deletion; 410 for an expired artifact',
    provenBy: [proofs.commandLine, proofs.nodeLibrary, proofs.storage, proofs.download, proofs.expiry],
  },
});

const container = {
  ...everything,
  compatible: { note: 'with its tokens, `X-Artifactory-Docker-Registry`, `sha256__` names', provenBy: [proofs.containers, proofs.promoteImage] },
} as const;

export const containerProtocol = route('containerProtocol', {
  ...container,
  summary: 'The protocol of container registries; the repository is the first part of the name, or has a host of its own',
  url: `${prefixes.containers}/*path?`,
});

export const namedContainerProtocol = route('namedContainerProtocol', {
  ...container,
  summary: 'The protocol of container registries for one repository, and the promotion of images',
  url: `${api}/docker/:repoKey/v2/*path?`,
});

export const terraformState = route('terraformState', {
  summary: 'A state of Terraform, with its lock',
  method: 'GET',
  alsoMethods: ['HEAD', 'POST', 'PUT', 'DELETE', 'LOCK', 'UNLOCK'],
  url: `${api}/terraform/:key/v1/state/*name`,
  access: 'user',
  body: json(),
  reply: json(),
  compatible: { provenBy: [proofs.terraformClients, proofs.terraformState] },
});

export const discoverTerraform = route('discoverTerraform', {
  summary: 'Where Terraform finds modules that only name this host',
  method: 'GET',
  url: '/.well-known/terraform.json',
  access: 'public',
  reply: json(),
  compatible: { provenBy: [proofs.terraformClients] },
});

export const terraformHostModules = route('terraformHostModules', {
  summary: 'Modules that name their repository in their namespace',
  method: 'GET',
  alsoMethods: ['HEAD'],
  url: `${api}/terraform/v1/modules/*path`,
  access: 'handler',
  reply: anything,
  compatible: { provenBy: [proofs.terraformClients] },
});
