import { ListPage, useList } from '@packhouse/console-kit/lists.ts';
import { type IgnoreRule, listIgnoreRules } from '@packhouse/contract/scanning/scanning-ignore-routes.ts';
import { EmptyState, LinkButton } from '@packhouse/ui/core.ts';
import { useState } from 'react';
import { OfChosenProject } from '../governing/chosen-project.tsx';
import { violationListPath } from '../governing/governing-screens.ts';
import { TurnPages, usePageNumber } from '../paging/turn-pages.tsx';
import { EndRule } from './end-rule.tsx';
import { t } from './ignoring-words.ts';
import { ruleColumns } from './rule-columns.tsx';

const rowsPerPage = 50;

/** Rules by which findings are ignored, newest first: all, or those of a project. The page is in the address. */
function RuleList({ project }: { project?: string }) {
  const page = usePageNumber();
  const query = { num_of_rows: rowsPerPage, page_num: page, ...(project === undefined ? {} : { projectKey: project }) };
  const list = useList(listIgnoreRules, { query }, { rows: ({ data }) => data, live: ['audit.ignore-rule.'] });
  const [ending, setEnding] = useState<IgnoreRule>();
  return (
    <ListPage
      id="ignore-rules"
      title={t('rules')}
      count={list.answer?.total_count}
      subtitle={t(project === undefined ? 'about' : 'ofProject')}
      list={list}
      columns={ruleColumns()}
      rowKey={({ id }) => id}
      rowActions={(rule) => [{ label: t('end'), icon: 'trash', danger: true, keys: 'Del', onSelect: () => setEnding(rule) }]}
      none={
        <EmptyState icon="eye" title={t('none')} action={<LinkButton to={violationListPath}>{t('violations')}</LinkButton>}>
          {t('noneHelp')}
        </EmptyState>
      }
    >
      <TurnPages label={t('rules')} page={page} rows={list.answer?.total_count} rowsPerPage={rowsPerPage} />
      {ending && <EndRule rule={ending} onClose={() => setEnding(undefined)} />}
    </ListPage>
  );
}

export function RuleListPage() {
  return <RuleList />;
}

/** Those of the project that is chosen. */
export function ProjectRuleListPage() {
  return <OfChosenProject title={t('rules')}>{(project) => <RuleList key={project} project={project} />}</OfChosenProject>;
}
