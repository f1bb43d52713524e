import { catalogue } from '@packhouse/console-kit/console-kit.ts';

/** The words of the web server in front. */
export const { t } = catalogue({
  reverseProxy: { en: 'Reverse proxy', de: 'Reverse-Proxy' },
  about: {
    en: 'The web server in front of the platform: what clients reach. Commands shown to users name it, and its configuration is generated here.',
    de: 'Der Webserver vor der Plattform: was Clients erreichen. Die gezeigten Befehle nennen ihn, und seine Konfiguration entsteht hier.',
  },
  address: { en: 'Address', de: 'Adresse' },
  addressHelp: {
    en: 'The name that clients use. Without one, commands name whatever address the reader came by.',
    de: 'Der Name, den Clients verwenden. Ohne ihn nennen Befehle die Adresse, über die ihr Leser kam.',
  },
  serverName: { en: 'Server name', de: 'Servername' },
  useHttps: { en: 'HTTPS', de: 'HTTPS' },
  httpsPort: { en: 'HTTPS port', de: 'HTTPS-Port' },
  useHttp: { en: 'HTTP', de: 'HTTP' },
  httpPort: { en: 'HTTP port', de: 'HTTP-Port' },
  containers: { en: 'Container repositories', de: 'Container-Repositorys' },
  containersHelp: {
    en: 'How container clients find a repository. The path works in every case.',
    de: 'Wie Container-Clients ein Repository finden. Der Pfad geht in jedem Fall.',
  },
  method: { en: 'Method', de: 'Verfahren' },
  SUBDOMAIN: { en: 'Sub-domain: docker-local.packages.example.org/app', de: 'Subdomain: docker-local.packages.example.org/app' },
  PORTPERREPO: { en: 'Port per repository: packages.example.org:5001/app', de: 'Port je Repository: packages.example.org:5001/app' },
  REPOPATHPREFIX: { en: 'Repository path: packages.example.org/docker-local/app', de: 'Repository-Pfad: packages.example.org/docker-local/app' },
  subdomainHint: {
    en: 'Needs a name server entry and a certificate for *.{name}. Keys with capitals, dots or underscores stay reachable by the path.',
    de: 'Braucht einen Eintrag im Namensdienst und ein Zertifikat für *.{name}. Schlüssel mit Großbuchstaben, Punkten oder Unterstrichen bleiben über den Pfad erreichbar.',
  },
  repository: { en: 'Repository', de: 'Repository' },
  port: { en: 'Port', de: 'Port' },
  addPort: { en: 'Add repository', de: 'Repository hinzufügen' },
  removePort: { en: 'Remove the port', de: 'Port entfernen' },
  files: { en: 'Certificate and platform', de: 'Zertifikat und Plattform' },
  filesHelp: {
    en: 'Places on the machine of the web server, and where it finds the platform.',
    de: 'Orte auf dem Rechner des Webservers, und wo er die Plattform findet.',
  },
  certificate: { en: 'Certificate', de: 'Zertifikat' },
  key: { en: 'Private key', de: 'Privater Schlüssel' },
  internalHost: { en: 'Host of the platform', de: 'Host der Plattform' },
  internalHostHint: { en: 'Empty when both are on one machine.', de: 'Leer, wenn beide auf einem Rechner laufen.' },
  internalPort: { en: 'Port of the platform', de: 'Port der Plattform' },
  save: { en: 'Save changes', de: 'Änderungen speichern' },
  saved: { en: 'The reverse proxy was saved', de: 'Der Reverse-Proxy wurde gespeichert' },
  configuration: { en: 'Configuration', de: 'Konfiguration' },
  configurationHelp: {
    en: 'From the settings as they were last saved. Start the platform with PACKHOUSE_TRUSTED_PROXIES set to the address of the web server.',
    de: 'Aus den zuletzt gespeicherten Einstellungen. Starten Sie die Plattform mit PACKHOUSE_TRUSTED_PROXIES gleich der Adresse des Webservers.',
  },
  nginx: { en: 'nginx', de: 'nginx' },
  apache: { en: 'Apache', de: 'Apache' },
  download: { en: 'Download {file}', de: '{file} herunterladen' },
  noName: {
    en: 'Name the server and save: its configuration appears here.',
    de: 'Nennen Sie den Server und speichern Sie: Dann erscheint hier seine Konfiguration.',
  },
});
