import { useSession } from '@packhouse/console-kit/console-kit.ts';
import { Section } from '@packhouse/ui/core.ts';
import { t } from './demo-words.ts';

/** Greets whoever is there. */
export function GreetingPage() {
  const { kind, name } = useSession();
  return (
    <Section title={t('greeting')}>
      <p>{kind === 'user' ? t('hello', { name }) : t('helloVisitor')}</p>
    </Section>
  );
}
