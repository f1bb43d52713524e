import { catalogue } from '@packhouse/console-kit/words/i18n.ts';

const words = {
  repositories: { en: 'Repositories', de: 'Repositorys' },
  repositoriesText: {
    en: 'What the three kinds of repositories are for, and how a file gets in and out.',
    de: 'Wozu die drei Arten von Repositorys da sind und wie eine Datei hinein- und herauskommt.',
  },
  threeKinds: { en: 'Local, remote, virtual', de: 'Lokal, entfernt, virtuell' },
  threeKindsLocal: {
    en: 'A local repository keeps what your teams publish. Nothing in it comes from anywhere else.',
    de: 'Ein lokales Repository bewahrt, was Ihre Teams veröffentlichen. Nichts darin kommt von woanders.',
  },
  threeKindsRemote: {
    en: 'A remote repository stands for a registry elsewhere. It fetches what is asked for once, keeps it, and goes on serving it when that registry is down.',
    de: 'Ein entferntes Repository steht für eine Registry anderswo. Es holt Verlangtes einmal, behält es und liefert es weiter, wenn jene Registry ausfällt.',
  },
  threeKindsVirtual: {
    en: 'A virtual repository puts several under one address: your own first, the remote ones after them. Give clients this address and you can change what is behind it.',
    de: 'Ein virtuelles Repository vereint mehrere unter einer Adresse: zuerst Ihre eigenen, danach die entfernten. Geben Sie Clients diese Adresse, dann können Sie ändern, was dahinter liegt.',
  },
  firstFile: { en: 'Your first file', de: 'Ihre erste Datei' },
  firstFileUp: {
    en: 'Upload any file to a generic repository. The answer names its checksums.',
    de: 'Laden Sie eine beliebige Datei in ein generisches Repository hoch. Die Antwort nennt ihre Prüfsummen.',
  },
  firstFileDown: {
    en: 'Download it again from the same address; it is the same, byte for byte.',
    de: 'Laden Sie sie von derselben Adresse wieder herunter; sie ist Byte für Byte dieselbe.',
  },
  firstFileInfo: { en: 'Ask about it: size, checksums, who put it there and when.', de: 'Fragen Sie nach ihr: Größe, Prüfsummen, wer sie wann abgelegt hat.' },
  npmPackages: { en: 'npm packages', de: 'npm-Pakete' },
  npmText: { en: 'Install through the platform, and publish packages of your own.', de: 'Über die Plattform installieren und eigene Pakete veröffentlichen.' },
  npmInstall: { en: 'Install through a virtual repository', de: 'Über ein virtuelles Repository installieren' },
  npmRegistry: {
    en: 'Point npm at the virtual repository. It is called npm when the quick setup made it.',
    de: 'Richten Sie npm auf das virtuelle Repository. Es heißt npm, wenn die Schnelleinrichtung es angelegt hat.',
  },
  npmLogin: {
    en: 'Sign in with your name and password; npm gets a token of its own and keeps that.',
    de: 'Melden Sie sich mit Name und Passwort an; npm bekommt ein eigenes Token und merkt sich nur dieses.',
  },
  npmInstallRun: {
    en: 'Install as ever. The package stays in the cache of the remote repository.',
    de: 'Installieren Sie wie immer. Das Paket bleibt im Cache des entfernten Repositorys.',
  },
  npmPublish: { en: 'Publish a package', de: 'Ein Paket veröffentlichen' },
  npmVersion: {
    en: 'Raise the version; a version that exists is never overwritten.',
    de: 'Erhöhen Sie die Version; eine vorhandene Version wird nie überschrieben.',
  },
  npmPublishRun: {
    en: 'Publish. The virtual repository hands it to the local one behind it, and it shows under Packages at once.',
    de: 'Veröffentlichen Sie. Das virtuelle Repository gibt es an das lokale dahinter weiter, und unter Pakete erscheint es sofort.',
  },
  containers: { en: 'Container images', de: 'Container-Images' },
  containersText: { en: 'Pull through a cache and push images of your own.', de: 'Über einen Cache beziehen und eigene Images ablegen.' },
  containerPull: { en: 'Pull through the cache', de: 'Über den Cache beziehen' },
  containerLogin: {
    en: 'Sign in with your name. An identity token serves as the password.',
    de: 'Melden Sie sich mit Ihrem Namen an. Als Passwort dient ein Identitätstoken.',
  },
  containerPullRun: {
    en: 'Pull through the virtual repository. The second pull comes from the cache.',
    de: 'Beziehen Sie das Image über das virtuelle Repository. Das zweite Mal kommt es aus dem Cache.',
  },
  containerPush: { en: 'Tag and push', de: 'Benennen und ablegen' },
  containerTag: {
    en: 'Give the image an address on this platform: host, repository, name, version.',
    de: 'Geben Sie dem Image eine Adresse auf dieser Plattform: Host, Repository, Name, Version.',
  },
  containerPushRun: {
    en: 'Push it. Layers that are here already are not sent again.',
    de: 'Legen Sie es ab. Schichten, die schon hier sind, werden nicht noch einmal gesendet.',
  },
  access: { en: 'People and permissions', de: 'Menschen und Berechtigungen' },
  accessText: { en: 'Who may do what, and tokens instead of passwords.', de: 'Wer was darf, und Token statt Passwörter.' },
  whoMayWhat: { en: 'Who may do what', de: 'Wer was darf' },
  whoGroups: {
    en: 'Put people into groups. Everybody joins the group readers by themselves.',
    de: 'Ordnen Sie Menschen Gruppen zu. Der Gruppe readers treten alle von selbst bei.',
  },
  whoPermissions: {
    en: 'A permission names repositories with patterns, and says what users and groups may do there: read, annotate, deploy, delete, manage.',
    de: 'Eine Berechtigung nennt Repositorys mit Mustern und sagt, was Benutzer und Gruppen dort dürfen: lesen, auszeichnen, ablegen, löschen, verwalten.',
  },
  whoCheck: {
    en: 'Nobody has more than what the permissions add up to. Administrators may do everything.',
    de: 'Niemand hat mehr, als die Berechtigungen zusammen ergeben. Administratoren dürfen alles.',
  },
  tokens: { en: 'Tokens for the command line', de: 'Token für die Kommandozeile' },
  tokensMake: {
    en: 'Make a token that ends in an hour. It has your rights and no more.',
    de: 'Erzeugen Sie ein Token, das nach einer Stunde endet. Es hat Ihre Rechte und nicht mehr.',
  },
  tokensUse: {
    en: 'Send it instead of a password. Revoke it under Access tokens and it stops working at once.',
    de: 'Senden Sie es anstelle eines Passworts. Widerrufen Sie es unter Zugriffstoken, und es gilt sofort nicht mehr.',
  },
  ci: { en: 'Builds in CI', de: 'Builds in der CI' },
  ciText: { en: 'Record what a build has made and what it was made of.', de: 'Festhalten, was ein Build hergestellt hat und woraus.' },
  buildInfo: { en: 'Publish build information', de: 'Build-Informationen veröffentlichen' },
  ciConfig: {
    en: 'Tell the command line where the platform is; it asks for your token.',
    de: 'Sagen Sie der Kommandozeile, wo die Plattform ist; sie fragt nach Ihrem Token.',
  },
  ciUpload: {
    en: 'Upload with the name and number of the build. The command line notes every file.',
    de: 'Laden Sie mit Name und Nummer des Builds hoch. Die Kommandozeile merkt sich jede Datei.',
  },
  ciPublish: {
    en: 'Publish the build. Under Builds you see its modules, its files, and what changed since the one before.',
    de: 'Veröffentlichen Sie den Build. Unter Builds sehen Sie seine Module, seine Dateien und was sich seit dem vorigen geändert hat.',
  },
  finding: { en: 'Finding things', de: 'Dinge finden' },
  findingText: { en: 'Properties on artifacts, and queries that use them.', de: 'Eigenschaften an Artefakten und Abfragen, die sie nutzen.' },
  properties: { en: 'Label and find', de: 'Auszeichnen und finden' },
  propertiesSet: {
    en: 'Put a property on a file. A folder passes it on to what is below it.',
    de: 'Geben Sie einer Datei eine Eigenschaft. Ein Ordner gibt sie an alles darunter weiter.',
  },
  propertiesFind: {
    en: 'Ask for everything that has it. The answer holds only what you may read.',
    de: 'Fragen Sie nach allem, was sie hat. Die Antwort enthält nur, was Sie lesen dürfen.',
  },
  keepingHouse: { en: 'Keeping house', de: 'Haus halten' },
  keepingHouseText: {
    en: 'What is deleted goes to the trash can first; what a backup needs.',
    de: 'Gelöschtes kommt zuerst in den Papierkorb; was eine Sicherung braucht.',
  },
  trash: { en: 'Deleted and back again', de: 'Gelöscht und wieder da' },
  trashDelete: { en: 'Delete a file. It goes to the trash can.', de: 'Löschen Sie eine Datei. Sie kommt in den Papierkorb.' },
  trashRestore: { en: 'Put it back where it was, with its properties.', de: 'Legen Sie sie an ihren alten Platz zurück, mit ihren Eigenschaften.' },
  backup: { en: 'A backup that can be restored', de: 'Eine Sicherung, die sich zurückspielen lässt' },
  backupDatabase: {
    en: 'Copy the database first, with pg_dump while everything runs.',
    de: 'Kopieren Sie zuerst die Datenbank, mit pg_dump im laufenden Betrieb.',
  },
  backupBlobs: {
    en: 'Then copy the folder blobs, and keep the folder keys apart from both: without it stored secrets are lost.',
    de: 'Kopieren Sie dann den Ordner blobs, und bewahren Sie den Ordner keys getrennt von beiden auf: Ohne ihn sind gespeicherte Geheimnisse verloren.',
  },
  backupDoctor: {
    en: 'Ask the doctor from time to time. It checks configuration, disk, database and the way out, and says how to mend what it finds.',
    de: 'Fragen Sie von Zeit zu Zeit den Doktor. Er prüft Konfiguration, Platte, Datenbank und den Weg hinaus und sagt, wie sich Gefundenes beheben lässt.',
  },
} as const;

export type LessonWord = keyof typeof words;

export const { t: lesson } = catalogue(words);
