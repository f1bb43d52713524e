import { useRefusal } from '@packhouse/console-kit/console-kit.ts';
import { distributeReleaseBundle } from '@packhouse/contract/distribution/distribution-routes.ts';
import type { ReleaseBundleSummary } from '@packhouse/contract/distribution/release-bundle-routes.ts';
import type { MenuEntry } from '@packhouse/ui/core.ts';
import { type ReactNode, useState } from 'react';
import { DistributeDialog } from './distribute-dialog.tsx';
import { t } from './distribute-words.ts';
import { RedistributeDialog } from './redistribute-dialog.tsx';
import type { Origin } from './release-bundle-of.ts';
import { useCanDistribute, useDistributed } from './use-distributed.ts';

interface Subject {
  /** Undefined where nothing can be made of it. */
  origin: Origin | undefined;
  /** Of a file that tells to which release bundles it belongs. */
  sha256: string | undefined;
  title: string;
  /** The reader manages the place it is at. */
  manages: boolean;
}

type Open = 'distribute' | 'redistribute' | undefined;

const isSome = (bundles: readonly ReleaseBundleSummary[]): bundles is readonly [ReleaseBundleSummary, ...ReleaseBundleSummary[]] => bundles.length > 0;

/** Menu lines that send something to other platforms, and the dialog that is open; neither where nothing can be distributed. */
export function useDistribution({ origin, sha256, title, manages }: Subject): { entries: MenuEntry[]; dialog: ReactNode } {
  const [open, setOpen] = useState<Open>();
  const can = useCanDistribute();
  const bundles = useDistributed(sha256);
  const ofBundles = useRefusal(distributeReleaseBundle, { on: 'releaseBundle', action: 'manage' });
  if (!can) return { entries: [], dialog: null };
  const refusal = manages ? ofBundles : t('needManage');
  const close = () => setOpen(undefined);
  const entries: MenuEntry[] = [
    ...(origin ? [{ label: t('distribute'), icon: 'globe' as const, refusal, onSelect: () => setOpen('distribute') }] : []),
    ...(isSome(bundles) ? [{ label: t('redistribute'), icon: 'refresh' as const, refusal: ofBundles, onSelect: () => setOpen('redistribute') }] : []),
  ];
  const dialog =
    open === 'distribute' && origin ? (
      <DistributeDialog origin={origin} onClose={close} />
    ) : open === 'redistribute' && isSome(bundles) ? (
      <RedistributeDialog title={title} bundles={bundles} onClose={close} />
    ) : null;
  return { entries, dialog };
}
