import { sentences } from '../sentences.ts';

/** This is said about vaults outside that keep private keys. */
export const vaultWords = sentences({
  no_vault: { code: 'not_found', en: 'There is no vault {key}', de: 'Es gibt keinen Tresor {key}' },
  vault_key_differs: {
    code: 'upstream_failed',
    en: 'The vault {vault} holds another key than {name}',
    de: 'Der Tresor {vault} enthält einen anderen Schlüssel als {name}',
  },
  vault_needs_https: {
    code: 'address_refused',
    en: 'The vault {vault} must be reached by https, since its token would cross other networks in clear text',
    de: 'Der Tresor {vault} muss über https erreicht werden, denn sein Token ginge sonst im Klartext durch fremde Netze',
  },
  vault_token_unknown: { code: 'upstream_failed', en: 'The vault {vault} does not know this token', de: 'Der Tresor {vault} kennt dieses Token nicht' },
  vault_refuses_sign_in: {
    code: 'upstream_failed',
    en: 'The vault {vault} did not let this platform sign in: it answered {status}',
    de: 'Der Tresor {vault} ließ diese Plattform sich nicht anmelden: Er antwortete mit {status}',
  },
  no_vault_at_address: { code: 'upstream_failed', en: '{host} answered {status}: this is no vault', de: '{host} antwortete mit {status}: Das ist kein Tresor' },
  vault_path_parts: {
    code: 'invalid_input',
    en: "The place {path} in the vault {vault} cannot contain '.' or '..' as a part",
    de: 'Die Stelle {path} im Tresor {vault} kann „.“ oder „..“ nicht als Teil haben',
  },
  no_secret_in_vault: { code: 'upstream_failed', en: 'The vault {vault} has no secret {path}', de: 'Der Tresor {vault} hat kein Geheimnis {path}' },
  vault_failed: { code: 'upstream_failed', en: 'The vault {vault} answered {status} for {path}', de: 'Der Tresor {vault} antwortete mit {status} auf {path}' },
  secret_without_key: { code: 'upstream_failed', en: 'The secret {path} has no field privateKey', de: 'Das Geheimnis {path} hat kein Feld privateKey' },
});
