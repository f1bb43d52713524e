/** The kit's own words. The console gives them in the reader's language; English stands until then. */
export interface Words {
  close: string;
  cancel: string;
  copy: string;
  copied: string;
  copiedToClipboard: string;
  copyFailed: string;
  notifications: string;
  kinds: { good: string; info: string; warning: string; bad: string };
  retry: string;
  requestId: string;
  failedTitle: string;
  failedKept: string;
  refusedTitle: string;
  refusedHelp: string;
  offlineTitle: string;
  offlineHelp: string;
  offlineAge: (age: string) => string;
  required: string;
  optional: string;
  showPassword: string;
  hidePassword: string;
  typeToConfirm: (name: string) => string;
  delete: string;
  columns: string;
  density: string;
  compact: string;
  comfortable: string;
  loadMore: string;
  loading: string;
  selected: (count: number) => string;
  selectAll: string;
  selectRow: (name: string) => string;
  clearSelection: string;
  sortBy: (column: string) => string;
  actions: string;
  shown: (shown: number, total: number | undefined) => string;
  removeFilter: (filter: string) => string;
  expand: string;
  collapse: string;
  summaryTitle: (count: number) => string;
  leaveTitle: string;
  leaveText: string;
  leave: string;
  stay: string;
  save: string;
  breadcrumb: string;
  facts: string;
  noValue: string;
  filterRows: string;
  copyAsCurl: string;
  curlText: string;
  curlNothing: string;
  /** What the schemas and the server say about input, in the reader's language. */
  said: (sentence: string) => string;
}

const english: Words = {
  close: 'Close',
  cancel: 'Cancel',
  copy: 'Copy',
  copied: 'Copied',
  copiedToClipboard: 'Copied to clipboard',
  copyFailed: 'The browser did not allow copying',
  notifications: 'Notifications',
  kinds: { good: 'Done', info: 'Note', warning: 'Warning', bad: 'Failed' },
  retry: 'Try again',
  requestId: 'Request id',
  failedTitle: 'This could not be loaded',
  failedKept: 'Nothing was changed.',
  refusedTitle: 'You may not see this',
  refusedHelp: 'An administrator can grant access.',
  offlineTitle: 'The server cannot be reached',
  offlineHelp: 'Check the connection; the console tries again by itself.',
  offlineAge: (age) => `What is shown was loaded ${age}.`,
  required: 'required',
  optional: 'optional',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  typeToConfirm: (name) => `Type ${name} to confirm`,
  delete: 'Delete',
  columns: 'Columns',
  density: 'Row height',
  compact: 'Compact',
  comfortable: 'Comfortable',
  loadMore: 'Load more',
  loading: 'Loading',
  selected: (count) => `${count} selected`,
  selectAll: 'Select all rows',
  selectRow: (name) => `Select ${name}`,
  clearSelection: 'Clear selection',
  sortBy: (column) => `Sort by ${column}`,
  actions: 'Actions',
  shown: (shown, total) => (total === undefined || total === shown ? `${shown} shown` : `${shown} of ${total} shown`),
  removeFilter: (filter) => `Remove filter ${filter}`,
  expand: 'Expand',
  collapse: 'Collapse',
  summaryTitle: (count) => (count === 1 ? 'One field needs attention' : `${count} fields need attention`),
  leaveTitle: 'Leave without saving?',
  leaveText: 'The changes made here are lost.',
  leave: 'Leave',
  stay: 'Stay',
  save: 'Save',
  breadcrumb: 'Breadcrumb',
  facts: 'Facts',
  noValue: 'None',
  filterRows: 'Filter',
  copyAsCurl: 'Copy as curl',
  curlText: 'What this page asks the server, for a terminal. Put an access token into TOKEN first.',
  curlNothing: 'This page asks the server nothing.',
  said: (sentence) => sentence,
};

let current = english;

/** The kit's words in the language chosen last. */
export function words(): Words {
  return current;
}

/** Gives the kit another language; what is on screen follows at its next rendering. */
export function setWords(given: Partial<Words>): void {
  current = { ...english, ...given };
}
