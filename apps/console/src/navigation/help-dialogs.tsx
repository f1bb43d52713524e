import { useSession } from '@packhouse/console-kit/session.ts';
import { Dialog, Facts } from '@packhouse/ui/core.ts';
import { t } from '../words.ts';
import { Mark } from './logo.tsx';

/** What this is, and which version. */
export function AboutDialog({ onClose }: { onClose: () => void }) {
  const { version, serverName, licenceType } = useSession();
  return (
    <Dialog title="Packhouse" onClose={onClose} width={420}>
      <div className="shell-about">
        <Mark size={48} />
        <p>{t('aboutText')}</p>
      </div>
      <Facts
        title={t('about')}
        items={[
          [t('version'), <code key="version">{version}</code>],
          [t('server'), serverName],
          [t('licence'), licenceType],
        ]}
      />
    </Dialog>
  );
}

/** The keys that work everywhere. */
export function KeyboardDialog({ onClose }: { onClose: () => void }) {
  const keys: [string[], string][] = [
    [['/'], t('keyFocusSearch')],
    [['Ctrl', 'K'], t('keyPalette')],
    [['↑', '↓', 'Enter', 'Space', 'e', 'Del'], t('keyRows')],
    [['↑', '↓', '←', '→'], t('keyTree')],
    [['Esc'], t('keyClose')],
  ];
  return (
    <Dialog title={t('keyboard')} onClose={onClose}>
      <dl className="shell-keys">
        {keys.map(([names, text]) => (
          <div key={text}>
            <dt>
              {names.map((name) => (
                <kbd key={name}>{name}</kbd>
              ))}
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
