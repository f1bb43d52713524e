import { catalogue } from '@packhouse/console-kit/console-kit.ts';

/** The words of service status and peers. */
export const { t } = catalogue({
  serviceStatus: { en: 'Service status', de: 'Zustand der Dienste' },
  about: {
    en: 'Which services run on which nodes. A node that gives no sign of life for half a minute counts as offline.',
    de: 'Welche Dienste auf welchen Knoten laufen. Ein Knoten, der eine halbe Minute kein Lebenszeichen gibt, gilt als offline.',
  },
  node: { en: 'Node', de: 'Knoten' },
  status: { en: 'Status', de: 'Zustand' },
  Online: { en: 'Online', de: 'Online' },
  Offline: { en: 'Offline', de: 'Offline' },
  uptime: { en: 'Uptime', de: 'Laufzeit' },
  unavailable: { en: 'unavailable', de: 'nicht verfügbar' },
  address: { en: 'Address', de: 'Adresse' },
  version: { en: 'Version', de: 'Version' },
  lastHeartbeat: { en: 'Last sign of life', de: 'Letztes Lebenszeichen' },
  microServices: { en: 'Microservices', de: 'Teildienste' },
  someOffline: { en: 'Some services are offline', de: 'Einige Dienste sind offline' },
  allOnline: {
    en: { one: 'One node, and it is online', other: 'All {count} nodes are online' },
    de: { one: 'Ein Knoten, und er ist online', other: 'Alle {count} Knoten sind online' },
  },
  late: {
    en: 'Events are taken up late: {follower} is {time} behind',
    de: 'Ereignisse werden verspätet bearbeitet: {follower} liegt {time} zurück',
  },
  unknown: { en: 'The status of the services is not known', de: 'Der Zustand der Dienste ist nicht bekannt' },
  tryAgain: { en: 'Try again', de: 'Erneut versuchen' },
  storage: { en: 'Storage', de: 'Speicher' },
  Working: { en: 'Working', de: 'Arbeitet' },
  Full: { en: 'Full', de: 'Voll' },
  Unusable: { en: 'Unusable', de: 'Unbrauchbar' },
  Unknown: { en: 'Unknown', de: 'Unbekannt' },
  room: { en: 'Room', de: 'Platz' },
  roomText: { en: '{free} of {total} free', de: '{free} von {total} frei' },
  keptText: { en: 'Uploads leave {kept} free', de: 'Uploads lassen {kept} frei' },
  objectStore: { en: 'Object store', de: 'Objektspeicher' },
  details: { en: 'Details', de: 'Einzelheiten' },
  storageFull: {
    en: 'The storage of {nodes} is full: uploads are refused until there is room.',
    de: 'Der Speicher von {nodes} ist voll: Uploads werden abgelehnt, bis Platz ist.',
  },
  fullHelp: {
    en: 'Empty the trash can or run a retention policy that skips the trash, then collect garbage twice.',
    de: 'Leeren Sie den Papierkorb oder führen Sie eine Aufbewahrungsregel aus, die ihn überspringt; lassen Sie danach zweimal aufräumen.',
  },
  storageUnusable: {
    en: 'Nothing can be written to the storage of {nodes}: uploads are refused.',
    de: 'In den Speicher von {nodes} lässt sich nichts schreiben: Uploads werden abgelehnt.',
  },
  unusableHelp: { en: '“packhouse doctor” says on the node what to do.', de: '„packhouse doctor“ sagt auf dem Knoten, was zu tun ist.' },
  noAnswer: { en: 'The node did not say in time', de: 'Der Knoten hat nicht rechtzeitig geantwortet' },
  makeRoom: { en: 'Storage summary', de: 'Speicherübersicht' },
  peers: { en: 'Peers', de: 'Knoten im Verbund' },
  aboutPeers: {
    en: 'Nodes on one database share what they fetch from upstreams: a file is fetched once for all of them.',
    de: 'Knoten an einer Datenbank teilen, was sie von Upstreams holen: Eine Datei wird einmal für alle geholt.',
  },
  sharing: { en: 'Downloads are shared', de: 'Downloads werden geteilt' },
  notSharing: { en: 'One node alone', de: 'Ein Knoten allein' },
  aloneHelp: {
    en: 'Start another node with the same database, master key and blob store: it appears here by itself.',
    de: 'Starten Sie einen weiteren Knoten mit derselben Datenbank, demselben Hauptschlüssel und demselben Speicher: Er erscheint hier von selbst.',
  },
  noPeers: { en: 'No nodes yet', de: 'Noch keine Knoten' },
});
