import { query } from '@packhouse/console-kit/console-kit.ts';
import { useSettled } from '@packhouse/console-kit/lists.ts';
import { listReleaseBundleTargets } from '@packhouse/contract/distribution/release-bundle-name-routes.ts';
import { findBuildNames } from '@packhouse/contract/repositories/build-routes.ts';
import { listRepositoryInfo } from '@packhouse/contract/repositories/repository-info-routes.ts';
import { type FieldAria, Select } from '@packhouse/ui/form/form.ts';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { spellKept } from './criteria-draft.ts';
import { t } from './form-words.ts';

interface PickerProps extends FieldAria {
  id?: string;
  value?: string[];
  onChange?: (names: string[]) => void;
}

const makeOptions = (names: readonly string[] = []) => names.map((value) => ({ value, label: value }));

function useRepositoryKeys(type: 'local' | 'remote' | 'distribution'): string[] {
  const { data = [] } = useQuery(query(listRepositoryInfo, { query: { type } }));
  return data.map(({ repoKey }) => repoKey);
}

/** Some local and remote repositories; there are no federated ones here. A form control. */
export function RepositoryPicker(props: PickerProps) {
  const groups = [
    { label: t('local'), options: makeOptions(useRepositoryKeys('local')) },
    { label: t('remote'), options: makeOptions(useRepositoryKeys('remote')) },
  ];
  return <Select {...props} mode="multiple" options={groups.filter(({ options }) => options.length > 0)} />;
}

/** Some builds, also such as will only come. A form control. */
export function BuildPicker(props: PickerProps) {
  const [search, setSearch] = useState('');
  const name = useSettled(search);
  const { data } = useQuery(query(findBuildNames, { query: name === '' ? {} : { name } }));
  return <Select {...props} mode="tags" filterOption={false} onSearch={setSearch} options={makeOptions(data?.names)} />;
}

/** So many repositories are asked for the release bundles that they keep. */
const mostRepositories = 100;

/** Some release bundles by their names, wherever they are kept; also such as will only come. A form control. */
export function ReleaseBundlePicker(props: PickerProps) {
  const repositories = useRepositoryKeys('distribution').slice(0, mostRepositories);
  const { data } = useQuery({ ...query(listReleaseBundleTargets, { body: { repositories } }), enabled: repositories.length > 0 });
  return <Select {...props} mode="tags" options={makeOptions(data?.bundles)} />;
}

/** The same with their repositories, where those are not the usual one. A form control. */
export function KeptReleaseBundlePicker(props: PickerProps) {
  const repositories = useRepositoryKeys('distribution').slice(0, mostRepositories);
  const names = useQueries({ queries: repositories.map((one) => query(listReleaseBundleTargets, { body: { repositories: [one] } })) });
  const options = repositories.flatMap((repository, place) => (names[place]?.data?.bundles ?? []).map((name) => spellKept(repository, name)));
  return <Select {...props} mode="tags" options={makeOptions(options)} />;
}
