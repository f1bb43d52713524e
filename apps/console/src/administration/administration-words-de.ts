/** German for the menu of administration. */
export const german = {
  administration: 'Verwaltung',
  find: 'Einstellung suchen',
  general: 'Allgemein',
  nothingFits: 'Nichts passt zur Suche',
  clear: 'Suche leeren',
  serviceAbsent: 'Der Dienst {service} läuft hier nicht',
};
