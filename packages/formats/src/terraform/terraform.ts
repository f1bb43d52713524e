import type { Format, Inspection, Location, SetupContext, Snippet, StagedFile, UpstreamRequest, Want } from '../format.ts';
import { tokenSnippet, tokenVariable } from '../setup-token.ts';
import { json } from '../text/render-json.ts';
import { inspectModule } from './module-archive.ts';
import { inspectProvider } from './provider-archive.ts';
import { render, renderSigned } from './render-terraform.ts';
import { evidence } from './terraform-evidence.ts';
import { fileSource, load, merge, parse, type TerraformListing } from './terraform-listing.ts';
import { classify, findContentKind, isModuleFile, locate } from './terraform-paths.ts';
import { compareVersions } from './terraform-versions.ts';

async function inspect(location: Location, path: string, file: StagedFile): Promise<Inspection> {
  return isModuleFile(path) ? inspectModule(location, path, file) : inspectProvider(location, path, file);
}

/** An upstream's modules and providers stand under `v1/` below the remote's address, as they do at the public registries. */
function upstream(want: Want): UpstreamRequest {
  return { path: want.path, ...(want.variant === 'module-download' ? { documentHeader: 'x-terraform-get' } : {}) };
}

/** The environment can name a host with a port only to a program it starts. https://opentofu.org/docs/cli/config/config-file/#environment-variable-credentials */
function tokenFor(host: string): { configure: Snippet[]; run: string } {
  if (host.includes(':')) return { configure: [], run: `env "TF_TOKEN_${host}=$${tokenVariable}" tofu init` };
  const variable = `TF_TOKEN_${host.replaceAll('-', '__').replaceAll('.', '_')}`;
  return {
    configure: [{ step: 'configure', title: 'Give the client the token', language: 'shell', text: `export ${variable}="$${tokenVariable}"` }],
    run: 'tofu init',
  };
}

function setup({ url, host, user, canDeploy }: SetupContext): Snippet[] {
  const { configure, run } = tokenFor(host);
  const upload = (file: string, path: string) => `curl -f -u "${user}:$${tokenVariable}" -T ${file} "${url}/${path}"`;
  const publishing: Snippet[] = [
    { step: 'publish', title: 'Publish a module', language: 'shell', text: upload('network.zip', 'acme/network/aws/1.0.0.zip') },
    {
      step: 'publish',
      title: 'Publish a provider, one file for each platform',
      language: 'shell',
      text: upload('terraform-provider-hello_1.0.0_linux_amd64.zip', 'acme/hello/1.0.0/terraform-provider-hello_1.0.0_linux_amd64.zip'),
    },
  ];
  return [
    tokenSnippet(),
    {
      step: 'configure',
      title: 'Name the registry; terraform reads the same file',
      file: '~/.terraformrc',
      language: 'groovy',
      text: `host "${host}" {\n  services = {\n    "modules.v1"   = "${url}/v1/modules/"\n    "providers.v1" = "${url}/v1/providers/"\n  }\n}`,
    },
    ...configure,
    {
      step: 'configure',
      title: 'Let the HTTP backend keep your state here, locked while it changes',
      language: 'shell',
      text: [
        `export TF_HTTP_ADDRESS="${url}/v1/state/my-project"`,
        'export TF_HTTP_LOCK_ADDRESS="$TF_HTTP_ADDRESS"',
        'export TF_HTTP_UNLOCK_ADDRESS="$TF_HTTP_ADDRESS"',
        `export TF_HTTP_USERNAME="${user}"`,
        `export TF_HTTP_PASSWORD="$${tokenVariable}"`,
      ].join('\n'),
    },
    ...(canDeploy ? publishing : []),
    {
      step: 'resolve',
      title: 'Use a module and a provider',
      language: 'shell',
      text: `cat > main.tf <<'END'
terraform {
  backend "http" {}
  required_providers {
    hello = {
      source  = "${host}/acme/hello"
      version = "1.0.0"
    }
  }
}
module "network" {
  source  = "${host}/acme/network/aws"
  version = "1.0.0"
}
END
${run}`,
    },
  ];
}

/** Modules and providers of OpenTofu and Terraform: both registry protocols and the providers' network mirror. */
export const terraform: Format<TerraformListing> = {
  id: 'terraform',
  apiName: 'terraform',
  challenge: 'bearer',
  linksCarryAccess: true,
  keepsStates: true,
  findContentKind,
  renderError: (status, _code, message) => json({ errors: [message] }, { status }),
  classify,
  locate,
  inspect,
  mayReplace: () => false,
  load,
  parse,
  merge,
  render,
  renderSigned,
  upstream,
  fileSource,
  compareVersions,
  evidence,
  setup,
};
