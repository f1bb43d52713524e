import { catalogue } from '@packhouse/console-kit/console-kit.ts';

export const { t } = catalogue({
  trends: { en: 'Trends', de: 'Trends' },
  about: {
    en: 'What was stored, moved and found. Figures are written down once a minute: a process that breaks off loses the last one.',
    de: 'Was gespeichert, übertragen und gefunden wurde. Zahlen werden jede Minute festgehalten: Ein Prozess, der abbricht, verliert die letzte.',
  },
  figures: { en: 'Figures', de: 'Zahlen' },
  figure_storage: { en: 'Stored', de: 'Gespeichert' },
  figure_traffic: { en: 'Transferred', de: 'Übertragen' },
  figure_cache: { en: 'Cache hit rate', de: 'Trefferquote der Caches' },
  figure_findings: { en: 'Vulnerabilities', de: 'Schwachstellen' },
  unknown: { en: 'Not known', de: 'Nicht bekannt' },
  same: { en: 'As in the period before', de: 'Wie im Zeitraum davor' },
  more: { en: '{change} more than in the period before', de: '{change} mehr als im Zeitraum davor' },
  less: { en: '{change} less than in the period before', de: '{change} weniger als im Zeitraum davor' },
  noBefore: { en: 'Nothing to compare with yet', de: 'Noch nichts zum Vergleichen' },
  points: { en: '{count} {count|point|points}', de: '{count} {count|Prozentpunkt|Prozentpunkte}' },
  chart_storage: { en: 'Storage', de: 'Speicher' },
  chart_traffic: { en: 'Traffic', de: 'Übertragung' },
  chart_requests: { en: 'Requests', de: 'Anfragen' },
  chart_cache: { en: 'Cache hits', de: 'Cache-Treffer' },
  chart_findings: { en: 'Vulnerabilities', de: 'Schwachstellen' },
  lead_storage: { en: 'Bytes of all files by repository', de: 'Bytes aller Dateien nach Repository' },
  lead_traffic: { en: 'Bytes between clients and the platform', de: 'Bytes zwischen Clients und Plattform' },
  lead_requests: { en: 'Calls of clients by repository', de: 'Aufrufe von Clients nach Repository' },
  lead_cache: { en: 'What remote repositories had kept, and what they fetched', de: 'Was Remote-Repositorys schon hatten, und was sie geholt haben' },
  lead_findings: {
    en: 'Known vulnerabilities in what is stored, each once, by severity',
    de: 'Bekannte Schwachstellen im Gespeicherten, jede einmal, nach Schweregrad',
  },
  none: { en: 'No figures yet', de: 'Noch keine Zahlen' },
  noneHelp: {
    en: 'Requests, transferred bytes and cache hits are counted from now on, and what is stored is looked at: both appear here within five minutes. What was found is counted soon after it has changed.',
    de: 'Anfragen, übertragene Bytes und Cache-Treffer werden ab jetzt gezählt, das Gespeicherte wird erhoben: Beides erscheint hier binnen fünf Minuten. Was gefunden wurde, wird gezählt, bald nachdem es sich geändert hat.',
  },
  counting: { en: 'Counting began {time}; before that nothing is known.', de: 'Gezählt wird seit {time}; davor ist nichts bekannt.' },
});
