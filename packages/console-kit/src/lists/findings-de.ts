/** German for the words of findings. */
export const findingsGerman = {
  notScanned: 'Nicht geprüft',
  skipped: '{count} übergangen',
  incomplete: 'Unvollständig',
};
