/** What the distribution service says, and what repositories say about release bundles, in German. */
export const distribution: Readonly<Record<string, string>> = {
  'There is no release bundle {name} {version}': 'Es gibt kein Release-Bundle {name} {version}',
  'Another release bundle {name} {version} was received here': 'Hier kam ein anderes Release-Bundle {name} {version} an',
  '{name} {version} is signed and cannot change; make another version':
    '{name} {version} ist signiert und ändert sich nicht mehr; legen Sie eine andere Version an',
  "{repository} is no distribution repository: its key would end in 'release-bundles'":
    '{repository} ist kein Repository für die Verteilung: Sein Schlüssel würde auf „release-bundles“ enden',
  'No file that you may read fits': 'Keine Datei, die Sie lesen dürfen, passt',
  'There is a release bundle {name} {version} already': 'Ein Release-Bundle {name} {version} gibt es schon',
  'No deployment would take a list of files this long; shorten the properties, or make two release bundles':
    'Keine Plattform nähme eine so lange Liste von Dateien an; kürzen Sie die Eigenschaften, oder machen Sie zwei Release-Bundles daraus',
  "{file} would go to '{place}', which is no repository and path": '{file} käme nach „{place}“; das ist kein Repository mit Pfad',
  '{file} comes from a remote repository; map it to a local one': '{file} kommt aus einem entfernten Repository; bilden Sie es auf ein lokales ab',
  '{file} would go to {repository}, which cannot be the key of a repository': '{file} käme nach {repository}; das kann kein Repository-Schlüssel sein',
  '{file} would go to a path of more than {count} characters': '{file} käme zu einem Pfad mit mehr als {count} Zeichen',
  'The files would go to more than {count} repositories': 'Die Dateien kämen in mehr als {count} Repositorys',
  'Files of a release bundle do not expire: leave out {property}': 'Dateien eines Release-Bundles laufen nicht ab: Lassen Sie {property} weg',
  '{file} and {repository}/{path} would both go to {otherRepository}/{otherPath}':
    '{file} und {repository}/{path} kämen beide nach {otherRepository}/{otherPath}',
  'Files of {format} and {otherFormat} repositories would both go to {repository}':
    'Dateien aus {format}- und {otherFormat}-Repositorys kämen beide nach {repository}',
  "{file}: '{key}' cannot be the key of a property": '{file}: „{key}“ kann nicht der Schlüssel einer Eigenschaft sein',
  "{file}: a value of property '{key}' is too long": '{file}: Ein Wert der Eigenschaft „{key}“ ist zu lang',
  '{file}: {property} is no date': '{file}: {property} ist kein Datum',
  'Too many release bundles come in at once; send it again in a moment':
    'Zu viele Release-Bundles kommen gleichzeitig an; senden Sie es in einem Augenblick noch einmal',
  'A release bundle can have at most {count} files': 'Ein Release-Bundle kann höchstens {count} Dateien haben',
  'The path mapping takes too long': 'Die Pfadabbildung braucht zu lange',
  'The path mapping cannot be read: {reason}': 'Die Pfadabbildung lässt sich nicht lesen: {reason}',
  "You need '{action}' on a release bundle; an administrator can grant it":
    'Sie brauchen „{action}“ auf einem Release-Bundle; die Administration kann es gewähren',
  'Your search before this one is still under way': 'Ihre Suche davor läuft noch',
  'There is no such distribution': 'Diese Verteilung gibt es nicht',
  'No distribution target fits the rules': 'Kein Verteilungsziel passt zu den Regeln',
  '{why} is not valid': '{why} ist nicht gültig',
  'The name': 'Der Name',
  'The version': 'Die Version',
  'The checksum': 'Die Prüfsumme',
  'The signed manifest': 'Das signierte Manifest',
  "No trusted key here has the fingerprint {fingerprint}; an administrator can add the sender's public key under Keys Management, Trusted Keys":
    'Kein vertrauter Schlüssel hat hier den Fingerabdruck {fingerprint}; die Administration kann den öffentlichen Schlüssel des Absenders bei den vertrauten Schlüsseln der Schlüsselverwaltung eintragen',
  'There is no trusted key with the fingerprint {fingerprint}': 'Es gibt keinen vertrauten Schlüssel mit dem Fingerabdruck {fingerprint}',
  'The key with the fingerprint {fingerprint} may not sign release bundles here; an administrator can allow it in the settings of distribution':
    'Der Schlüssel mit dem Fingerabdruck {fingerprint} darf hier keine Release-Bundles signieren; die Administration kann es in den Einstellungen der Verteilung erlauben',
  'The release bundle {name} {version} was put together on this very deployment':
    'Das Release-Bundle {name} {version} wurde auf eben dieser Plattform zusammengestellt',
  'Another release bundle {name} {version} was received here before': 'Ein anderes Release-Bundle {name} {version} kam hier schon an',
  'These repositories do not exist here: {names}. Create them, or let the distribution create what is missing':
    'Diese Repositorys gibt es hier nicht: {names}. Legen Sie sie an, oder lassen Sie die Verteilung anlegen, was fehlt',
  'Creating {names} needs the token of an administrator': 'Um {names} anzulegen, braucht es das Token eines Administrators',
  'The manifest is not JSON': 'Das Manifest ist kein JSON',
  'The manifest is not valid: {path} {problem}': 'Das Manifest ist nicht gültig: {path} {problem}',
  'The manifest is that of {name} {version}': 'Das Manifest ist das von {name} {version}',
  'The manifest names a place twice': 'Das Manifest nennt eine Stelle zweimal',
  '{name} {version} was deleted while it came in; it can be sent again': '{name} {version} wurde gelöscht, während es ankam; es lässt sich noch einmal senden',
  'No trusted key here signed {name} {version} as it came in; it was changed, or its signer is unknown':
    'Kein vertrauter Schlüssel hat {name} {version} so signiert, wie es ankam; es wurde verändert, oder der Unterzeichner ist unbekannt',
  '{name} {version} is not signed yet': '{name} {version} ist noch nicht signiert',
  'Something went wrong; the log says more': 'Etwas ging schief; mehr steht im Protokoll',
  'A later order decides about {target}': 'Über {target} entscheidet ein späterer Auftrag',
  'The order about {name} {version} is more than a day ahead of the clock here': 'Der Auftrag zu {name} {version} ist der Uhr hier mehr als einen Tag voraus',
  'A later order took its place': 'Ein späterer Auftrag trat an seine Stelle',
  'A later order recalled {name} {version} from here': 'Ein späterer Auftrag nahm {name} {version} hier zurück',
  'A later order sent {name} {version} here': 'Ein späterer Auftrag sandte {name} {version} hierher',
  'The distribution service runs only beside the repositories service': 'Der Verteilungsdienst läuft nur neben dem Repository-Dienst',
  'The target takes too long to answer in full': 'Das Ziel braucht zu lange, um ganz zu antworten',
  'The target answers with more than can be read': 'Das Ziel antwortet mit mehr, als sich lesen lässt',
  '{target} does not take the access token': '{target} nimmt das Zugriffstoken nicht an',
  '{target} sends callers elsewhere ({status}); give its own address': '{target} schickt Aufrufer anderswohin ({status}); geben Sie die eigene Adresse an',
  '{target} answers {status}: {why}': '{target} antwortet mit {status}: {why}',
  '{target} answers {status}': '{target} antwortet mit {status}',
  '{target} answers {status}, as no deployment of this platform would': '{target} antwortet mit {status}, wie es keine Installation dieser Plattform täte',
  '{target} answers in a way that was not understood': '{target} antwortet so, dass es nicht zu verstehen war',
  'It answers, and the token stands for {user} there': 'Das Ziel antwortet, und das Token steht dort für {user}',
  'It answers, and the token stands for {user} there; it does not trust the key that signs here yet':
    'Das Ziel antwortet, und das Token steht dort für {user}; dem Schlüssel, der hier signiert, vertraut es noch nicht',
  'The key pair {name} that signs release bundles does not exist; an administrator can choose another':
    'Das Schlüsselpaar {name}, das Release-Bundles signiert, gibt es nicht; die Administration kann ein anderes wählen',
  'There is no OpenPGP key pair {name}': 'Es gibt kein OpenPGP-Schlüsselpaar {name}',
  'There is a target {name} already': 'Ein Ziel {name} gibt es schon',
  'Enter the access token of the other address': 'Geben Sie das Zugriffstoken für die andere Adresse ein',
  'There is no distribution target {name}': 'Es gibt kein Verteilungsziel {name}',
  'The query must be over items: items.find({…})': 'Die Abfrage muss nach items suchen: items.find({…})',
  'Give a path in {repository}: repository/path': 'Geben Sie einen Pfad in {repository} an: Repository/Pfad',
  'There is no {name}': 'Es gibt kein {name}',
  'The sha256 of what arrived is {actual}, not {expected}': 'Der SHA-256 dessen, was ankam, ist {actual}, nicht {expected}',
  '{repository} cannot keep release bundles': '{repository} kann keine Release-Bundles aufbewahren',
  'There is no distribution repository {key}; an administrator can create it':
    'Es gibt kein Repository {key} für die Verteilung; die Administration kann es anlegen',
  '{repository}/{path} is no longer what it was when the release bundle was put together; update the bundle, then sign it':
    '{repository}/{path} ist nicht mehr, was es war, als das Release-Bundle zusammengestellt wurde; aktualisieren Sie das Bundle, und signieren Sie es dann',
  '{key} is a {class} repository here; release bundles go to local ones': '{key} ist hier ein {class}-Repository; Release-Bundles gehen in lokale',
  '{key} holds {format} packages here, not {otherFormat}': '{key} enthält hier {format}-Pakete, nicht {otherFormat}',
  '{count} of the files have not come in': '{count} der Dateien sind nicht angekommen',
  '{repository}/{path} came in with {size} bytes and is signed with {signed}': '{repository}/{path} kam mit {size} Bytes an und ist mit {signed} signiert',
  "'{path}' is no path of a file": '„{path}“ ist kein Pfad einer Datei',
  '{key} is no local repository here': '{key} ist hier kein lokales Repository',
};
