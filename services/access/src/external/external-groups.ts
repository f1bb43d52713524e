import { unlessLastAdministrator } from '../administrator/administrators.ts';
import type { Change, ChangeTransaction } from '../audit/change.ts';
import { readUser } from '../user/user.ts';
import type { ExternalIdentity, ExternalRules } from './external-identity.ts';
import { giveMembership, selectFillableGroups, selectGiven, withdrawMembership } from './external-queries.ts';

/**
 * Brings a user's groups in line with what the provider says. Only groups that an administrator opened to it are touched: those whose external id the
 * provider names, those of the provider's realm under the same name, and those that the mapping names. A provider takes away only what it gave itself,
 * and never the last administrator.
 */
export async function syncGroups(
  transaction: ChangeTransaction,
  identity: ExternalIdentity & { groups: readonly string[] },
  rules: Pick<ExternalRules, 'groupMapping'>,
  user: { id: number; name: string },
  record: (change: Change) => Promise<void>,
): Promise<void> {
  const said = new Set(identity.groups.map((name) => name.toLowerCase()));
  const mapped = new Set(
    Object.entries(rules.groupMapping)
      .filter(([theirs]) => said.has(theirs.toLowerCase()))
      .map(([, ours]) => ours.toLowerCase()),
  );
  const fillable = await selectFillableGroups(transaction, identity.realm, [...mapped]);
  const wanted = fillable.filter(
    ({ name, realm, external_id }) =>
      mapped.has(name.toLowerCase()) ||
      (external_id !== '' && said.has(external_id.toLowerCase())) ||
      (realm === identity.realm && external_id === '' && said.has(name.toLowerCase())),
  );
  const given = await selectGiven(transaction, identity.provider, user.id);
  const before = await readUser(transaction, user.name);
  for (const { id } of wanted) await giveMembership(transaction, identity.provider, user.id, id);
  const kept = new Set(wanted.map(({ id }) => id));
  const lost = given.filter((id) => !kept.has(id));
  const each = (change: typeof withdrawMembership | typeof giveMembership) => async () => {
    for (const id of lost) await change(transaction, identity.provider, user.id, id);
  };
  if (lost.length > 0) await unlessLastAdministrator(transaction, each(withdrawMembership), each(giveMembership));
  const after = await readUser(transaction, user.name);
  if (before.groups.join('\n') === after.groups.join('\n')) return;
  await record({ actor: user.name, action: 'user.changed', subject: user.name, before: { groups: before.groups }, after: { groups: after.groups } });
}
