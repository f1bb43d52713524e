import { isVisible, type Requirement } from '@packhouse/console-kit/session/menu-visibility.ts';
import { useSession } from '@packhouse/console-kit/session/session.ts';
import { prefixes } from '@packhouse/contract/prefixes.ts';
import { Icon, type IconName, Page } from '@packhouse/ui/core.ts';
import { Link } from 'react-router';
import { paths } from '../navigation/landing.ts';
import { t as frame } from '../navigation/navigation-words.ts';
import { t } from './system-page-words.ts';
import './system-pages.css';

/** Where a remote repository is given the address of its upstream. */
const newRemote = '/admin/repositories/remote/new';

interface Chapter {
  title: string;
  text: string;
  icon: IconName;
  /** A page of the console. */
  to?: string;
  /** Something outside of it. */
  href?: string;
  requires?: Requirement;
}

function chapters(): Chapter[] {
  return [
    { title: t('documentationClients'), text: t('documentationClientsText'), icon: 'bolt', to: '/set-me-up' },
    { title: t('documentationStart'), text: t('documentationStartText'), icon: 'play', to: paths.quickSetup, requires: { role: 'administrator' } },
    { title: t('documentationUpstreams'), text: t('documentationUpstreamsText'), icon: 'network', to: newRemote, requires: { role: 'administrator' } },
    { title: t('documentationTokens'), text: t('documentationTokensText'), icon: 'key', to: '/access/tokens', requires: { role: 'user' } },
    { title: t('documentationApi'), text: t('documentationApiText'), icon: 'terminal', href: `${prefixes.consoleApi}/docs` },
  ];
}

/** Where to read how things are done. */
export function DocumentationPage() {
  const session = useSession();
  return (
    <Page title={frame('documentation')} subtitle={t('documentationText', { server: session.serverName })} narrow>
      <ul className="documentation-chapters">
        {chapters()
          .filter(({ requires }) => isVisible(requires, session))
          .map(({ title, text, icon, to, href }) => {
            const content = (
              <>
                <Icon name={icon} size={20} />
                <span>
                  <strong>{title}</strong>
                  <span className="ph-muted">{text}</span>
                </span>
                <Icon name={href ? 'external' : 'chevron-right'} />
              </>
            );
            return (
              <li key={title}>
                {to ? (
                  <Link to={to} className="ph-card documentation-chapter">
                    {content}
                  </Link>
                ) : (
                  <a href={href} target="_blank" rel="noreferrer" className="ph-card documentation-chapter">
                    {content}
                  </a>
                )}
              </li>
            );
          })}
      </ul>
    </Page>
  );
}
