import { useSession } from '@packhouse/console-kit/console-kit.ts';
import { type List, ListTable, useAddress, useList, useSettled } from '@packhouse/console-kit/lists.ts';
import { whereIsComponent } from '@packhouse/contract/scanning/scanning-git-routes.ts';
import { Banner, EmptyState, Page, Section, TextField } from '@packhouse/ui/core.ts';
import { artifactColumns, sourceColumns } from './where-columns.tsx';
import { t } from './where-words.ts';
import '../scanning.css';

/** Where a component is: in artifacts and in source code. What is asked is in the address. */
export function WherePage() {
  const [{ name, version }, change] = useAddress('name', 'version');
  const asked = useSettled(name.trim());
  return (
    <Page title={t('where')} subtitle={t('about')}>
      <div className="scan-where-fields">
        <TextField label={t('name')} hint={t('nameHint')} value={name} onChange={(text) => change({ name: text })} />
        <TextField label={t('version')} hint={t('anyVersion')} value={version} onChange={(text) => change({ version: text })} />
      </div>
      {asked === '' ? (
        <EmptyState icon="search" title={t('ask')}>
          {t('askHelp')}
        </EmptyState>
      ) : (
        <Places name={asked} version={version.trim()} />
      )}
    </Page>
  );
}

function Places({ name, version }: { name: string; version: string }) {
  const { administrator } = useSession();
  const settled = useSettled(version);
  const list = useList(
    whereIsComponent,
    { query: { name, ...(settled === '' ? {} : { version: settled }) } },
    { rows: ({ artifacts }) => artifacts, live: ['git.'] },
  );
  const { answer } = list;
  const sources: List<NonNullable<typeof answer>['repositories'][number]> = { ...list, rows: answer?.repositories };
  return (
    <>
      {answer?.asked.ecosystem && <p className="ph-muted">{t('asPackage', { ecosystem: answer.asked.ecosystem, name: answer.asked.name })}</p>}
      {answer?.cut && <Banner kind="warning">{t('cut')}</Banner>}
      <Section title={t('artifacts')}>
        <ListTable
          id="where-artifacts"
          label={t('artifacts')}
          list={list}
          columns={artifactColumns()}
          rowKey={(one) => `${one.repository}/${one.path} ${one.name} ${one.version}`}
          none={<EmptyState icon="package" title={t('noArtifacts')} />}
        />
      </Section>
      <Section title={t('source')}>
        {!administrator ? (
          <p className="ph-muted">{t('sourceForAdministrators')}</p>
        ) : (
          list.error === null && (
            <ListTable
              id="where-source"
              label={t('source')}
              list={sources}
              columns={sourceColumns()}
              rowKey={(one) => `${one.integration} ${one.repository} ${one.path} ${one.name} ${one.version}`}
              none={<EmptyState icon="list" title={t('noSource')} />}
            />
          )
        )}
      </Section>
    </>
  );
}
