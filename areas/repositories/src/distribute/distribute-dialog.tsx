import { call, isApiError, refresh } from '@packhouse/console-kit/console-kit.ts';
import { distributeReleaseBundle } from '@packhouse/contract/distribution/distribution-routes.ts';
import {
  createReleaseBundle,
  listReleaseBundles,
  ReleaseBundleName,
  releaseBundlesOfChecksum,
} from '@packhouse/contract/distribution/release-bundle-routes.ts';
import { Banner, Button, CheckField, Dialog, TextField } from '@packhouse/ui/core.ts';
import { spokenProblem } from '@packhouse/ui/form/spoken-problem.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from './distribute-words.ts';
import type { Origin } from './release-bundle-of.ts';
import { TargetChoice } from './target-choice.tsx';
import { useOnItsWay } from './use-on-its-way.ts';

const getProblem = (text: string) => spokenProblem(ReleaseBundleName.safeParse(text));

/** Makes a signed release bundle of something and sends it. What was made stays made when sending fails, and is only sent the next time. */
export function DistributeDialog({ origin, onClose }: { origin: Origin; onClose: () => void }) {
  const [name, setName] = useState(origin.name);
  const [version, setVersion] = useState(origin.version);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [autoCreate, setAutoCreate] = useState(false);
  const [tried, setTried] = useState(false);
  const [made, setMade] = useState<{ name: string; version: string }>();
  const tellOnItsWay = useOnItsWay();
  const work = useMutation({
    mutationFn: async () => {
      const bundle = made ?? (await call(createReleaseBundle, { body: { name, version, source: origin.source, sign: true } }));
      setMade(bundle);
      const { name: itsName, version: itsVersion } = bundle;
      const body = { targets: [...chosen], autoCreateMissingRepositories: autoCreate };
      await call(distributeReleaseBundle, { params: { name: itsName, version: itsVersion }, body });
      return bundle;
    },
    onSuccess: (bundle) => {
      onClose();
      tellOnItsWay(bundle);
      void refresh(listReleaseBundles, releaseBundlesOfChecksum);
    },
  });
  const refused = isApiError(work.error) ? work.error.fields : [];
  const problem = (path: 'name' | 'version', text: string) => (tried ? (getProblem(text) ?? refused.find((field) => field.path === path)?.message) : undefined);
  const isElsewhere = refused.every(({ path }) => path !== 'name' && path !== 'version');
  const send = () => {
    setTried(true);
    if (!getProblem(name) && !getProblem(version) && chosen.size > 0) work.mutate();
  };
  return (
    <Dialog
      title={t('distributeTitle', { name: origin.title })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button kind="primary" icon="globe" onClick={send} loading={work.isPending}>
            {t('send')}
          </Button>
        </>
      }
    >
      <div className="ph-stack">
        <p>{t('distributeText')}</p>
        <TextField label={t('name')} value={name} onChange={setName} problem={problem('name', name)} disabled={made !== undefined} autoComplete="off" />
        <TextField
          label={t('version')}
          value={version}
          onChange={setVersion}
          hint={t('versionHint')}
          problem={problem('version', version)}
          disabled={made !== undefined}
          mono
          autoComplete="off"
        />
        <TargetChoice chosen={chosen} onChange={setChosen} problem={tried && chosen.size === 0 ? t('chooseTarget') : undefined} />
        <CheckField label={t('autoCreate')} checked={autoCreate} onChange={setAutoCreate} />
        {work.error && isElsewhere && (
          <Banner kind="bad">
            {made && `${t('madeAlready', { name: `${made.name} ${made.version}` })} `}
            {work.error.message}
          </Banner>
        )}
      </div>
    </Dialog>
  );
}
