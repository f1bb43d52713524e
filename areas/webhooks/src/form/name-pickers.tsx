import { query } from '@packhouse/console-kit/console-kit.ts';
import { useSettled } from '@packhouse/console-kit/lists.ts';
import { listReleaseBundleTargets } from '@packhouse/contract/distribution/release-bundle-name-routes.ts';
import { findBuildNames } from '@packhouse/contract/repositories/build-routes.ts';
import { listRepositoryInfo } from '@packhouse/contract/repositories/repository-info-routes.ts';
import { type FieldAria, Select } from '@packhouse/ui/form/form.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from './form-words.ts';

interface PickerProps extends FieldAria {
  id?: string;
  value?: string[];
  onChange?: (names: string[]) => void;
}

const makeOptions = (names: readonly string[] = []) => names.map((value) => ({ value, label: value }));

/** Some local and remote repositories. A form control. */
export function RepositoryPicker(props: PickerProps) {
  const local = useQuery(query(listRepositoryInfo, { query: { type: 'local' } })).data;
  const remote = useQuery(query(listRepositoryInfo, { query: { type: 'remote' } })).data;
  const groups = [
    { label: t('local'), options: makeOptions(local?.map(({ repoKey }) => repoKey)) },
    { label: t('remote'), options: makeOptions(remote?.map(({ repoKey }) => repoKey)) },
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

/** Release bundles are kept here unless somebody made a repository of their own for them. */
const usualRepositories = ['release-bundles'];

/** Some release bundles, also such as will only come. A form control. */
export function ReleaseBundlePicker(props: PickerProps) {
  const { data } = useQuery(query(listReleaseBundleTargets, { body: { repositories: usualRepositories } }));
  return <Select {...props} mode="tags" options={makeOptions(data?.bundles)} />;
}
