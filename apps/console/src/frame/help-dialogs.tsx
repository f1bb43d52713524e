import { CommandsDialog } from '@packhouse/console-kit/calls/page-commands.tsx';
import { useSession } from '@packhouse/console-kit/session/session.ts';
import { licenceTypeName } from '@packhouse/contract/access/licence-types.ts';
import { Dialog, Facts } from '@packhouse/ui/core.ts';
import { t } from '../console-words.ts';
import { Mark } from '../navigation/logo.tsx';
import { useNavigation } from '../navigation/navigation-state.ts';
import { t as say } from './key-help-words.ts';

/** Tells what this is, and which version. */
function AboutDialog({ onClose }: { onClose: () => void }) {
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
          [t('licence'), licenceTypeName(licenceType)],
        ]}
      />
    </Dialog>
  );
}

type KeyLine = [keys: readonly string[], does: string];

/** Every key that does something, by where it does. */
function keyMap(): [title: string, lines: KeyLine[]][] {
  return [
    [
      say('keysEverywhere'),
      [
        [['/'], say('keySearch')],
        [['Ctrl', 'K'], say('keyPalette')],
        [['?'], say('keyHelp')],
        [['['], say('keyRail')],
        [['Esc'], say('keyClose')],
      ],
    ],
    [
      say('keysLists'),
      [
        [['↑', '↓'], say('keyMoveRows')],
        [['Home', 'End'], say('keyFirstLast')],
        [['Enter'], say('keyOpenRow')],
        [['Space'], say('keySelectRow')],
        [['e'], say('keyEditRow')],
        [['Del'], say('keyDeleteRow')],
      ],
    ],
    [
      say('keysTrees'),
      [
        [['↑', '↓'], say('keyMoveTree')],
        [['→'], say('keyOpenFolder')],
        [['←'], say('keyCloseFolder')],
      ],
    ],
    [
      say('keysMenus'),
      [
        [['↑', '↓'], say('keyMoveTree')],
        [['Home', 'End'], say('keyFirstLast')],
        [['a–z'], say('keyLetters')],
        [['Enter'], say('keyChoose')],
      ],
    ],
  ];
}

function KeyboardDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={t('keyboard')} onClose={onClose} width={560}>
      <div className="shell-key-groups">
        {keyMap().map(([title, lines]) => (
          <section key={title}>
            <h3>{title}</h3>
            <dl className="shell-keys">
              {lines.map(([names, does]) => (
                <div key={does}>
                  <dt>
                    {names.map((name) => (
                      <kbd key={name}>{name}</kbd>
                    ))}
                  </dt>
                  <dd>{does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}

/** Shows what of the help is open over the page. */
export function HelpDialogs() {
  const { helpOpen, setHelpOpen } = useNavigation();
  const onClose = () => setHelpOpen(undefined);
  if (helpOpen === 'about') return <AboutDialog onClose={onClose} />;
  if (helpOpen === 'keyboard') return <KeyboardDialog onClose={onClose} />;
  if (helpOpen === 'curl') return <CommandsDialog onClose={onClose} />;
  return null;
}
