/** German for what all forms of the area share. */
export const german = {
  stale: 'Inzwischen hat jemand anderes das geändert. Speichern überschreibt es.',
  take: 'Neuesten Stand zeigen',
};
