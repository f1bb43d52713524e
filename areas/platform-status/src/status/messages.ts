import { catalogue } from '@packhouse/console-kit/console-kit.ts';

/** The words of service status and peers. */
export const { t } = catalogue(
  {
    serviceStatus: 'Service status',
    about: 'Which services run on which nodes. A node that gives no sign of life for half a minute counts as offline.',
    node: 'Node',
    status: 'Status',
    Online: 'Online',
    Offline: 'Offline',
    uptime: 'Uptime',
    unavailable: 'unavailable',
    address: 'Address',
    version: 'Version',
    lastHeartbeat: 'Last sign of life',
    microServices: 'Microservices',
    someOffline: 'Some services are offline',
    allOnline: { one: 'One node, and it is online', other: 'All {count} nodes are online' },
    unknown: 'The status of the services is not known',
    tryAgain: 'Try again',
    peers: 'Peers',
    aboutPeers: 'Nodes on one database share what they fetch from upstreams: a file is fetched once for all of them.',
    sharing: 'Downloads are shared',
    notSharing: 'One node alone',
    aloneHelp: 'Start another node with the same database, master key and blob store: it appears here by itself.',
    noPeers: 'No nodes yet',
  },
  { de: async () => (await import('./messages-de.ts')).german },
);
