/** What the kernel, and the operations and scanning services say, in German. */
export const platform: Readonly<Record<string, string>> = {
  '{host} is an address of a private network; an administrator can allow it under outgoing.allow (PACKHOUSE_OUTGOING_ALLOW) in the configuration':
    '{host} ist eine Adresse eines privaten Netzes; die Administration kann sie in der Konfiguration unter outgoing.allow (PACKHOUSE_OUTGOING_ALLOW) erlauben',
  "You need '{action}' on {name}/{path}; an administrator of the project can grant it":
    'Sie brauchen „{action}“ auf {name}/{path}; die Administration des Projekts kann es gewähren',
  "You need '{action}' on {name}/{path}; a repository manager or an administrator can grant it":
    'Sie brauchen „{action}“ auf {name}/{path}; wer das Repository verwaltet oder die Administration kann es gewähren',
  "You need '{action}' on {name}; an administrator of the project can grant it":
    'Sie brauchen „{action}“ auf {name}; die Administration des Projekts kann es gewähren',
  "You need '{action}' on {name}; a repository manager or an administrator can grant it":
    'Sie brauchen „{action}“ auf {name}; wer das Repository verwaltet oder die Administration kann es gewähren',
  'Another request is writing to this upload': 'Eine andere Anfrage schreibt gerade an diesem Upload',
  'Certificate {number} of {count} cannot be read': 'Zertifikat {number} von {count} lässt sich nicht lesen',
  'Write a size as 512m or 2g': 'Schreiben Sie eine Größe wie 512m oder 2g',
  '64 hexadecimal digits are expected': 'Erwartet werden 64 Hexadezimalziffern',
  'Use letters, digits, dots, dashes and underscores': 'Verwenden Sie Buchstaben, Ziffern, Punkte, Binde- und Unterstriche',
  'Too many windows follow what happens; close some': 'Zu viele Fenster verfolgen, was geschieht; schließen Sie einige',
  "'{text}' is not an http or https address": '„{text}“ ist keine Adresse mit http oder https',
  'The upstream sends an upload elsewhere ({status})': 'Der Quellserver schickt einen Upload anderswohin ({status})',
  'The proxy {proxy} answered {status}: it wants another user name or password':
    'Der Proxy {proxy} antwortete mit {status}: Er will einen anderen Benutzernamen oder ein anderes Passwort',
  'The proxy {proxy} answered {status}': 'Der Proxy {proxy} antwortete mit {status}',
  '{host} cannot be reached ({reason})': '{host} ist nicht erreichbar ({reason})',
  '{host} cannot be reached through the proxy {proxy} ({reason})': '{host} ist über den Proxy {proxy} nicht erreichbar ({reason})',
  '{host} did not answer within {time} ms': '{host} hat nicht innerhalb von {time} ms geantwortet',
  '{host} sends on to {other}': '{host} leitet zu {other} weiter',
  'The upstream redirects more than {count} times': 'Der Quellserver leitet mehr als {count}-mal weiter',
  '{name}: {why}': '{name}: {why}',
  'The node is offline': 'Der Knoten ist offline',
  'The service {service} is not present here': 'Den Dienst {service} gibt es hier nicht',
  'There is no such node': 'Diesen Knoten gibt es nicht',
  'There is no node {id}': 'Es gibt keinen Knoten {id}',
  'The support bundle does not exist any more': 'Das Support-Paket gibt es nicht mehr',
  'The support bundle could not be made': 'Das Support-Paket konnte nicht erstellt werden',
  'The support bundle is still being made': 'Das Support-Paket wird noch erstellt',
  'There is no log file {id}': 'Es gibt keine Protokolldatei {id}',
  'The service {service} does not run on the node {node}': 'Der Dienst {service} läuft nicht auf dem Knoten {node}',
  'The node {id} is offline': 'Der Knoten {id} ist offline',
  'The node {id} does not answer': 'Der Knoten {id} antwortet nicht',
  'The node runs another version and does not know this question': 'Auf dem Knoten läuft eine andere Version, die diese Frage nicht kennt',
  'The node could not answer': 'Der Knoten konnte nicht antworten',
  'Nothing was withdrawn, since records were rejected of which nobody can say which advisories they are about':
    'Nichts wurde zurückgezogen, denn es wurden Datensätze abgelehnt, von denen niemand sagen kann, welche Meldungen sie betreffen',
  'The dump holds {seen} of the {known} advisories that this source had; nothing was withdrawn, since it is more likely cut off':
    'Der Abzug enthält {seen} der {known} Meldungen, die diese Quelle hatte; nichts wurde zurückgezogen, denn eher ist er abgeschnitten',
  'is no id': 'ist keine Id',
  'is no moment in time': 'ist kein Zeitpunkt',
  "Artifact doesn't exist or not indexed in Xray": 'Das Artefakt gibt es nicht, oder es ist nicht für Xray erfasst',
  'Too much was asked for at once': 'Es wurde nach zu viel auf einmal gefragt',
  'is of a version that is not known': 'ist von einer Version, die nicht bekannt ist',
  'There is no such source of advisories': 'Diese Quelle von Meldungen gibt es nicht',
  'Another source has this name': 'Eine andere Quelle hat diesen Namen',
  'This source has no address; upload its dump': 'Diese Quelle hat keine Adresse; laden Sie ihren Abzug hoch',
  'Nothing was scanned here': 'Hier wurde nichts untersucht',
  'There is no such ignore rule': 'Diese Ausnahmeregel gibt es nicht',
  'No repository that you may read holds this version': 'Kein Repository, das Sie lesen dürfen, enthält diese Version',
};
