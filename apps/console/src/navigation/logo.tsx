import { useSession } from '@packhouse/console-kit/session/session.ts';
import { chooseLogo, type LogoVariant } from './logo-choice.ts';
import { useNavigation } from './navigation-state.ts';
import './logo.css';

/** This sets each kind of installation apart: the piece that stands out of the stack. */
const pieces: Record<LogoVariant, string> = {
  default: 'M16 4.5 26 9.5 16 14.5 6 9.5Z',
  open: 'M16 4.5 26 9.5 16 14.5 6 9.5ZM16 7.3 11.6 9.5 16 11.7 20.4 9.5Z',
  containers: 'M8 5h7v7H8ZM17 5h7v7h-7Z',
  recipes: 'M16 3.5 24 9 16 14.5 8 9Z',
  edge: 'M6 9.5 16 4.5v10Z',
};
const suffixes: Record<LogoVariant, string> = { default: '', open: 'Open', containers: 'Containers', recipes: 'Conan', edge: 'Edge' };

/** The drawing alone: crates on a shelf. */
export function Mark({ variant = 'default', size = 26 }: { variant?: LogoVariant; size?: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} role="img" aria-hidden className="shell-mark">
      <path d={pieces[variant]} className="shell-mark-top" />
      <path d="M6 15.5l10 5 10-5v3.2l-10 5-10-5Z" className="shell-mark-mid" />
      <path d="M6 22.3l10 5 10-5v3.2l-10 5-10-5Z" className="shell-mark-low" transform="translate(0 -1.2)" />
    </svg>
  );
}

/** The installation's logo with its name. */
export function Logo({ compact = false }: { compact?: boolean }) {
  const { licenceType, serverName } = useSession();
  const logoSource = useNavigation((state) => state.logoSource);
  const choice = logoSource ?? chooseLogo({ userLogo: false, logoUrl: null, licenceType });
  if ('url' in choice) return <img src={choice.url} alt={serverName || 'Packhouse'} className="shell-logo-image" />;
  return (
    <span className="shell-logo">
      <Mark variant={choice.variant} />
      {!compact && (
        <span className="shell-logo-name">
          Packhouse
          {suffixes[choice.variant] && <small>{suffixes[choice.variant]}</small>}
        </span>
      )}
    </span>
  );
}
