import { AppError } from '@packhouse/contract/errors.ts';
import * as contract from '@packhouse/contract/repositories/vault-compatible-routes.ts';
import { vaultWords } from '@packhouse/contract/repositories/vault-words.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { readCertificate } from '../keys/key-material.ts';
import { selectVaults, type VaultRow } from '../keys/key-queries.ts';
import { checkVault, type VaultSignIn } from '../keys/vault.ts';
import { deleteVault, putVault } from '../keys/vault-changes.ts';

const engines = { KV1: 'kv1', KV2: 'kv2' } as const;
const mountTypes = { kv1: 'KV1', kv2: 'KV2' } as const;
const authTypes = { token: 'Token', 'app-role': 'AppRole', certificate: 'Certificate', agent: 'Agent' } as const;

/** @throws AppError `invalid_input` for a certificate that cannot be read, or a key that is not its own */
function toSignIn(auth: contract.WireVaultAuth): VaultSignIn {
  switch (auth.type) {
    case 'AppRole':
      return { kind: 'app-role', roleId: auth.roleId, secretId: auth.secretId };
    case 'Certificate': {
      const { certificate, privateKey } = readCertificate({ certificate: auth.certificate, privateKey: auth.certificateKey });
      return { kind: 'certificate', certificate, privateKey };
    }
    case 'Agent':
      return { kind: 'agent' };
  }
}

function toGiven(key: string, { config }: contract.GivenVault) {
  const { path, type } = config.mounts[0]!;
  return { key, url: config.url, mount: path, engine: engines[type], signIn: toSignIn(config.auth), allowPrivate: config.allowPrivateAddresses };
}

const toWire = ({ key, url, mount, engine, sign_in: signIn, identity, allow_private: allowPrivateAddresses }: VaultRow): contract.WireVault => ({
  key,
  type: 'HashicorpVault',
  config: {
    url,
    auth: { type: authTypes[signIn], ...(signIn === 'certificate' && identity !== null && { certificate: identity }) },
    mounts: [{ path: mount, type: mountTypes[engine] }],
    allowPrivateAddresses,
  },
});

/** Vaults by the calls of existing clients: the same ones that the console shows. */
export function vaultRestRoutes(app: FastifyInstance, context: Context): void {
  const { db, platform } = context;

  handle(app, platform, contract.listWireVaults, async () => (await selectVaults(db)).map(toWire));
  handle(app, platform, contract.readWireVault, async ({ params }) => {
    const row = (await selectVaults(db)).find(({ key }) => key === params.name);
    if (!row) throw new AppError(vaultWords.no_vault, { key: params.name });
    return toWire(row);
  });
  handle(app, platform, contract.putWireVault, async ({ params, body }, call) => toWire(await putVault(context, toGiven(params.name, body), call)));
  handle(app, platform, contract.testWireVault, async ({ body }) => {
    const { allowPrivate = false, ...given } = toGiven(body.key ?? 'test', body);
    await checkVault(context, { ...given, allowPrivate });
  });
  handle(app, platform, contract.deleteWireVault, ({ params }, call) => deleteVault(context, params.name, call));
}
