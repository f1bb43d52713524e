import { anything, type IgnoreRule } from '@packhouse/contract/scanning/scanning-ignore-routes.ts';
import { RelativeTime, StatusTag } from '@packhouse/ui/core.ts';
import type { Column } from '@packhouse/ui/table/data.ts';
import { t } from './ignoring-words.ts';

/** So many names are shown; the others are counted. */
const shownNames = 3;

function listText(names: readonly string[]): string {
  const shown = names.slice(0, shownNames).join(', ');
  return names.length > shownNames ? `${shown} ${t('andMore', { count: names.length - shownNames })}` : shown;
}

/** Says what a rule is about, in words. */
export function whatText({ ignore_filters: { vulnerabilities = [], cves = [], licenses = [], operational_risk: risks = [] } }: IgnoreRule): string {
  const names = [...vulnerabilities, ...cves, ...licenses].filter((name) => name !== anything);
  if (vulnerabilities.length + cves.length + licenses.length === 0 && risks.length > 0) return t('risks');
  return names.length === 0 ? t('everything') : listText(names);
}

/** Where a rule holds, in words. */
export function whereText({ project_key, ignore_filters: { components = [], artifacts = [], builds = [] } }: IgnoreRule): string {
  const places = [
    ...artifacts.map(({ name, path = '', version }) => `${path}${name === anything ? '' : name}${version ? ` ${version}` : ''}`),
    ...components.map(({ name, version }) => `${name}${version ? ` ${version}` : ''}`),
    ...builds.map(({ name, version }) => t('build', { name: `${name}${version ? ` ${version}` : ''}` })),
  ];
  const where = places.length === 0 ? t('everywhere') : listText(places);
  return project_key ? `${where} ${t('inProject', { name: project_key })}` : where;
}

function Until({ rule: { expires_at, is_expired } }: { rule: IgnoreRule }) {
  if (!expires_at) return <span className="ph-muted">{t('noEnd')}</span>;
  return (
    <span className="scan-name">
      <RelativeTime at={expires_at} />
      {is_expired && <StatusTag kind="neutral">{t('lapsed')}</StatusTag>}
    </span>
  );
}

export function ruleColumns(): Column<IgnoreRule>[] {
  return [
    { id: 'what', title: t('what'), card: 'title', width: '22%', render: whatText },
    { id: 'where', title: t('where'), card: 'fact', width: '26%', render: (rule) => <span className="scan-where">{whereText(rule)}</span> },
    { id: 'notes', title: t('notes'), card: 'fact', render: ({ notes }) => notes },
    { id: 'author', title: t('author'), width: '120px', render: ({ author }) => author },
    { id: 'until', title: t('until'), width: '170px', render: (rule) => <Until rule={rule} /> },
  ];
}
