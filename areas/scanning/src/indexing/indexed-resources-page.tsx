import { LoadedPage, query } from '@packhouse/console-kit/console-kit.ts';
import { RecordForm, useBaseline } from '@packhouse/console-kit/forms.ts';
import { type IndexedBuild, readIndex, readIndexedBuilds, updateIndexedResources } from '@packhouse/contract/scanning/scanning-component-routes.ts';
import { EmptyState, LinkButton, notify, Page } from '@packhouse/ui/core.ts';
import { Form, FormGroup } from '@packhouse/ui/form/form.ts';
import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { t } from './indexing-words.ts';
import { type Listed, TwoLists } from './two-lists.tsx';
import '../scanning.css';

type IndexedRepository = z.output<typeof readIndex.reply>['data'][number];

interface Resources {
  repositories: readonly IndexedRepository[];
  builds: readonly IndexedBuild[];
}

/** Keys of what is indexed. */
interface Draft {
  indexed: readonly string[];
  builds: readonly string[];
}

const buildKey = ({ repository, name }: Pick<IndexedBuild, 'repository' | 'name'>) => `${repository}/${name}`;

const listRepositories = (all: readonly IndexedRepository[]): Listed[] =>
  all.map(({ name, type, pkg_type, scanned, total, indexed }) => {
    const about = `${type === 'remote' ? t('is_remote') : t('is_local')} · ${t('scannedOf', { scanned, total })}`;
    return { key: name, name, format: pkg_type, about, indexed };
  });

const listBuilds = (all: readonly IndexedBuild[]): Listed[] =>
  all.map((one) => ({ key: buildKey(one), name: one.name, format: undefined, about: one.repository, indexed: one.indexed }));

/** What changed against what is so; the rest may be changed by others meanwhile. */
function getChanges({ repositories, builds }: Resources, { indexed, builds: judged }: Draft) {
  const [wanted, wantedBuilds] = [new Set(indexed), new Set(judged)];
  const toRef = ({ repository, name }: IndexedBuild) => ({ repository, name });
  return {
    indexed: repositories.filter((one) => !one.indexed && wanted.has(one.name)).map(({ name }) => name),
    notIndexed: repositories.filter((one) => one.indexed && !wanted.has(one.name)).map(({ name }) => name),
    indexedBuilds: builds.filter((one) => !one.indexed && wantedBuilds.has(buildKey(one))).map(toRef),
    notIndexedBuilds: builds.filter((one) => one.indexed && !wantedBuilds.has(buildKey(one))).map(toRef),
  };
}

/** Which repositories are scanned and which builds are judged: two lists each, and what moves from one to the other is saved together. */
export function IndexedResourcesPage() {
  const index = useQuery(query(readIndex, {}));
  const result = useQuery(query(readIndexedBuilds, {}));
  return (
    <LoadedPage result={index} title={t('title')} lines={8}>
      {({ data: repositories }) => (
        <LoadedPage result={result} title={t('title')} lines={8}>
          {({ data: builds, release_bundles }) =>
            repositories.length === 0 && builds.length === 0 ? <Nothing /> : <Choice current={{ repositories, builds }} bundles={release_bundles} />
          }
        </LoadedPage>
      )}
    </LoadedPage>
  );
}

function Nothing() {
  return (
    <Page title={t('title')} subtitle={t('about')}>
      <EmptyState icon="shield" title={t('none')} action={<LinkButton to="/admin/repositories/local/new">{t('create')}</LinkButton>}>
        {t('noneHelp')}
      </EmptyState>
    </Page>
  );
}

const makeDraft = ({ repositories, builds }: Resources): Draft => ({
  indexed: repositories.filter(({ indexed }) => indexed).map(({ name }) => name),
  builds: builds.filter(({ indexed }) => indexed).map(buildKey),
});

function Choice({ current, bundles }: { current: Resources; bundles: number }) {
  const { value: all, version, isStale, take, saved } = useBaseline(current, makeDraft);
  return (
    <RecordForm<typeof updateIndexedResources, Draft>
      wide
      title={t('title')}
      subtitle={t('about')}
      cancelTo="/scans-list"
      save={updateIndexedResources}
      submitLabel={t('save')}
      before={makeDraft(all)}
      baseline={{ version, isStale, take, saved: ({ data, builds }) => saved({ repositories: data, builds }) }}
      input={(draft) => ({ body: getChanges(all, draft) })}
      stale={[readIndex, readIndexedBuilds]}
      onSaved={({ data }) => notify.good(t('saved', { count: data.filter(({ indexed }) => indexed).length }))}
    >
      <FormGroup title={t('repositories')} text={t('help')}>
        <Form.Item name="indexed" label={t('repositories')} noStyle>
          <TwoLists label={t('repositories')} searchLabel={t('search')} noneFits={t('noneFits')} all={listRepositories(all.repositories)} />
        </Form.Item>
      </FormGroup>
      <FormGroup title={t('builds')} text={t(all.builds.length === 0 ? 'noBuilds' : 'buildsHelp')}>
        {all.builds.length > 0 && (
          <Form.Item name="builds" label={t('builds')} noStyle>
            <TwoLists label={t('builds')} searchLabel={t('searchBuilds')} noneFits={t('noBuildFits')} all={listBuilds(all.builds)} />
          </Form.Item>
        )}
      </FormGroup>
      <FormGroup title={t('bundles')}>
        <p className="ph-muted">{t('bundlesHelp', { count: bundles })}</p>
      </FormGroup>
    </RecordForm>
  );
}
