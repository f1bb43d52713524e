/** German for what all forms of the area share. */
export const german = {
  stale: 'Inzwischen hat jemand anderes das geändert. Speichern überschreibt es.',
  take: 'Neuesten Stand zeigen',
  ownTitle: 'Die Verwaltung der Plattform abgeben?',
  ownText:
    'Nur dadurch verwalten Sie die Plattform. Sie erreichen dann nur noch, was Berechtigungen Ihnen geben, und können sich das nicht selbst zurückgeben: Das muss jemand anderes tun, der verwaltet.',
  ownAction: 'Verwaltung abgeben',
};
