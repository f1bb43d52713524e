import { catalogue } from '@packhouse/console-kit/words/i18n.ts';

/** The words of the pages that are the shell’s own. */
export const { t } = catalogue({
  documentationText: {
    en: 'How to do things with {server}, and where every call is described.',
    de: 'Wie man mit {server} arbeitet und wo jeder Aufruf beschrieben ist.',
  },
  documentationClients: { en: 'Set a client up', de: 'Einen Client einrichten' },
  documentationClientsText: {
    en: 'The exact commands for every package type, with the address and the repository filled in.',
    de: 'Die genauen Befehle für jeden Pakettyp, mit Adresse und Repository schon eingesetzt.',
  },
  documentationStart: { en: 'First steps', de: 'Erste Schritte' },
  documentationStartText: {
    en: 'Creates repositories and leads through login, pull and push.',
    de: 'Legt Repositorys an und führt durch Anmelden, Holen und Hochladen.',
  },
  documentationUpstreams: { en: 'Where packages of others come from', de: 'Woher fremde Pakete kommen' },
  documentationUpstreamsText: {
    en: 'The address of an upstream stands in the settings of its clients and in the documentation of whoever runs it. It is given to a remote repository; defaults.upstreams in the configuration names one for all.',
    de: 'Die Adresse eines Upstreams steht in den Einstellungen seiner Clients und in der Dokumentation dessen, der ihn betreibt. Sie wird einem entfernten Repository gegeben; defaults.upstreams in der Konfiguration nennt eine für alle.',
  },
  documentationApi: { en: 'API reference', de: 'API-Referenz' },
  documentationApiText: {
    en: 'Every call of the console and of the REST interface, with what goes in and what comes out.',
    de: 'Jeder Aufruf der Konsole und der REST-Schnittstelle, mit dem, was hinein- und was herauskommt.',
  },
  documentationTokens: { en: 'Access tokens', de: 'Zugriffstoken' },
  documentationTokensText: {
    en: 'For the command line and for CI, with only the rights they need.',
    de: 'Für die Kommandozeile und für CI, nur mit den Rechten, die sie brauchen.',
  },
  supportText: {
    en: 'What whoever helps you has to know. Nothing of it leaves this installation by itself.',
    de: 'Was wissen muss, wer Ihnen hilft. Nichts davon verlässt diese Installation von selbst.',
  },
  supportFacts: { en: 'This installation', de: 'Diese Installation' },
  supportCopy: { en: 'Copy for a support request', de: 'Für eine Anfrage kopieren' },
  supportHow: { en: 'How to ask', de: 'Wie man fragt' },
  supportHowText: {
    en: 'Say what you did, what you expected and what happened instead. A page that failed shows a request id: quote it, the logs name it too.',
    de: 'Sagen Sie, was Sie getan haben, was Sie erwartet haben und was stattdessen geschah. Eine fehlgeschlagene Seite zeigt eine Anfrage-ID: Nennen Sie sie, sie steht auch in den Protokollen.',
  },
  services: { en: 'Services', de: 'Dienste' },
  browser: { en: 'Browser', de: 'Browser' },
  languageShown: { en: 'Language', de: 'Sprache' },
  pipelinesTeaser: { en: 'Pipelines', de: 'Pipelines' },
  pipelinesTeaserText: {
    en: 'A pipeline says what is to happen with what was built: it waits for scans, asks people to approve, promotes, signs and distributes, each step with the rights of its author.',
    de: 'Eine Pipeline sagt, was mit dem geschehen soll, was gebaut wurde: Sie wartet auf Prüfungen, bittet um Zustimmung, befördert, signiert und verteilt, jeder Schritt mit den Rechten ihres Autors.',
  },
  pipelinesTeaserAbsent: { en: 'The pipelines service is not part of this installation.', de: 'Der Pipelines-Dienst gehört nicht zu dieser Installation.' },
  securityTeaser: { en: 'Security and compliance', de: 'Sicherheit und Compliance' },
  securityTeaserText: {
    en: 'Finds known vulnerabilities and licences in every package that is stored here, and lets policies decide what may be downloaded.',
    de: 'Findet bekannte Schwachstellen und Lizenzen in jedem Paket, das hier liegt, und lässt Richtlinien entscheiden, was heruntergeladen werden darf.',
  },
  securityTeaserAbsent: { en: 'The scanning service is not part of this installation.', de: 'Der Prüfdienst gehört nicht zu dieser Installation.' },
  securityTeaserLicence: {
    en: 'The licence of this installation ({licence}) does not include it.',
    de: 'Die Lizenz dieser Installation ({licence}) enthält das nicht.',
  },
  bundlesTeaserText: {
    en: 'A release bundle is a signed list of files with a version. It is made here and sent to other platforms, which check its signature before they take it.',
    de: 'Ein Release-Bundle ist eine signierte Liste von Dateien mit einer Version. Es entsteht hier und geht an andere Plattformen, die seine Signatur prüfen, bevor sie es annehmen.',
  },
  bundlesTeaserAbsent: { en: 'The distribution service is not part of this installation.', de: 'Der Verteilungsdienst gehört nicht zu dieser Installation.' },
  bundlesTeaserLicence: {
    en: 'The licence of this installation ({licence}) does not include release bundles.',
    de: 'Die Lizenz dieser Installation ({licence}) enthält keine Release-Bundles.',
  },
  subscription: { en: 'Subscription', de: 'Abonnement' },
  licenceType: { en: 'Licence type', de: 'Lizenzart' },
  trial: { en: 'Trial', de: 'Probezeit' },
  yes: { en: 'Yes', de: 'Ja' },
  no: { en: 'No', de: 'Nein' },
  usage: { en: 'Usage', de: 'Nutzung' },
  artifacts: { en: 'Artifacts', de: 'Artefakte' },
});
