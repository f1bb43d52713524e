import { AppError } from '@packhouse/contract/errors.ts';
import { policyWords } from '@packhouse/contract/scanning/policy-words.ts';
import { say } from '@packhouse/contract/sentences.ts';
import type { ReleaseBundleGate } from '@packhouse/peers/release-bundle-gate.ts';
import { isUnsettled } from '../assembly/assembly-queries.ts';
import type { Context } from '../context.ts';
import { describeBreach } from '../violation/gate.ts';
import { selectKeeping } from '../violation/gate-queries.ts';
import { findWatchesOf, readJudgedReleaseBundle } from './judged-assembly.ts';

const actions = { distribution: 'block_release_bundle_distribution', promotion: 'block_release_bundle_promotion' } as const;
const refusals = { distribution: policyWords.bundle_not_distributed, promotion: policyWords.bundle_not_promoted };

/** Keeps versions of release bundles that break rules from being distributed or promoted, as these rules say; what is not read yet is judged first. */
export function releaseBundleGate(context: Context): ReleaseBundleGate {
  const { db } = context;
  return async (bundle, what) => {
    const assembly = await readJudgedReleaseBundle(context, bundle);
    if (!assembly) return;
    const keeping = (await findWatchesOf(context, assembly)).flatMap(({ name: watch, policies }) =>
      policies.filter(({ rules }) => rules.some((rule) => rule.actions[actions[what]])).map(({ name: policy }) => ({ watch, policy })),
    );
    const [first] = keeping;
    if (!first) return;
    // Asked first: what is judged meanwhile is seen then.
    const isOpen = await isUnsettled(db, assembly.id);
    const kept = await selectKeeping(db, assembly.id, actions[what]);
    if (kept) {
      const { fixed_versions: fixes, rule, policy, watch, id } = kept;
      const remedy = fixes.length > 0 ? say(policyWords.fixed_in, { versions: fixes.join(', ') }) : say(policyWords.no_fix);
      throw new AppError(refusals[what], { ...bundle, finding: describeBreach(kept), rule, policy, watch, remedy }, { detail: { violation: String(id) } });
    }
    if (isOpen) throw new AppError(policyWords.bundle_still_read, { ...bundle, ...first });
  };
}
