import { LoadedPage, query } from '@packhouse/console-kit/console-kit.ts';
import { RecordForm, useBaseline } from '@packhouse/console-kit/forms.ts';
import { readIndex, updateIndexedResources } from '@packhouse/contract/scanning/scanning-component-routes.ts';
import { EmptyState, LinkButton, notify, Page } from '@packhouse/ui/core.ts';
import { Form, FormGroup } from '@packhouse/ui/form/form.ts';
import { useQuery } from '@tanstack/react-query';
import { t } from './indexing-words.ts';
import { type IndexedRepository, TwoLists } from './two-lists.tsx';
import '../scanning.css';

interface Draft {
  indexed: readonly string[];
}

/** What changed against what is so; the rest may be changed by others meanwhile. */
function getChanges(all: readonly IndexedRepository[], { indexed }: Draft) {
  const wanted = new Set(indexed);
  return {
    indexed: all.filter((one) => !one.indexed && wanted.has(one.name)).map(({ name }) => name),
    notIndexed: all.filter((one) => one.indexed && !wanted.has(one.name)).map(({ name }) => name),
  };
}

/** Which repositories are scanned: two lists, and what moves from one to the other is saved together. */
export function IndexedResourcesPage() {
  const result = useQuery(query(readIndex, {}));
  return (
    <LoadedPage result={result} title={t('title')} lines={8}>
      {({ data }) => (data.length === 0 ? <Nothing /> : <Choice current={data} />)}
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

const makeDraft = (all: readonly IndexedRepository[]): Draft => ({ indexed: all.filter(({ indexed }) => indexed).map(({ name }) => name) });

function Choice({ current }: { current: readonly IndexedRepository[] }) {
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
      baseline={{ version, isStale, take, saved: ({ data }) => saved(data) }}
      input={(draft) => ({ body: getChanges(all, draft) })}
      stale={[readIndex]}
      onSaved={({ data }) => notify.good(t('saved', { count: data.filter(({ indexed }) => indexed).length }))}
    >
      <FormGroup title={t('repositories')} text={t('help')}>
        <Form.Item name="indexed" label={t('repositories')} noStyle>
          <TwoLists all={all} />
        </Form.Item>
      </FormGroup>
    </RecordForm>
  );
}
