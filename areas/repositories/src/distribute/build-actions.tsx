import { useToldOf } from '@packhouse/console-kit/console-kit.ts';
import type { Build } from '@packhouse/contract/repositories/build-routes.ts';
import { IconButton, Menu } from '@packhouse/ui/core.ts';
import { t } from './distribute-words.ts';
import { makeOriginOfBuild } from './release-bundle-of.ts';
import { useDistribution } from './use-distribution.tsx';

/** The first file that a run made whose content is known; release bundles take all files of a run or none. */
function knownFile({ modules }: Build): string | undefined {
  return modules.flatMap(({ artifacts }) => artifacts).find(({ sha256 }) => sha256 !== undefined)?.sha256;
}

/** Offers what can be done with a run of a build; nothing where nothing can be. */
export function BuildActions({ build }: { build: Build }) {
  const origin = makeOriginOfBuild(build);
  const isMade = build.modules.some(({ artifacts }) => artifacts.length > 0);
  const told = useToldOf(`build ${build.repository}/${build.name}/${build.number}`);
  const { entries: sending, dialog } = useDistribution({ origin: isMade ? origin : undefined, sha256: knownFile(build), title: origin.title, manages: true });
  const entries = [...sending, ...told];
  if (entries.length === 0) return null;
  return (
    <>
      <Menu label={t('actions')} entries={entries} align="end">
        {(trigger) => <IconButton icon="more" label={t('actions')} {...trigger} />}
      </Menu>
      {dialog}
    </>
  );
}
