import { useToldOf } from '@packhouse/console-kit/console-kit.ts';
import type { ReleaseBundle } from '@packhouse/contract/distribution/release-bundle-routes.ts';
import { Button, IconButton, Menu, type MenuEntry } from '@packhouse/ui/core.ts';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { editReleaseBundlePath, paths } from '../distribution-screens.ts';
import { t } from '../distribution-words.ts';
import { DeleteFromTargets } from './delete-from-targets.tsx';
import { DeleteReleaseBundle } from './delete-release-bundle.tsx';
import { DistributeDialog } from './distribute-dialog.tsx';
import { PromoteDialog } from './promote-dialog.tsx';
import { SignDialog } from './sign-dialog.tsx';

type Open = 'sign' | 'distribute' | 'delete' | 'promote' | 'remoteDelete' | undefined;

/** Why something cannot be done with a version, where it cannot. */
const unless = (allowed: boolean, action: string) => (allowed ? undefined : t('needAction', { action }));

function readMenu({ state, type, status, may, ...place }: ReleaseBundle, told: readonly MenuEntry[], setOpen: (open: Open) => void): MenuEntry[] {
  const ofSource: MenuEntry[] =
    state === 'OPEN'
      ? [{ label: t('edit'), icon: 'edit', ...(may.change ? { to: editReleaseBundlePath(place) } : { refusal: t('needAction', { action: 'deploy' }) }) }]
      : [
          {
            label: t('deleteFromTargets'),
            icon: 'trash',
            danger: true,
            refusal: status === 'Not distributed' ? t('notDistributedYet') : may.recall ? undefined : t('needRecall'),
            onSelect: () => setOpen('remoteDelete'),
          },
        ];
  const promote: MenuEntry = { label: t('promote'), icon: 'arrow-up', refusal: unless(may.promote, 'annotate'), onSelect: () => setOpen('promote') };
  return [
    ...(state === 'SIGNED' ? [promote] : []),
    ...told,
    ...(type === 'source' ? [...ofSource, { line: true } as const] : []),
    { label: t('delete'), icon: 'trash', danger: true, refusal: unless(may.delete, 'delete'), onSelect: () => setOpen('delete') },
  ];
}

/** Offers what can be done with a version; what is refused stays in sight with its reason. */
export function ReleaseBundleActions({ bundle }: { bundle: ReleaseBundle }) {
  const [open, setOpen] = useState<Open>();
  const navigate = useNavigate();
  const { state, type, status, may } = bundle;
  const told = useToldOf(`release-bundle ${bundle.name}/${bundle.version}`);
  const close = () => setOpen(undefined);
  return (
    <>
      <Menu label={t('actions')} entries={readMenu(bundle, told, setOpen)} align="end">
        {(trigger) => <IconButton icon="more" label={t('actions')} {...trigger} />}
      </Menu>
      {type === 'source' && state === 'OPEN' && (
        <Button kind="primary" icon="key" refusal={unless(may.sign, 'deploy')} onClick={() => setOpen('sign')}>
          {t('sign')}
        </Button>
      )}
      {type === 'source' && state === 'SIGNED' && (
        <Button kind="primary" icon="globe" refusal={may.distribute ? undefined : t('needDistribute')} onClick={() => setOpen('distribute')}>
          {t(status === 'Not distributed' ? 'distribute' : 'redistribute')}
        </Button>
      )}
      {open === 'sign' && <SignDialog bundle={bundle} onClose={close} />}
      {open === 'distribute' && <DistributeDialog bundle={bundle} onClose={close} />}
      {open === 'promote' && <PromoteDialog bundle={bundle} onClose={close} />}
      {open === 'remoteDelete' && <DeleteFromTargets bundle={bundle} onClose={close} />}
      {open === 'delete' && <DeleteReleaseBundle bundle={bundle} onClose={close} onDeleted={() => void navigate(`${paths.bundles}/${type}`)} />}
    </>
  );
}
