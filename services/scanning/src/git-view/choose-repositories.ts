import type { GitSelection } from '@packhouse/contract/scanning/git-repository-routes.ts';
import type { Transaction } from 'kysely';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { lockIntegration, updateIntegrationRow } from '../integration/integration-queries.ts';
import { scanningProduct } from '../integration/integration-view.ts';
import type { By } from '../integration/keep-integration.ts';
import { fitsSelection } from '../integration/selection.ts';
import type { ScanningSchema } from '../schema.ts';
import { selectChoices, selectFigures, setPicked, setSelected } from './git-view-queries.ts';

/** Scans what is picked or fits the connection's rules, and nothing else. Answers whether anything was picked. */
async function apply(tx: Transaction<ScanningSchema>, key: string, rules: { selects_all: boolean; selects: string[] }): Promise<boolean> {
  const choices = await selectChoices(tx, key);
  const chosen = choices.map((one) => ({ ...one, isWanted: one.picked || fitsSelection(rules, one.full_name) }));
  const changed = (to: boolean) => chosen.filter(({ selected, isWanted }) => isWanted === to && selected !== to).map(({ id }) => id);
  await setSelected(tx, changed(true), true);
  await setSelected(tx, changed(false), false);
  return choices.some(({ picked }) => picked);
}

/** Chooses which repositories of a connection are scanned; scanning uses the connection while there are any. @throws AppError `not_found` */
export async function chooseRepositories(
  { db, platform }: Context,
  key: string,
  selection: z.output<typeof GitSelection>,
  { actor, address }: By,
): Promise<{ total: number; selected: number }> {
  return db.transaction().execute(async (tx) => {
    const before = await lockIntegration(tx, key);
    await setPicked(tx, key, selection.pick, true);
    await setPicked(tx, key, selection.drop, false);
    const rules = { selects_all: selection.all, selects: [...new Set(selection.patterns)] };
    const isAnyPicked = await apply(tx, key, rules);
    const isUsed = isAnyPicked || rules.selects_all || rules.selects.length > 0;
    const others = before.products.filter((product) => product !== scanningProduct);
    await updateIntegrationRow(tx, key, { ...rules, products: isUsed ? [...others, scanningProduct] : others });
    await platform.identity.audit(
      {
        actor: actor.name,
        address,
        action: 'integration.chosen',
        subject: key,
        before: { all: before.selects_all, patterns: before.selects },
        after: { all: rules.selects_all, patterns: rules.selects, picked: selection.pick, dropped: selection.drop },
      },
      tx,
    );
    await platform.outbox.publish(tx, { type: 'integration.chosen', subject: key, data: {} });
    const { total, selected } = await selectFigures(tx, key);
    return { total, selected };
  });
}
