import { useSession } from '@packhouse/console-kit/session/session.ts';
import { labelText, languages, useLanguage } from '@packhouse/console-kit/words/i18n.ts';
import { licenceTypeName } from '@packhouse/contract/access/licence-types.ts';
import { type ServiceName, serviceTitles } from '@packhouse/contract/shell/service-names.ts';
import { CopyButton, Facts, Page, Section } from '@packhouse/ui/core.ts';
import { t as say } from '../console-words.ts';
import { t as frame } from '../navigation/navigation-words.ts';
import { t } from './system-page-words.ts';

/** Says what a service is called: people's words, and its name on the wire. */
function serviceLine(name: string, version: string): string {
  const title = serviceTitles[name as ServiceName];
  return title ? `${labelText(title)} (${name}) ${version}` : `${name} ${version}`;
}

/** Shows what whoever helps has to know, ready to copy. */
export function SupportPage() {
  const { version, serverName, services, licenceType } = useSession();
  const language = useLanguage();
  const lines = Object.entries(services).map(([name, itsVersion]) => serviceLine(name, itsVersion));
  const facts: [string, string][] = [
    [say('version'), version],
    [say('server'), serverName],
    [t('licenceType'), licenceTypeName(licenceType)],
    [t('services'), lines.join(', ')],
    [t('languageShown'), languages[language]],
    [t('browser'), navigator.userAgent],
  ];
  const text = facts.map(([name, value]) => `${name}: ${value}`).join('\n');
  return (
    <Page title={frame('support')} subtitle={t('supportText')} actions={<CopyButton value={text} label={t('supportCopy')} wide />} narrow>
      <Facts title={t('supportFacts')} items={facts} />
      <Section title={t('supportHow')}>
        <p>{t('supportHowText')}</p>
      </Section>
    </Page>
  );
}
