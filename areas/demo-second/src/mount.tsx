import { useSession } from '@packhouse/console-kit/console-kit.ts';
import { Facts, Section } from '@packhouse/ui/core.ts';
import { t } from './demo-second-words.ts';

/** A part that reads what the shell gives to all parts. */
export function Mount() {
  const { name, serverName, services } = useSession();
  return (
    <Section title={t('title')}>
      <p>{t('text')}</p>
      <Facts
        title={t('facts')}
        items={[
          [t('user'), name],
          [t('server'), serverName],
          [t('services'), Object.keys(services).join(', ')],
        ]}
      />
    </Section>
  );
}
