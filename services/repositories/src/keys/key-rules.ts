import { AppError, fieldRefusal } from '@packhouse/contract/errors.ts';
import { evidenceWords } from '@packhouse/contract/repositories/evidence-words.ts';
import { type FormatId, formatsWith, getCard } from '@packhouse/contract/repositories/format-ids.ts';
import type { RemoteSettings } from '@packhouse/contract/repositories/repository-settings.ts';
import { repositoryWords } from '@packhouse/contract/repositories/repository-words.ts';
import { type Said, say, type Value } from '@packhouse/contract/sentences.ts';
import { sharedWords } from '@packhouse/contract/shared-words.ts';
import { getFormat } from '@packhouse/formats/formats.ts';
import type { Db } from '../schema.ts';
import { holdNamed, type ReferredTable, references, selectPairs, selectTrusted } from './key-queries.ts';

type Choice = Partial<Pick<RemoteSettings, 'url' | 'trustedKeys' | 'clientTlsCertificate'> & { keyPair: string }>;

const invalid = (setting: string, said: Said) => fieldRefusal(`settings.${setting}`, said);

const readNames = (choice: Choice | undefined, table: ReferredTable) => [choice?.[references[table]] ?? []].flat().filter((name) => name !== '');

function requireAdministrator(changer: { administrator: boolean }, after: Choice, before: Choice | undefined): void {
  if (changer.administrator) return;
  const chosen = (choice: Choice | undefined) => JSON.stringify((Object.keys(references) as ReferredTable[]).map((table) => readNames(choice, table)));
  if (chosen(after) !== chosen(before)) throw new AppError(repositoryWords.keys_choice_refused);
  if (after.clientTlsCertificate && after.url && before?.url && new URL(after.url).origin !== new URL(before.url).origin)
    throw new AppError(repositoryWords.certificate_choice_refused);
}

/** Names the formats whose upstreams sign their listings with keys that can be trusted. */
function nameChecked(): Value {
  const titles: Value[] = formatsWith(({ signedBy }) => signedBy === 'openpgp').map((id) => getCard(id).title);
  return titles.reduce((one, other) => say(sharedWords.one_and_other, { one, other }));
}

/**
 * Keys and certificates that a repository names are there, fit its format, and were chosen by an administrator.
 * @throws AppError `forbidden`, `invalid_input`
 */
export async function requireKeys(tx: Db, changer: { administrator: boolean }, format: FormatId, after: Choice, before?: Choice): Promise<void> {
  requireAdministrator(changer, after, before);
  for (const [table, setting] of Object.entries(references) as [ReferredTable, string][]) {
    const names = readNames(after, table);
    if (names.length === 0) continue;
    const held = await holdNamed(tx, table, names);
    const missing = names.find((name) => !held.includes(name));
    if (missing !== undefined) throw invalid(setting, say(repositoryWords.none_among_them, { name: missing }));
  }
  const signedBy = getFormat(format).indexed?.signedBy;
  if (readNames(after, 'trusted_key').length > 0 && signedBy !== 'openpgp')
    throw invalid('trustedKeys', say(repositoryWords.upstream_listings_unsigned, { formats: nameChecked() }));
  const signsEvidence = (await selectTrusted(tx)).find(({ name, kind }) => kind === 'pem' && readNames(after, 'trusted_key').includes(name));
  if (signsEvidence) throw invalid('trustedKeys', say(evidenceWords.key_signs_evidence, { name: signsEvidence.name }));
  if (!after.keyPair) return;
  const pair = (await selectPairs(tx)).find(({ name }) => name === after.keyPair);
  if (signedBy === undefined || pair?.kind !== signedBy)
    throw invalid(
      'keyPair',
      signedBy === undefined ? say(repositoryWords.format_listings_unsigned) : say(repositoryWords.key_of_other_kind, { kind: signedBy }),
    );
}
