import { useSession } from '@packhouse/console-kit/session/session.ts';
import { type Language, languages, showLanguage, useLanguage } from '@packhouse/console-kit/words/i18n.ts';
import { IconButton, Menu, usePageTitle, useTheme } from '@packhouse/ui/core.ts';
import type { ReactNode } from 'react';
import { t } from '../console-words.ts';
import { Mark } from '../navigation/logo.tsx';
import { useNavigation } from '../navigation/navigation-state.ts';
import { useStartUp } from '../start-up/start-up.ts';
import './sign-in.css';

interface SignInFrameProps {
  title: string;
  /** Of the browser's tab. */
  documentTitle: string;
  text?: ReactNode;
  children: ReactNode;
}

/** Whose installation this is: its logo, and its name where somebody gave it one. */
function Brand() {
  const logo = useNavigation((state) => state.logoSource);
  const { serverName } = useSession();
  const name = serverName === window.location.hostname ? '' : serverName;
  return (
    <>
      {logo && 'url' in logo ? <img src={logo.url} alt={name || 'Packhouse'} className="sign-in-logo" /> : <Mark size={44} />}
      {name && <p className="sign-in-server">{name}</p>}
    </>
  );
}

/** Shows what stands around every page before sign-in: the mark, one card, the choices that need no account. */
export function SignInFrame({ title, documentTitle, text, children }: SignInFrameProps) {
  usePageTitle(documentTitle);
  const { choice, choose } = useTheme();
  const language = useLanguage();
  const { buildLine, footerMessage } = useStartUp();
  return (
    <div className="sign-in">
      <header className="sign-in-tools">
        <Menu
          label={t('language')}
          align="end"
          entries={(Object.keys(languages) as Language[]).map((one) => ({
            label: languages[one],
            checked: one === language,
            onSelect: () => void showLanguage(one),
          }))}
        >
          {(trigger) => <IconButton icon="globe" label={t('language')} {...trigger} />}
        </Menu>
        <Menu
          label={t('theme')}
          align="end"
          entries={(['system', 'light', 'dark'] as const).map((one) => ({ label: t(one), checked: one === choice, onSelect: () => choose(one) }))}
        >
          {(trigger) => <IconButton icon="sun" label={t('theme')} {...trigger} />}
        </Menu>
      </header>
      <main className="sign-in-card">
        <Brand />
        <h1>{title}</h1>
        {text && <p className="sign-in-text">{text}</p>}
        {children}
      </main>
      <footer className="sign-in-foot">
        {footerMessage && <p>{footerMessage}</p>}
        <p>{buildLine}</p>
      </footer>
    </div>
  );
}
