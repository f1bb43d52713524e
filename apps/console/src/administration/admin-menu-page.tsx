import { useSession } from '@packhouse/console-kit/session/session.ts';
import { labelText } from '@packhouse/console-kit/words/i18n.ts';
import { type ServiceName, serviceTitles } from '@packhouse/contract/shell/service-names.ts';
import { Button, EmptyState, Icon, Page, SearchField, Tooltip } from '@packhouse/ui/core.ts';
import { Link, useSearchParams } from 'react-router';
import { allNavItems } from '../areas/shell-nav.ts';
import { paths } from '../navigation/landing.ts';
import { type MenuLine, marked, menuLines } from './admin-menu.ts';
import { t } from './admin-menu-words.ts';
import './admin-menu.css';

/** All of administration as cards, each a group of settings, with a search that marks what it finds. */
export function AdminMenuPage() {
  const [params, setParams] = useSearchParams();
  const session = useSession();
  const search = params.get('search') ?? '';
  const change = (text: string) => setParams(text ? { search: text } : {}, { replace: true });
  const getTitle = ({ item }: MenuLine) => (item.group ? labelText(item.group) : t('general'));
  const words = search.trim().toLowerCase();
  const lines = menuLines(allNavItems(), session)
    .filter(({ item }) => item.path !== paths.adminMenu)
    .filter((line) => `${labelText(line.item.label)}\n${getTitle(line)}`.toLowerCase().includes(words));
  const groups = [...Map.groupBy(lines, getTitle)];
  return (
    <Page title={t('administration')}>
      <div className="admin-menu-search">
        <SearchField label={t('find')} value={search} onChange={change} />
      </div>
      {groups.length === 0 && <EmptyState icon="search" title={t('nothingFits')} action={<Button onClick={() => change('')}>{t('clear')}</Button>} />}
      <div className="admin-menu">
        {groups.map(([title, members]) => (
          <section key={title} className="admin-card" aria-label={title}>
            <h2>
              <Marked text={title} search={search} />
            </h2>
            <ul>
              {members.map((line) => (
                <li key={line.item.id}>
                  <Line line={line} search={search} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Page>
  );
}

function Line({ line: { item, absent }, search }: { line: MenuLine; search: string }) {
  const content = (
    <>
      <Icon name={item.icon} />
      <span>
        <Marked text={labelText(item.label)} search={search} />
      </span>
    </>
  );
  if (absent === undefined) return <Link to={item.path}>{content}</Link>;
  return (
    <Tooltip text={t('serviceAbsent', { service: labelText(serviceTitles[absent as ServiceName] ?? { en: absent }) })}>
      {/* A button, so that the keyboard reaches the reason. */}
      <button type="button" className="admin-card-off" aria-disabled>
        {content}
      </button>
    </Tooltip>
  );
}

function Marked({ text, search }: { text: string; search: string }) {
  return marked(text, search).map((part) => (part.hit ? <mark key={part.text}>{part.text}</mark> : part.text));
}
